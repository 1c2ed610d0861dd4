import { useQuery } from '@tanstack/react-query';
import { qualifiedName } from '../util/qualified-name.ts';
import { monitorsQuery } from './queries.ts';

/** Every monitor as the option of a select, `namespace/name`; none until they have come. */
export function useMonitorOptions(): readonly { readonly value: string; readonly label: string }[] {
  const { data } = useQuery(monitorsQuery());
  return (data?.items ?? []).map((monitor) => {
    const name = qualifiedName(monitor);
    return { value: name, label: name };
  });
}
