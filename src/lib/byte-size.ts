const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Bytes with a unit suffix in powers of 1000 and at most one decimal: `512B`, `1.4MB`. */
export function formatByteSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 999.95 of a unit would be written as 1000.0 of it.
  while (value >= 999.95 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit++;
  }
  return `${Number(value.toFixed(1))}${UNITS[unit]}`;
}
