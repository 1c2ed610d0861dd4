import { drawDurations, drawHeatMap, drawSuccess } from './draw-charts.ts';
import { drawTable } from './draw-table.ts';
import { contentWidth, drawFooters, heading, INK, MARGIN, newDocument, type Pdf } from './report-page.ts';
import { durationWords, instantWords, latin, percentWords } from './report-words.ts';
import type { Report } from './report.ts';

/** The report as a PDF, to be read in black and white too. */
export function drawReport(report: Report): Pdf {
  const pdf = newDocument(latin(`${report.title}: ${report.subject}`), report.to);
  drawHeader(pdf, report);
  drawSummary(pdf, report);
  if (report.hasDurations) drawDurations(pdf, report.days);
  drawSuccess(pdf, report.days);
  drawHeatMap(pdf, report);
  if (report.cronJobs.length > 0) drawCronJobs(pdf, report);
  drawAlerts(pdf, report);
  drawFooters(
    pdf,
    latin(`${report.organisation ?? report.title} | ${report.subject} | ${instantWords(report.to)}`),
  );
  pdf.end();
  return pdf;
}

function drawHeader(pdf: Pdf, report: Report): void {
  const { organisation, title, subject, from, to, logo } = report;
  if (logo !== null) drawLogo(pdf, logo);
  if (organisation !== null) {
    pdf.font('Helvetica-Bold').fontSize(9).fillColor(INK.mute).text(latin(organisation));
    pdf.moveDown(0.3);
  }
  pdf.font('Helvetica-Bold').fontSize(18).fillColor(INK.text).text(latin(title));
  pdf.fontSize(12).text(latin(subject));
  pdf
    .font('Helvetica')
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
    pdf.font('Helvetica').fontSize(8);
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
      .font('Helvetica')
      .fontSize(8)
      .fillColor(INK.mute)
      .text(latin(label), x, y, { width, lineBreak: false });
    pdf
      .font('Helvetica-Bold')
      .fontSize(13)
      .fillColor(INK.text)
      .text(latin(value), x, y + 11, { width, lineBreak: false });
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
    pdf.font('Helvetica').fontSize(9).fillColor(INK.text).text('None was raised in this time.', MARGIN);
    return;
  }
  drawTable(
    pdf,
    [
      { label: 'Raised', share: 0.2 },
      { label: 'Severity', share: 0.1 },
      { label: 'What', share: 0.54 },
      { label: 'Lasted', share: 0.16, right: true },
    ],
    alerts.map(({ openedAt, resolvedAt, severity, title }) => [
      instantWords(openedAt),
      severity,
      title,
      resolvedAt === null ? 'still active' : durationWords((resolvedAt - openedAt) / 1_000),
    ]),
  );
  drawMore(pdf, moreAlerts, 'older alerts');
}

function drawMore(pdf: Pdf, count: number, what: string): void {
  if (count === 0) return;
  pdf.moveDown(0.4);
  pdf
    .font('Helvetica')
    .fontSize(8)
    .fillColor(INK.mute)
    .text(`And ${count} ${what}, which the export as CSV has.`, MARGIN);
}
