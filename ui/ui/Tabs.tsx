import type { ReactNode } from 'react';

/** Links to the parts of a page, as a line of tabs; put Links with `TAB` into it. */
export function Tabs({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <nav aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
      {children}
    </nav>
  );
}

/** The look of a link among tabs; the one that is open has a line under it. */
export const TAB =
  'flex h-8 items-center border-b-2 border-transparent px-2.5 whitespace-nowrap text-mute hover:text-ink focus-visible:-outline-offset-2 aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink pointer-coarse:h-10';
