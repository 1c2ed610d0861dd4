import { FACE, FACE_FILES } from './report-fonts.ts';
import PdfDocument from 'pdfkit';

export type Pdf = InstanceType<typeof PdfDocument>;

export const MARGIN = 42;
const FOOTER = 24;

/** Ink of the report, which is read in black and white too. */
export const INK = {
  text: '#1c2128',
  mute: '#57606a',
  line: '#cfd5db',
  faint: '#eef0f2',
  ok: '#7fbfae',
  warn: '#b88f1b',
  bad: '#8f0d16',
  accent: '#0b57d0',
} as const;

/** An empty document of A4 pages, whose text and charts are vectors; made at `createdAt` (ms since the epoch). */
export function newDocument(title: string, createdAt: number): Pdf {
  const pdf = new PdfDocument({
    font: FACE_FILES.regular,
    size: 'A4',
    margins: { top: MARGIN, bottom: MARGIN + FOOTER, left: MARGIN, right: MARGIN },
    bufferPages: true,
    tagged: true,
    lang: 'en',
    displayTitle: true,
    // pdfkit would take the wall's clock, and make the file's id from it.
    info: { Title: title, Producer: 'Punctual', Creator: 'Punctual', CreationDate: new Date(createdAt) },
  });
  pdf.registerFont(FACE.regular, FACE_FILES.regular);
  pdf.registerFont(FACE.bold, FACE_FILES.bold);
  return pdf;
}

/** The width that content has. */
export function contentWidth(pdf: Pdf): number {
  return pdf.page.width - 2 * MARGIN;
}

/** Begins a new page unless so much height is left on this one. */
export function ensureRoom(pdf: Pdf, height: number): void {
  if (pdf.y + height > pdf.page.height - MARGIN - FOOTER) pdf.addPage();
}

/** A heading with the space around it, on the page on which so much of what it is over has room. */
export function heading(pdf: Pdf, text: string, room = 30): void {
  ensureRoom(pdf, 30 + room);
  pdf.moveDown(0.9);
  pdf.font(FACE.bold).fontSize(12).fillColor(INK.text).text(text, MARGIN);
  pdf.moveDown(0.35);
}

/** What stands at the foot of every page: whose report, of when, and which page of how many. */
export function drawFooters(pdf: Pdf, text: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    pdf.switchToPage(index);
    const y = pdf.page.height - MARGIN - 6;
    // Below the margin pdfkit would begin a page for it.
    pdf.page.margins.bottom = 0;
    pdf.markContent('Artifact', { type: 'Pagination' });
    pdf.font(FACE.regular).fontSize(8).fillColor(INK.mute);
    pdf.text(text, MARGIN, y, { lineBreak: false });
    pdf.text(`Page ${index - start + 1} of ${count}`, MARGIN, y, {
      width: contentWidth(pdf),
      align: 'right',
      lineBreak: false,
    });
    pdf.endMarkedContent();
  }
}
