import { type ReactNode, useId } from 'react';

/** A region with a heading: a thin line around, no shadow. */
export function Card(props: {
  readonly title: string;
  /** Stands beside the title, for instance a count. */
  readonly beside?: ReactNode;
  /** Stands at the far end of the heading's line. */
  readonly actions?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={`min-w-0 rounded-md border border-line bg-surface ${props.className ?? ''}`}
    >
      <div className="flex min-h-10 flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
        <h2 id={id} className="font-medium">
          {props.title}
        </h2>
        {props.beside}
        {props.actions && <div className="ml-auto flex items-center gap-2">{props.actions}</div>}
      </div>
      {props.children}
    </section>
  );
}
