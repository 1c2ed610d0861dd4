import { contentWidth, ensureRoom, INK, MARGIN, type Pdf } from './report-page.ts';
import { latin } from './report-words.ts';

/** A column: its share of the width, and where its text stands. */
export interface TableColumn {
  readonly label: string;
  readonly share: number;
  readonly right?: boolean;
}

const ROW = 15;
const SIZE = 8.5;

/** A table that goes on on the next page, with its head again. Text that is too long is cut off with three dots. */
export function drawTable(
  pdf: Pdf,
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
): void {
  drawHead(pdf, columns);
  for (const row of rows) {
    const { page } = pdf;
    ensureRoom(pdf, ROW);
    if (pdf.page !== page) drawHead(pdf, columns);
    const { y } = pdf;
    pdf.font('Helvetica').fontSize(SIZE).fillColor(INK.text);
    drawCells(pdf, columns, row, y + 3);
    pdf
      .lineWidth(0.4)
      .moveTo(MARGIN, y + ROW)
      .lineTo(MARGIN + contentWidth(pdf), y + ROW)
      .stroke(INK.line);
    pdf.y = y + ROW;
  }
  pdf.x = MARGIN;
}

function drawHead(pdf: Pdf, columns: readonly TableColumn[]): void {
  ensureRoom(pdf, 3 * ROW);
  const { y } = pdf;
  pdf.rect(MARGIN, y, contentWidth(pdf), ROW).fill(INK.faint);
  pdf.font('Helvetica-Bold').fontSize(SIZE).fillColor(INK.mute);
  drawCells(
    pdf,
    columns,
    columns.map(({ label }) => label),
    y + 3,
  );
  pdf.y = y + ROW;
}

function drawCells(pdf: Pdf, columns: readonly TableColumn[], cells: readonly string[], y: number): void {
  let x = MARGIN;
  for (const [index, { share, right }] of columns.entries()) {
    const width = contentWidth(pdf) * share;
    const text = fitted(pdf, latin(cells[index] ?? ''), width - 8);
    pdf.text(text, x + 4, y, { width: width - 8, align: right ? 'right' : 'left', lineBreak: false });
    x += width;
  }
}

function fitted(pdf: Pdf, text: string, width: number): string {
  if (pdf.widthOfString(text) <= width) return text;
  let cut = text;
  while (cut.length > 1 && pdf.widthOfString(`${cut}...`) > width) cut = cut.slice(0, -1);
  return `${cut}...`;
}
