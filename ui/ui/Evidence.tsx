import type { CapturedEvent, CapturedLog } from '../../src/api/contract/evidence.ts';
import { Time } from './Time.tsx';

/** The logs and cluster events that were kept of a run; `withoutLogs` says why there is no log. */
export function Evidence(props: {
  readonly logs: readonly CapturedLog[];
  readonly events: readonly CapturedEvent[];
  readonly withoutLogs: string;
}) {
  return (
    <>
      <section aria-label="Log">
        <h3 className="mb-2 font-semibold">Log</h3>
        {props.logs.length === 0 && <p className="text-mute">{props.withoutLogs}</p>}
        {props.logs.map((log) => (
          <LogBlock key={`${log.podName}/${log.container}/${log.restartCount}`} log={log} />
        ))}
      </section>
      {props.events.length > 0 && (
        <section aria-label="Events">
          <h3 className="mb-2 font-semibold">Events</h3>
          <ul className="flex flex-col gap-2">
            {props.events.map((event) => (
              <EventItem key={`${event.objectName}/${event.reason}/${event.message}`} event={event} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** The text stands as text: markup and control characters in a log have no effect here. */
function LogBlock({ log }: { readonly log: CapturedLog }) {
  const name = `${log.podName} / ${log.container}`;
  return (
    <figure className="mb-3 overflow-hidden rounded-md border border-line">
      <figcaption className="flex flex-wrap gap-x-3 border-b border-line bg-hover px-3 py-1 text-xs text-mute">
        <span className="break-all">{name}</span>
        {log.restartCount > 0 && <span>after restart {log.restartCount}</span>}
        {log.truncated && <span>not the whole log was kept</span>}
      </figcaption>
      <pre
        // Long logs scroll, and what scrolls must be reachable by the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={`Log of ${name}`}
        role="region"
        className="max-h-96 overflow-auto px-3 py-2 font-mono text-xs leading-4.5 focus-visible:-outline-offset-2"
      >
        {log.text}
      </pre>
    </figure>
  );
}

function EventItem({ event }: { readonly event: CapturedEvent }) {
  return (
    <li>
      <p className="flex flex-wrap gap-x-2">
        <span className={event.type === 'Warning' ? 'font-medium text-warn' : 'font-medium'}>
          {event.type} {event.reason}
        </span>
        <span className="text-mute">
          {event.objectKind} {event.objectName}
          {event.count > 1 && `, ${event.count} times`}
        </span>
        {event.lastAt !== null && (
          <span className="ml-auto text-xs text-mute">
            <Time at={event.lastAt} />
          </span>
        )}
      </p>
      <p className="break-words">{event.message}</p>
    </li>
  );
}
