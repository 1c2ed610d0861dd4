/** A scale from 0 up, whose steps are round numbers. */
export interface NiceScale {
  /** A whole number of steps. */
  readonly top: number;
  readonly step: number;
}

/** The scale that holds `most` (above 0) in about so many steps of 1, 2 or 5 times a power of ten. */
export function niceScale(most: number, steps: number): NiceScale {
  const raw = most / steps;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 5].find((factor) => factor * power >= raw * 0.75) ?? 10) * power;
  return { step, top: step * Math.ceil(most / step - 1e-9) };
}
