import { FACE } from './report-fonts.ts';
import { contentWidth, ensureRoom, INK, MARGIN, type Pdf } from './report-page.ts';
import { plain } from './report-words.ts';

/** A column: its share of the width, and where its text stands. */
export interface TableColumn {
  readonly label: string;
  readonly share: number;
  readonly right?: boolean;
}

const ROW = 15;
const SIZE = 8;

/** A table that goes on on the next page, with its head again. Text that is too long is cut off with an ellipsis. */
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
    pdf.font(FACE.regular).fontSize(SIZE).fillColor(INK.text);
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
  pdf.font(FACE.bold).fontSize(SIZE).fillColor(INK.mute);
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
    const text = fitted(pdf, plain(cells[index] ?? ''), width - 8);
    pdf.text(text, x + 4, y, { width: width - 8, align: right ? 'right' : 'left', lineBreak: false });
    x += width;
  }
}

/** Text in the present font, cut off with an ellipsis where it is wider than that. */
export function fitted(pdf: Pdf, text: string, width: number): string {
  const whole = pdf.widthOfString(text);
  if (whole <= width) return text;
  // Measuring is dear: only the last letters are taken off one by one.
  let cut = text.slice(0, Math.ceil((text.length * width) / whole) + 2);
  while (cut.length > 1 && pdf.widthOfString(`${cut}…`) > width) cut = cut.slice(0, -1);
  return `${cut}…`;
}
