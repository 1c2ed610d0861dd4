import { Link } from '@tanstack/react-router';

/** The way back: the overview, and the overview of the CronJob's namespace. */
export function Breadcrumb({
  cronJob,
}: {
  readonly cronJob: { readonly namespace: string; readonly name: string };
}) {
  return (
    <nav aria-label="Breadcrumb" className="text-xs text-mute">
      <ol className="flex flex-wrap items-center gap-1.5">
        <li>
          <Link to="/" className="underline-offset-2 hover:underline">
            Overview
          </Link>
        </li>
        <li aria-hidden>/</li>
        <li>
          <Link to="/" search={{ ns: cronJob.namespace }} className="underline-offset-2 hover:underline">
            {cronJob.namespace}
          </Link>
        </li>
        <li aria-hidden>/</li>
        <li aria-current="page" className="min-w-0 break-all text-ink">
          {cronJob.name}
        </li>
      </ol>
    </nav>
  );
}
