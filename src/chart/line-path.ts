/** A line through the points as an SVG path, to a tenth of a px; empty without points. */
export function linePath(points: readonly { readonly x: number; readonly y: number }[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${round(x)},${round(y)}`).join('');
}

function round(px: number): number {
  return Math.round(px * 10) / 10;
}
