import { arc, pie } from 'd3-shape';

/** A part of a whole. */
export interface DonutPart<Key extends string> {
  readonly key: Key;
  readonly count: number;
}

const INNER = 0.62;
/** Between neighbours, in px at the outer edge, so that parts stay apart without colour. */
const GAP = 1.5;

/**
 * The parts as ring segments round the origin, clockwise from the top in the given order. Parts of
 * zero are left out, a single part is the whole ring, and without any there are none.
 */
export function donut<Key extends string>(
  parts: readonly DonutPart<Key>[],
  radius: number,
): readonly { readonly key: Key; readonly path: string }[] {
  const present = parts.filter((part) => part.count > 0);
  const ring = arc<{ startAngle: number; endAngle: number; padAngle: number }>()
    .innerRadius(radius * INNER)
    .outerRadius(radius)
    .padRadius(radius)
    .digits(2);
  const slices = pie<DonutPart<Key>>()
    .sort(null)
    .padAngle(present.length > 1 ? GAP / radius : 0)
    .value((part) => part.count)([...present]);
  return slices.map((slice) => ({ key: slice.data.key, path: ring(slice)! }));
}
