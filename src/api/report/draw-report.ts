import { FACE } from './report-fonts.ts';
import { drawDurations, drawHeatMap, drawSuccess } from './draw-charts.ts';
import { drawTable, fitted } from './draw-table.ts';
import { contentWidth, drawFooters, heading, INK, MARGIN, newDocument, type Pdf } from './report-page.ts';
import { durationWords, instantWords, plain, percentWords } from './report-words.ts';
import type { Report } from './report.ts';

/** The report as a PDF, to be read in black and white too. */
export function drawReport(report: Report): Pdf {
  const pdf = newDocument(plain(`${report.title}: ${report.subject}`), report.to);
  drawHeader(pdf, report);
  drawSummary(pdf, report);
  if (report.durations !== null) drawDurations(pdf, report.days, report.durations);
  drawSuccess(pdf, report.days);
  drawHeatMap(pdf, report);
  if (report.cronJobs.length > 0) drawCronJobs(pdf, report);
  drawAlerts(pdf, report);
  drawMethod(pdf, report);
  drawFooters(
    pdf,
    plain(`${report.organisation ?? report.title} | ${report.subject} | ${instantWords(report.to)}`),
  );
  pdf.end();
  return pdf;
}

function drawHeader(pdf: Pdf, report: Report): void {
  const { organisation, title, subject, from, to, logo } = report;
  if (logo !== null) drawLogo(pdf, logo);
  if (organisation !== null) {
    pdf.font(FACE.bold).fontSize(9).fillColor(INK.mute).text(plain(organisation));
    pdf.moveDown(0.3);
  }
  pdf.font(FACE.bold).fontSize(18).fillColor(INK.text).text(plain(title));
  pdf.fontSize(12).text(plain(subject));
  pdf
    .font(FACE.regular)
    .fontSize(9)
    .fillColor(INK.mute)
    .text(`${instantWords(from)} to ${instantWords(to)}`);
  pdf.moveDown(0.6);
  pdf
    .lineWidth(1)
    .moveTo(MARGIN, pdf.y)
    .lineTo(MARGIN + contentWidth(pdf), pdf.y)
    .stroke(INK.text);
  pdf.moveDown(0.4);
}

/** At the upper right, not larger than this. An image that cannot be read is left out rather than the report. */
function drawLogo(pdf: Pdf, logo: Uint8Array): void {
  const width = 120;
  try {
    pdf.image(Buffer.from(logo), MARGIN + contentWidth(pdf) - width, MARGIN, {
      fit: [width, 44],
      align: 'right',
    });
  } catch {
    pdf.font(FACE.regular).fontSize(8);
  }
  pdf.x = MARGIN;
  pdf.y = MARGIN;
}

/** The numbers in three columns. */
function drawSummary(pdf: Pdf, { summary }: Report): void {
  const columns = 3;
  const width = contentWidth(pdf) / columns;
  const top = pdf.y + 6;
  const rowHeight = 34;
  for (const [index, { label, value }] of summary.entries()) {
    const x = MARGIN + (index % columns) * width;
    const y = top + Math.floor(index / columns) * rowHeight;
    pdf
      .font(FACE.regular)
      .fontSize(8)
      .fillColor(INK.mute)
      .text(plain(label), x, y, { width, lineBreak: false });
    pdf
      .font(FACE.bold)
      .fontSize(11)
      .fillColor(INK.text)
      .text(fitted(pdf, plain(value), width - 10), x, y + 11, { width, lineBreak: false });
  }
  pdf.x = MARGIN;
  pdf.y = top + Math.ceil(summary.length / columns) * rowHeight;
}

function drawCronJobs(pdf: Pdf, { cronJobs, moreCronJobs }: Report): void {
  heading(pdf, 'CronJobs, the lowest success rate first');
  drawTable(
    pdf,
    [
      { label: 'Namespace', share: 0.2 },
      { label: 'CronJob', share: 0.36 },
      { label: 'Success', share: 0.12, right: true },
      { label: 'Runs', share: 0.1, right: true },
      { label: 'P50', share: 0.11, right: true },
      { label: 'P95', share: 0.11, right: true },
    ],
    cronJobs.map((cronJob) => [
      cronJob.namespace,
      cronJob.name,
      cronJob.successRate === null ? 'no runs' : percentWords(cronJob.successRate),
      String(cronJob.runs),
      durationWords(cronJob.p50Duration),
      durationWords(cronJob.p95Duration),
    ]),
  );
  drawMore(pdf, moreCronJobs, 'CronJobs with higher rates');
}

function drawAlerts(pdf: Pdf, { alerts, moreAlerts }: Report): void {
  heading(pdf, 'Alerts');
  if (alerts.length === 0) {
    pdf.font(FACE.regular).fontSize(9).fillColor(INK.text).text('None was raised in this time.', MARGIN);
    return;
  }
  drawTable(
    pdf,
    [
      { label: 'Raised', share: 0.2 },
      { label: 'Severity', share: 0.1 },
      { label: 'What', share: 0.42 },
      { label: 'Acknowledged', share: 0.15 },
      { label: 'Lasted', share: 0.13, right: true },
    ],
    alerts.map(({ openedAt, resolvedAt, severity, title, acknowledgedAt, acknowledgedBy }) => [
      instantWords(openedAt),
      severity,
      title,
      acknowledgedAt === null ? '–' : (acknowledgedBy ?? 'yes'),
      resolvedAt === null ? 'still active' : durationWords((resolvedAt - openedAt) / 1_000),
    ]),
  );
  drawMore(pdf, moreAlerts, 'older alerts');
}

/** How the numbers came about, for a reader who has nothing but the paper. */
function drawMethod(pdf: Pdf, { durations }: Report): void {
  heading(pdf, 'How this was counted');
  pdf.font(FACE.regular).fontSize(8.5).fillColor(INK.text);
  const sentences = [
    'Every run of a CronJob that ended is counted once, by the UTC day on which it started; retries within a run are part of it.',
    'The success rate is the share of finished runs that succeeded, those that were started by hand included.',
    'Durations are of successful runs; P50 and P95 are the durations that half and 95 of 100 of them did not exceed.',
    ...(durations === null
      ? [
          'The rates and durations in the table of CronJobs are of the window of their monitor, else of the last 7 days.',
        ]
      : [
          'Slots without a run are the times at which the schedule was due and no run started, other than by a suspension.',
        ]),
    'Alerts are those that were raised in the time of the report; an alert lasts until its cause has ended.',
  ];
  pdf.list(sentences, MARGIN, pdf.y, { bulletRadius: 1.5, textIndent: 10, width: contentWidth(pdf) });
}

function drawMore(pdf: Pdf, count: number, what: string): void {
  if (count === 0) return;
  pdf.moveDown(0.4);
  pdf
    .font(FACE.regular)
    .fontSize(8)
    .fillColor(INK.mute)
    .text(`And ${count} ${what}, which the export as CSV has.`, MARGIN);
}
