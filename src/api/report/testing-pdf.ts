import { inflateSync } from 'node:zlib';

/** The text that a PDF of pdfkit shows, a line for each that is drawn. Letters without a glyph are left out. */
export function textOfPdf(pdf: Buffer): string {
  const objects = objectsOf(pdf.toString('latin1'));
  const fonts = fontsOf(objects);
  return [...objects.values()]
    .filter(({ stream }) => stream?.includes(' TJ'))
    .map(({ stream }) => textOfPage(stream!, fonts))
    .join('\n');
}

interface PdfObject {
  readonly head: string;
  /** Inflated; null where there is none. */
  readonly stream: string | null;
}

function objectsOf(source: string): ReadonlyMap<string, PdfObject> {
  const found = source.matchAll(/\n(\d+) 0 obj\n([^]*?)(?:stream\n([^]*?)\nendstream\n?)?endobj/g);
  return new Map([...found].map(([, id, head, body]) => [id!, { head: head!, stream: inflate(body) }]));
}

function inflate(body: string | undefined): string | null {
  try {
    return body === undefined ? null : inflateSync(Buffer.from(body, 'latin1')).toString('latin1');
  } catch {
    return null;
  }
}

/** By the name under which pages use a font: what its glyphs stand for. */
function fontsOf(objects: ReadonlyMap<string, PdfObject>): ReadonlyMap<string, readonly string[]> {
  const named = [...objects.values()].flatMap(({ head }) => [...head.matchAll(/\/(F\d+) (\d+) 0 R/g)]);
  return new Map(
    named.map(([, name, id]) => {
      const cmap = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id!)!.head)![1]!;
      return [name!, lettersOf(objects.get(cmap)!.stream!)];
    }),
  );
}

function lettersOf(cmap: string): readonly string[] {
  const lists = [...cmap.matchAll(/<[0-9a-f]+> <[0-9a-f]+> \[([^\]]*)\]/g)].map(([, list]) => list!);
  return [...lists.join(' ').matchAll(/<([0-9a-f ]*)>/g)].map(([, hex]) =>
    Buffer.from(hex!.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
  );
}

function textOfPage(stream: string, fonts: ReadonlyMap<string, readonly string[]>): string {
  const lines: string[] = [];
  let letters: readonly string[] = [];
  for (const [, font, line] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
    if (font !== undefined) letters = fonts.get(font)!;
    else
      lines.push(
        [...line!.matchAll(/<([0-9a-f]+)>/g)].map(([, hex]) => textOfGlyphs(hex!, letters)).join(''),
      );
  }
  return lines.join('\n');
}

function textOfGlyphs(hex: string, letters: readonly string[]): string {
  return (hex.match(/.{4}/g) ?? []).map((glyph) => letters[Number.parseInt(glyph, 16)] ?? '').join('');
}
