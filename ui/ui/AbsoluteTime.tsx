import { absoluteLines } from '../util/time.ts';

/** An instant written out in the CronJob's zone, where it has one, and in UTC. */
export function AbsoluteTime({ at, zone }: { readonly at: string; readonly zone: string | null }) {
  const [first, second] = absoluteLines(Date.parse(at), zone);
  return (
    <time dateTime={at}>
      {first}
      {second && <span className="block text-xs text-mute">{second}</span>}
    </time>
  );
}
