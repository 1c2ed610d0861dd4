import type { Severity } from '../../alert/alert.ts';

export const COLOURS = { critical: '#dc2626', warning: '#eab308', info: '#2563eb' } as const satisfies Record<
  Severity,
  string
>;
export const RECOVERY_COLOUR = '#16a34a';
