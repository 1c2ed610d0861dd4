import { FACE } from './report-fonts.ts';
import { type DurationTrend, durationTrend, MARGIN as TREND } from '../../chart/duration-trend.ts';
import { CELL, heatMap, STEP, TOP } from '../../chart/heat-map.ts';
import { MARGIN as BARS, successBars } from '../../chart/success-bars.ts';
import type { DayAxis } from '../../chart/day-axis.ts';
import { contentWidth, ensureRoom, heading, INK, MARGIN, type Pdf } from './report-page.ts';
import type { Report, ReportDay, ReportDurations } from './report.ts';
import { durationWords, plain } from './report-words.ts';

const HEIGHT = 130;
/** Of the lines above a chart. */
const LEGEND_HEIGHT = 30;

/** P95 as a line, P50 dashed, what they are compared with dotted: told apart without colour. */
export function drawDurations(pdf: Pdf, days: readonly ReportDay[], compared: ReportDurations): void {
  const { baseline, baselineDays, regression } = compared;
  heading(pdf, 'Duration of successful runs by day', LEGEND_HEIGHT + HEIGHT);
  legend(
    pdf,
    `Solid: P95. Dashed: P50.${baseline === null ? '' : ` Dotted: P95 of the ${baselineDays} days before the last 24 hours.`} ` +
      'A day without a successful run has no dot.',
  );
  if (regression !== null) statement(pdf, regression);
  const trend = durationTrend(days, { width: contentWidth(pdf), height: HEIGHT }, baseline);
  drawChart(pdf, HEIGHT, 'The percentiles of the durations by day', () => {
    for (const { y, seconds } of trend.ticks) {
      tick(pdf, y, TREND.left, seconds === 0 ? '0' : durationWords(seconds));
    }
    dayLabels(pdf, trend.axis, days, HEIGHT - 12);
    if (trend.baselineY !== null) {
      pdf.lineWidth(1).strokeColor(INK.mute).dash(1, { space: 2.5 });
      pdf.moveTo(TREND.left, trend.baselineY).lineTo(contentWidth(pdf) - TREND.right, trend.baselineY);
      pdf.stroke().undash();
    }
    pdf.lineWidth(1.2).strokeColor(INK.accent);
    if (trend.p50 !== '') pdf.path(trend.p50).dash(4, { space: 3 }).stroke().undash();
    if (trend.p95 !== '') pdf.path(trend.p95).stroke();
    dots(pdf, trend);
  });
}

function dots(pdf: Pdf, trend: DurationTrend): void {
  pdf.fillColor(INK.accent);
  for (const dot of trend.dots) pdf.circle(trend.axis.middle(dot.index), dot.p95Y, 1.4).fill();
}

/** The share of each day's runs; failures are dark and on top. */
export function drawSuccess(pdf: Pdf, days: readonly ReportDay[]): void {
  heading(pdf, 'Success rate by day', LEGEND_HEIGHT + HEIGHT);
  legend(pdf, 'Light: succeeded. Dark, on top: failed. A thin line: no runs.');
  const bars = successBars(days, { width: contentWidth(pdf), height: HEIGHT });
  drawChart(pdf, HEIGHT, 'The share of runs that succeeded by day', () => {
    for (const { y, percent } of bars.ticks) tick(pdf, y, BARS.left, `${percent} %`);
    dayLabels(pdf, bars.axis, days, HEIGHT - 12);
    if (bars.succeeded !== '') pdf.path(bars.succeeded).fill(INK.ok);
    if (bars.failed !== '') pdf.path(bars.failed).fill(INK.bad);
    if (bars.empty !== '') pdf.path(bars.empty).fill(INK.line);
  });
}

/** Days as squares by week; a mark in them says what the colour does. */
export function drawHeatMap(pdf: Pdf, { days }: Pick<Report, 'days'>): void {
  const map = heatMap(days);
  heading(pdf, 'Health by day', LEGEND_HEIGHT + map.height);
  legend(
    pdf,
    'Empty square: no runs. Light: no failure. Dot: some failed. Cross: half of the runs or more failed.',
  );
  drawChart(pdf, map.height + 4, 'The health of each day as a calendar', () => {
    pdf.font(FACE.regular).fontSize(7).fillColor(INK.mute);
    for (const { x, index } of map.months) label(pdf, days[index]!.date.slice(0, 7), x, 2);
    for (const [row, name] of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].entries()) {
      if (row % 2 === 0) label(pdf, name, 0, map.cells[0] === undefined ? 0 : TOP + row * STEP + 4);
    }
    for (const { x, y, health } of map.cells) {
      if (health === 'none') {
        pdf.lineWidth(0.6).rect(x, y, CELL, CELL).stroke(INK.line);
        continue;
      }
      pdf
        .rect(x, y, CELL, CELL)
        .fill(health === 'healthy' ? INK.ok : health === 'warning' ? INK.warn : INK.bad);
      const middle = { x: x + CELL / 2, y: y + CELL / 2 };
      if (health === 'warning') pdf.circle(middle.x, middle.y, 2).fill('#fff');
      if (health === 'critical') {
        pdf
          .path(`M${middle.x - 3},${middle.y - 3}l6,6m0,-6l-6,6`)
          .lineWidth(1.4)
          .stroke('#fff');
      }
    }
  });
}

/** Draws at the place that the text has come to, in coordinates that begin there; readers are told the words. */
function drawChart(pdf: Pdf, height: number, alternative: string, draw: () => void): void {
  ensureRoom(pdf, height);
  const { y } = pdf;
  pdf.addStructure(
    pdf.struct('Figure', { alt: alternative }, () => {
      pdf.save();
      pdf.translate(MARGIN, y);
      draw();
      pdf.restore();
    }),
  );
  pdf.x = MARGIN;
  pdf.y = y + height;
}

function legend(pdf: Pdf, text: string): void {
  pdf.font(FACE.regular).fontSize(8).fillColor(INK.mute).text(text, MARGIN);
  pdf.moveDown(0.3);
}

function statement(pdf: Pdf, text: string): void {
  pdf.font(FACE.bold).fontSize(9).fillColor(INK.bad).text(plain(text), MARGIN);
  pdf.moveDown(0.3);
}

function tick(pdf: Pdf, y: number, left: number, text: string): void {
  pdf
    .lineWidth(0.5)
    .moveTo(left, y)
    .lineTo(contentWidth(pdf) - TREND.right, y)
    .stroke(INK.line);
  pdf.font(FACE.regular).fontSize(7).fillColor(INK.mute);
  pdf.text(text, 0, y - 3, { width: left - 5, align: 'right', lineBreak: false });
}

function dayLabels(pdf: Pdf, axis: DayAxis, days: readonly ReportDay[], y: number): void {
  pdf.font(FACE.regular).fontSize(7).fillColor(INK.mute);
  for (const index of axis.labelled) {
    const last = index === days.length - 1;
    const x = last ? axis.left(index) + axis.column - 40 : axis.middle(index) - 20;
    pdf.text(days[index]!.date.slice(5), x, y, {
      width: 40,
      align: last ? 'right' : 'center',
      lineBreak: false,
    });
  }
}

function label(pdf: Pdf, text: string, x: number, y: number): void {
  pdf.text(text, x, y, { lineBreak: false });
}
