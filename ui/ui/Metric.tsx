import type { ReactNode } from 'react';

/** The frame of a row of metrics; lines between them at every width. Put Metrics into it. */
export function Metrics({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <dl
      aria-label={label}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-3 lg:grid-cols-6"
    >
      {children}
    </dl>
  );
}

/** One number with its name and a line of context. */
export function Metric(props: {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
  /** What it was in the time before. */
  readonly before?: string | undefined;
}) {
  return (
    <div className="min-w-0 bg-surface px-3 py-2">
      <dt className="text-xs text-mute">{props.label}</dt>
      <dd className="truncate py-0.5 text-base font-semibold">{props.value}</dd>
      {props.note !== undefined && <dd className="truncate text-xs text-mute">{props.note}</dd>}
      {props.before !== undefined && <dd className="truncate text-xs text-mute">{props.before}</dd>}
    </div>
  );
}
