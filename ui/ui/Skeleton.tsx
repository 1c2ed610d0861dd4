/** Grey rows in place of a list that is on its way; they show after 150 ms, so that fast answers do not flash. */
export function SkeletonRows({ rows, label }: { readonly rows: number; readonly label: string }) {
  return (
    <output className="block appear-late">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} aria-hidden className="flex h-8 items-center gap-4 border-b border-line px-3">
          <span className="h-2.5 w-16 rounded bg-fill-none" />
          <span className="h-2.5 w-40 max-w-1/3 rounded bg-fill-none" />
          <span className="ml-auto h-2.5 w-24 rounded bg-fill-none" />
        </div>
      ))}
    </output>
  );
}
