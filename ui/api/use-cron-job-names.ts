import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { qualifiedName } from '../util/qualified-name.ts';
import { cronJobsQuery } from './queries.ts';

/**
 * The names of all CronJobs, `namespace/name`, and the way to say whether they are wanted; undefined until they
 * have come. Those that came once stay, and are kept up to date while they are wanted.
 */
export function useCronJobNames(): readonly [
  names: ReadonlySet<string> | undefined,
  ask: (wanted: boolean) => void,
] {
  const [wanted, setWanted] = useState(false);
  const { data } = useQuery({ ...cronJobsQuery(), enabled: wanted });
  const names = useMemo(() => data && new Set(data.items.map(qualifiedName)), [data]);
  return [names, setWanted];
}
