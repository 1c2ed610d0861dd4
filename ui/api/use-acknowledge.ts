import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AcknowledgeRequest, Alert } from '../../src/api/contract/alert.ts';
import { postJson } from './client.ts';

/** Says that somebody has taken an alert up. */
export function useAcknowledge() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, request }: { readonly id: string; readonly request: AcknowledgeRequest }) =>
      postJson<Alert>(`/api/v1/alerts/${encodeURIComponent(id)}/acknowledge`, request),
    onSettled: () => client.invalidateQueries(),
  });
}
