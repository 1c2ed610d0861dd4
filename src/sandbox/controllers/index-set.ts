/**
 * Completion indexes of an Indexed Job in the notation of `status.completedIndexes`: `1,3-5,7`.
 * Two neighbours are written `3,4`, as Kubernetes does.
 */
export function formatIndexes(indexes: ReadonlySet<number>): string {
  const sorted = [...indexes].sort((a, b) => a - b);
  const parts: string[] = [];
  for (let start = 0; start < sorted.length;) {
    let end = start;
    while (sorted[end + 1] === sorted[end]! + 1) end++;
    parts.push(formatRange(sorted[start]!, sorted[end]!));
    start = end + 1;
  }
  return parts.join(',');
}

/** The indexes below `completions` in such a text. Parts that cannot be read are left out. */
export function parseIndexes(text: string, completions: number): Set<number> {
  const indexes = new Set<number>();
  for (const part of text === '' ? [] : text.split(',')) {
    const match = /^(\d+)(?:-(\d+))?$/.exec(part);
    if (match === null) continue;
    const last = Math.min(Number(match[2] ?? match[1]), completions - 1);
    for (let index = Number(match[1]); index <= last; index++) indexes.add(index);
  }
  return indexes;
}

function formatRange(first: number, last: number): string {
  if (first === last) return String(first);
  return last === first + 1 ? `${first},${last}` : `${first}-${last}`;
}
