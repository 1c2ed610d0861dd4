import type { Column, EmptyMark, Lane, LaneMark, Mark } from '../../charts/timeline-lane.ts';
import { durationText } from '../../util/duration.ts';
import { counted } from '../../util/number.ts';
import { skipText } from '../../util/skip-text.ts';
import { clockText, elapsedText } from '../../util/time.ts';

/** What a mark says: `Failed after 1 m 34 s: OOMKilled, started by hand`. */
export function markText(mark: LaneMark, now: number): string {
  switch (mark.kind) {
    case 'column':
      return columnText(mark);
    case 'success':
      return `Succeeded in ${durationText(mark.seconds ?? 0)}${byHand(mark)}`;
    case 'failed':
      return `Failed after ${durationText(mark.seconds ?? 0)}${mark.reason === null ? '' : `: ${mark.reason}`}${byHand(mark)}`;
    case 'running':
      return `Running for ${elapsedText(mark.at, now)}`;
    case 'skipped':
    case 'suspended':
    case 'unknown':
      return emptyText(mark);
    case 'forecast':
      return mark.seconds === null ? 'Next start' : `Next start, mostly takes ${durationText(mark.seconds)}`;
  }
}

/** When it started or is due, on the clock of UTC: `Sat 21 Nov, 13:15 UTC`. */
export function markTime(mark: LaneMark): string {
  if (!('until' in mark) || mark.until === mark.at) return clockText(mark.at);
  return `${clockText(mark.at)} to ${clockText(mark.until)}`;
}

/** A row in one sentence: `96 runs, 5 failed; next start Sat 21 Nov, 13:15 UTC`. */
export function laneText({ marks }: Lane): string {
  let runs = 0;
  let failed = 0;
  let skipped = 0;
  let unknown = 0;
  for (const mark of marks) {
    if (mark.kind === 'column') {
      runs += mark.runs;
      failed += mark.failed;
    } else if (mark.kind === 'success' || mark.kind === 'failed') {
      runs += 1;
      failed += mark.kind === 'failed' ? 1 : 0;
    } else if (mark.kind === 'unknown') unknown += mark.slots;
    else if (mark.kind === 'skipped' || mark.kind === 'suspended') skipped += mark.slots;
  }
  const parts = [counted(runs, 'run'), failed === 0 ? 'none failed' : `${failed} failed`];
  if (skipped > 0) parts.push(`${counted(skipped, 'slot')} without a run`);
  if (unknown > 0) parts.push(`${unknown} unknown`);
  const running = marks.filter(({ kind }) => kind === 'running').length;
  if (running > 0) parts.push(`${running} running`);
  const next = marks.find(({ kind }) => kind === 'forecast');
  return `${parts.join(', ')}${next === undefined ? '' : `; next start ${clockText(next.at)}`}`;
}

function columnText({ runs, failed }: Column): string {
  return `${counted(runs, 'run')}, ${failed === 0 ? 'none' : failed} failed`;
}

/** `Not started: the run before it was still active` */
function emptyText({ kind, reason, slots }: EmptyMark): string {
  const count = slots > 1 ? `${counted(slots, 'slot')}: ` : '';
  if (kind === 'unknown') return `${count}Unknown: Punctual did not watch, and no trace is left`;
  return `${count}Not started: ${skipText(reason)}`;
}

function byHand({ manual }: Mark): string {
  return manual ? ', started by hand' : '';
}
