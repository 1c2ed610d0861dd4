import type { ReactNode } from 'react';

/** A list of named values in columns. Put Fields into it. */
export function Fields({ children }: { readonly children: ReactNode }) {
  return <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1.5">{children}</dl>;
}

/** One named value. */
export function Field({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-mute">{label}</dt>
      <dd className="break-words">{children}</dd>
    </>
  );
}
