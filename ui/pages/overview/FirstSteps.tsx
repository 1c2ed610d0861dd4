import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { channelsQuery, monitorsQuery } from '../../api/queries.ts';
import { Notice } from '../../ui/Notice.tsx';

/** What a new installation still lacks before anybody is told of a failure; nothing once both are there. */
export function FirstSteps() {
  const monitors = useQuery(monitorsQuery());
  const channels = useQuery(channelsQuery());
  const noMonitor = monitors.data?.items.length === 0;
  const noChannel = channels.data?.items.length === 0;
  if (!noMonitor && !noChannel) return null;
  return (
    <Notice kind="warn">
      <span className="font-medium">Nobody is told of failures yet.</span> Runs are recorded all the same.
      Next:{' '}
      {noChannel && (
        <Link to="/channels" className="text-accent underline">
          a first channel
        </Link>
      )}
      {noChannel && noMonitor && ', then '}
      {noMonitor && (
        <Link to="/monitors" className="text-accent underline">
          a first monitor
        </Link>
      )}
      . Their pages have the YAML.
    </Notice>
  );
}
