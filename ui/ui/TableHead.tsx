import type { ReactNode } from 'react';

/** The headings of a table as one row; put the `th` of its columns into it. */
export function TableHead({ children }: { readonly children: ReactNode }) {
  return (
    <thead className="text-left text-xs text-mute">
      <tr className="h-8 border-b border-line [&>th]:px-1.5 [&>th]:font-normal [&>th:first-child]:pl-3 [&>th:last-child]:pr-3">
        {children}
      </tr>
    </thead>
  );
}
