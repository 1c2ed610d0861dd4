import { Link } from '@tanstack/react-router';

/** The way back to the list of monitors. */
export function Breadcrumb({
  monitor,
}: {
  readonly monitor: { readonly namespace: string; readonly name: string };
}) {
  return (
    <nav aria-label="Breadcrumb" className="text-xs text-mute">
      <ol className="flex flex-wrap items-center gap-1.5">
        <li>
          <Link to="/monitors" className="underline-offset-2 hover:underline">
            Monitors
          </Link>
        </li>
        <li aria-hidden>/</li>
        <li className="break-all">{monitor.namespace}</li>
        <li aria-hidden>/</li>
        <li aria-current="page" className="min-w-0 break-all text-ink">
          {monitor.name}
        </li>
      </ol>
    </nav>
  );
}
