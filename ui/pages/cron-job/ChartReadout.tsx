/** What the chart says about the day that is looked at, or else about today. The slider speaks it. */
export function ChartReadout({ text }: { readonly text: string }) {
  return (
    <p aria-hidden className="truncate px-3 pt-2 text-xs text-mute">
      {text}
    </p>
  );
}
