import { counted } from '../util/number.ts';

/** So many rows are printed; more would be thirty sheets. */
export const MOST_PRINTED = 1_000;

/** Below a printed table: how many rows it leaves out. Nothing when it has all. */
export function Unprinted({ count, noun }: { readonly count: number; readonly noun: string }) {
  return (
    count > 0 && <p className="px-3 py-2 text-mute">And {counted(count, noun)} more, which the CSV has.</p>
  );
}
