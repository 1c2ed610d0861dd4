import { Children, type ReactNode } from 'react';

/** The way back: links, outermost first, and the name of this page where it is not in its heading. */
export function Breadcrumb({ children, here }: { readonly children: ReactNode; readonly here?: string }) {
  return (
    <nav aria-label="Breadcrumb" className="text-xs text-mute">
      <ol className="flex flex-wrap items-center gap-1.5 [&_a]:underline-offset-2 [&_a:hover]:underline">
        {Children.toArray(children).map((step, index) => (
          // The steps of a page never change places.
          <li key={index} className="flex items-center gap-1.5 break-all">
            {index > 0 && <span aria-hidden>/</span>}
            {step}
          </li>
        ))}
        {here !== undefined && (
          <li aria-current="page" className="flex min-w-0 items-center gap-1.5 break-all">
            <span aria-hidden>/</span>
            <span className="text-ink">{here}</span>
          </li>
        )}
      </ol>
    </nav>
  );
}
