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
  return new PdfDocument({
    size: 'A4',
    margins: { top: MARGIN, bottom: MARGIN + FOOTER, left: MARGIN, right: MARGIN },
    bufferPages: true,
    tagged: true,
    lang: 'en',
    displayTitle: true,
    // pdfkit would take the wall's clock, and make the file's id from it.
    info: { Title: title, Producer: 'Punctual', Creator: 'Punctual', CreationDate: new Date(createdAt) },
  });
}

/** The width that content has. */
export function contentWidth(pdf: Pdf): number {
  return pdf.page.width - 2 * MARGIN;
}

/** Begins a new page unless so much height is left on this one. */
export function ensureRoom(pdf: Pdf, height: number): void {
  if (pdf.y + height > pdf.page.height - MARGIN - FOOTER) pdf.addPage();
}

/** A heading with the space around it. */
export function heading(pdf: Pdf, text: string): void {
  ensureRoom(pdf, 60);
  pdf.moveDown(0.9);
  pdf.font('Helvetica-Bold').fontSize(12).fillColor(INK.text).text(text, MARGIN);
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
    pdf.font('Helvetica').fontSize(8).fillColor(INK.mute);
    pdf.text(text, MARGIN, y, { lineBreak: false });
    pdf.text(`Page ${index - start + 1} of ${count}`, MARGIN, y, {
      width: contentWidth(pdf),
      align: 'right',
      lineBreak: false,
    });
    pdf.endMarkedContent();
  }
}
