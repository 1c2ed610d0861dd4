import type { FailureFacts } from './failure-facts.ts';

/** A suggested fix that every failure is held against. It fits when any of its signs is there. */
export interface BuiltInFix {
  readonly name: string;
  readonly reasons?: readonly string[];
  readonly exitCodes?: readonly number[];
  readonly signals?: readonly number[];
  /** Looked for in the log and in what Kubernetes says about attempt and Job. */
  readonly log?: RegExp;
  readonly events?: RegExp;
  /**
   * Texts count only as long as no container ran: afterwards, what had delayed its start is no cause,
   * though its events remain.
   */
  readonly beforeStart?: true;
  readonly suggestion: (facts: FailureFacts) => string;
}

/** Whether a built-in fix is for such a failure. */
export function builtInFits(fix: BuiltInFix, facts: FailureFacts): boolean {
  const { exitCode, signal, reasons } = facts;
  return (
    (fix.reasons?.some((reason) => reasons.includes(reason)) ?? false) ||
    (exitCode !== null && (fix.exitCodes?.includes(exitCode) ?? false)) ||
    (signal !== null && (fix.signals?.includes(signal) ?? false)) ||
    (!(fix.beforeStart && hasRun(facts)) && textFits(fix, facts))
  );
}

function textFits(fix: BuiltInFix, { log, message, events }: FailureFacts): boolean {
  return (
    (fix.log?.test(log) ?? false) || (fix.log?.test(message) ?? false) || (fix.events?.test(events) ?? false)
  );
}

/** Whether a container of the attempt ran. */
function hasRun({ exitCode, log, names }: FailureFacts): boolean {
  return (exitCode !== null && exitCode !== -1) || log !== '' || names.container !== null;
}
