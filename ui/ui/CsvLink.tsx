import { Download } from 'lucide-react';

/** Downloads an export of the API as CSV, with the filters that are in force; those undefined are left out. */
export function CsvLink(props: {
  /** Of the export, without a query. */
  readonly path: `/api/v1/export/${string}`;
  readonly filter?: Readonly<Record<string, string | undefined>>;
  /** What the file is of, where a page has more than one. */
  readonly of?: string;
}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(props.filter ?? {}))
    if (value !== undefined) query.set(name, value);
  return (
    <a
      href={query.size === 0 ? props.path : `${props.path}?${query}`}
      download
      data-export
      className="inline-flex h-7 items-center gap-1.5 rounded-[5px] border border-line bg-surface px-2.5 whitespace-nowrap hover:bg-hover pointer-coarse:h-9 print:hidden"
    >
      <Download size={14} aria-hidden />
      {props.of === undefined ? 'CSV' : `${props.of} CSV`}
    </a>
  );
}
