import { crc32 } from 'node:zlib';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);
const JPEG_END = Buffer.from([0xff, 0xd9]);

/** Why bytes are no whole PNG or JPEG image, as the end of "the file …"; null when they are one. */
export function imageProblem(bytes: Buffer): string | null {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return pngProblem(bytes);
  if (bytes.subarray(0, JPEG_START.length).equals(JPEG_START)) {
    return bytes.includes(JPEG_END, JPEG_START.length) ? null : 'is a JPEG image that is cut off';
  }
  return 'is neither a PNG nor a JPEG image';
}

/** A PNG says of each of its chunks how long it is, and has a sum of it. */
function pngProblem(bytes: Buffer): string | null {
  let start = PNG.length;
  while (start + 12 <= bytes.length) {
    const end = start + 12 + bytes.readUInt32BE(start);
    if (end > bytes.length) break;
    const typeAndData = bytes.subarray(start + 4, end - 4);
    if (crc32(typeAndData) !== bytes.readUInt32BE(end - 4)) return 'is a PNG image that is damaged';
    if (typeAndData.subarray(0, 4).toString('latin1') === 'IEND') return null;
    start = end;
  }
  return 'is a PNG image that is cut off';
}
