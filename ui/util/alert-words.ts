import type { AlertType } from '../../src/api/contract/alert.ts';

/** The types of alerts as a reader says them. */
export const ALERT_TYPE_WORDS: Readonly<Record<AlertType, string>> = {
  failure: 'Failure',
  deadManSwitch: "Dead man's switch",
  slaViolation: 'SLA violation',
};
