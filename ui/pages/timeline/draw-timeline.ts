import type { Span, TimelineAxis } from '../../charts/timeline-axis.ts';
import type { Column, EmptyMark, Lane, LaneMark, Mark } from '../../charts/timeline-lane.ts';
import type { TimelineColours } from './timeline-colours.ts';

export const ROW_HEIGHT = 26;
/** A bar's top and height in its row; a failed one begins higher and ends lower. */
const BAR_TOP = 7;
const BAR_HEIGHT = 12;
const TALLER = 3;
const CROSS = 2.5;

/** A row to draw: where it begins on the canvas, and what is in it (null while that is on its way). */
export interface DrawnRow {
  readonly top: number;
  readonly lane: Lane | null;
  /** The mark that has a ring around it. */
  readonly chosen: LaneMark | null;
}

/** Draws the visible rows: a few hundred marks, in about two milliseconds. */
export function drawTimeline(
  context: CanvasRenderingContext2D,
  size: { readonly width: number; readonly height: number },
  scene: {
    readonly axis: TimelineAxis;
    readonly now: number;
    readonly rows: readonly DrawnRow[];
    readonly colours: TimelineColours;
    /** When nobody watched. */
    readonly outages: readonly Span[];
  },
): void {
  const { axis, rows, colours } = scene;
  context.clearRect(0, 0, size.width, size.height);
  context.fillStyle = colours.line;
  for (const { x } of axis.ticks) context.fillRect(Math.round(x), 0, 1, size.height);
  for (const outage of scene.outages) drawOutage(context, outage, axis, size.height, colours);
  for (const { lane, top } of rows) {
    if (lane === null) continue;
    drawForecast(context, lane, top, colours);
    for (const mark of lane.marks) drawMark(context, mark, top, colours);
  }
  context.fillStyle = colours.accent;
  context.fillRect(Math.round(axis.x(scene.now)) - 1, 0, 2, size.height);
  for (const { chosen, top } of rows) if (chosen) drawRing(context, chosen, top, colours);
}

function drawMark(
  context: CanvasRenderingContext2D,
  mark: LaneMark,
  top: number,
  colours: TimelineColours,
): void {
  switch (mark.kind) {
    case 'column':
      return drawColumn(context, mark, top, colours);
    case 'success':
      return drawBar(context, mark, top + BAR_TOP, BAR_HEIGHT, colours.ok);
    case 'running':
      return drawBar(context, mark, top + BAR_TOP, BAR_HEIGHT, colours.accent);
    case 'failed':
      return drawFailed(context, mark, top, colours);
    case 'skipped':
      return drawOutline(context, mark, top, colours.warn);
    case 'suspended':
      return drawOutline(context, mark, top, colours.faint);
    case 'unknown':
      return drawHatched(context, mark.x, top + BAR_TOP, mark.width, BAR_HEIGHT, colours.mute);
    case 'forecast':
      return;
  }
}

/** A run that was not there: the frame of one. */
function drawOutline(
  context: CanvasRenderingContext2D,
  { x, width }: EmptyMark,
  top: number,
  colour: string,
): void {
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  context.beginPath();
  context.roundRect(x + 0.75, top + BAR_TOP + 0.75, width - 1.5, BAR_HEIGHT - 1.5, 2);
  context.stroke();
}

/** Diagonal lines in a frame: what is there, nobody knows. */
function drawHatched(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  colour: string,
): void {
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.beginPath();
  for (let at = x - height; at < x + width; at += 4) {
    context.moveTo(at, y + height);
    context.lineTo(at + height, y);
  }
  context.stroke();
  context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
  context.restore();
}

/** The service's own outage, shaded over all rows. */
function drawOutage(
  context: CanvasRenderingContext2D,
  { from, to }: Span,
  axis: TimelineAxis,
  height: number,
  colours: TimelineColours,
): void {
  const x = axis.x(Math.max(from, axis.from));
  const width = Math.max(2, axis.x(Math.min(to, axis.to)) - x);
  context.globalAlpha = 0.16;
  context.fillStyle = colours.mute;
  context.fillRect(x, 0, width, height);
  context.globalAlpha = 1;
}

/** As one path, so that slots that overlap are no darker than others. */
function drawForecast(
  context: CanvasRenderingContext2D,
  { marks }: Lane,
  top: number,
  colours: TimelineColours,
): void {
  context.fillStyle = colours.mute;
  context.globalAlpha = 0.55;
  context.beginPath();
  for (const { kind, x, width } of marks) {
    if (kind === 'forecast') context.rect(x, top + ROW_HEIGHT / 2 - 1.5, width, 3);
  }
  context.fill();
  context.globalAlpha = 1;
}

function drawBar(
  context: CanvasRenderingContext2D,
  { x, width }: Mark,
  top: number,
  height: number,
  colour: string,
): void {
  context.fillStyle = colour;
  context.beginPath();
  context.roundRect(x, top, width, height, 1.5);
  context.fill();
}

/** Taller than the others, with a cross in it or, where it is too thin, above it. */
function drawFailed(
  context: CanvasRenderingContext2D,
  mark: Mark,
  top: number,
  colours: TimelineColours,
): void {
  const middle = mark.x + mark.width / 2;
  const inside = mark.width >= 4 * CROSS;
  const barTop = inside ? top + BAR_TOP - TALLER : top + BAR_TOP + 3;
  drawBar(context, mark, barTop, BAR_HEIGHT + (inside ? 2 * TALLER - 1 : 1), colours.bad);
  const y = inside ? barTop + (BAR_HEIGHT + 2 * TALLER - 1) / 2 : top + CROSS + 3;
  context.strokeStyle = inside ? '#fff' : colours.bad;
  context.lineWidth = 1.4;
  context.beginPath();
  context.moveTo(middle - CROSS, y - CROSS);
  context.lineTo(middle + CROSS, y + CROSS);
  context.moveTo(middle + CROSS, y - CROSS);
  context.lineTo(middle - CROSS, y + CROSS);
  context.stroke();
}

/** The failed share of the runs from the top down; one failure in a thousand is still seen, and still thin. */
function drawColumn(
  context: CanvasRenderingContext2D,
  column: Column,
  top: number,
  colours: TimelineColours,
): void {
  const failed =
    column.failed === 0 ? 0 : Math.max(2, Math.round((BAR_HEIGHT * column.failed) / column.runs));
  context.fillStyle = colours.ok;
  context.fillRect(column.x, top + BAR_TOP + failed, column.width - 1, BAR_HEIGHT - failed);
  if (failed === 0) return;
  context.fillStyle = colours.bad;
  context.fillRect(column.x, top + BAR_TOP - TALLER, column.width - 1, failed + TALLER);
}

function drawRing(
  context: CanvasRenderingContext2D,
  { x, width }: LaneMark,
  top: number,
  colours: TimelineColours,
): void {
  context.strokeStyle = colours.ink;
  context.lineWidth = 1.5;
  context.beginPath();
  context.roundRect(x - 2.5, top + 1.75, width + 5, ROW_HEIGHT - 4.5, 3);
  context.stroke();
}
