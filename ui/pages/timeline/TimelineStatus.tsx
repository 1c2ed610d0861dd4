import type { ReactNode } from 'react';

export const STATUS_HEIGHT = 32;

/** The line under the timeline: it speaks the chosen run, and beside it stands what the shapes mean. */
export function TimelineStatus({ children }: { readonly children: ReactNode }) {
  return (
    <div
      className="sticky bottom-0 z-10 flex items-center gap-4 rounded-b-md border-t border-line bg-surface px-3 text-xs"
      style={{ height: STATUS_HEIGHT }}
    >
      <output className="min-w-0 flex-1 truncate print:hidden">{children}</output>
      <Legend />
    </div>
  );
}

function Legend() {
  return (
    <ul aria-label="Legend" className="flex shrink-0 gap-3 text-mute max-lg:hidden print:flex">
      <Entry word="ran">
        <rect x={2} y={3} width={10} height={10} rx={1.5} className="fill-fill-ok" />
      </Entry>
      <Entry word="failed">
        <rect x={1} y={1} width={12} height={14} rx={1.5} className="fill-fill-bad" />
        <path d="M4.5 5.5l5 5m0-5l-5 5" stroke="#fff" strokeWidth={1.4} />
      </Entry>
      <Entry word="not started">
        <rect
          x={2.75}
          y={3.75}
          width={8.5}
          height={8.5}
          rx={2}
          fill="none"
          strokeWidth={1.5}
          className="stroke-fill-warn"
        />
      </Entry>
      <Entry word="unknown">
        <path d="M2 3h10v10h-10zM2 7l4-4M2 11l8-8M4 13l8-8M8 13l4-4" fill="none" className="stroke-mute" />
      </Entry>
      <Entry word="running">
        <rect x={2} y={3} width={10} height={10} rx={1.5} className="fill-accent" />
      </Entry>
      <Entry word="forecast">
        <rect x={1} y={6.5} width={12} height={3} className="fill-mute" opacity={0.55} />
      </Entry>
    </ul>
  );
}

function Entry({ word, children }: { readonly word: string; readonly children: ReactNode }) {
  return (
    <li className="flex items-center gap-1">
      <svg width={14} height={16} aria-hidden className="forced-color-adjust-none">
        {children}
      </svg>
      {word}
    </li>
  );
}
