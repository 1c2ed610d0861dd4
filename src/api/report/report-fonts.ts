import { fileURLToPath } from 'node:url';

/** The faces of a report, by which pdfkit knows them. */
export const FACE = { regular: 'Regular', bold: 'Bold' } as const;

/**
 * Their files. The fonts that every reader of PDFs has know Latin-1 alone; these know Latin, Greek and Cyrillic
 * with all their extensions, and of each the letters that a report uses are embedded.
 */
export const FACE_FILES = {
  regular: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf')),
  bold: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf')),
} as const;
