import type { ParsedMonitorSpec } from '../rule/monitor-spec.ts';

/** A Kubernetes condition. */
export interface Condition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionAt: number;
  readonly observedGeneration: number;
}

type Verdict = Pick<Condition, 'type' | 'status' | 'reason' | 'message'>;

/**
 * What a monitor's status says of its spec: `Ready`, and whether the channels that it refers to exist.
 * `before` itself when nothing changed; a condition's time is that of its last change of status.
 */
export function monitorConditions(
  parsed: ParsedMonitorSpec,
  {
    channels,
    before,
    generation,
    now,
  }: {
    /** Names of the AlertChannels that exist. */
    readonly channels: ReadonlySet<string>;
    readonly before: readonly Condition[];
    readonly generation: number;
    readonly now: number;
  },
): readonly Condition[] {
  const after = [ready(parsed), channelsResolved(parsed, channels)].map((verdict): Condition => {
    const last = before.find(({ type }) => type === verdict.type);
    const lastTransitionAt = last?.status === verdict.status ? last.lastTransitionAt : now;
    return { ...verdict, lastTransitionAt, observedGeneration: generation };
  });
  return isSame(before, after) ? before : after;
}

function ready(parsed: ParsedMonitorSpec): Verdict {
  if (parsed.kind === 'spec') {
    return { type: 'Ready', status: 'True', reason: 'Valid', message: 'The spec is valid and in force.' };
  }
  const message = parsed.problems.map((problem) => `${problem.field} ${problem.message}`).join('; ');
  return { type: 'Ready', status: 'False', reason: 'InvalidSpec', message: `${message}.` };
}

function channelsResolved(parsed: ParsedMonitorSpec, channels: ReadonlySet<string>): Verdict {
  const type = 'ChannelsResolved';
  if (parsed.kind === 'invalid') {
    return { type, status: 'Unknown', reason: 'InvalidSpec', message: 'The spec is invalid.' };
  }
  const names = new Set(parsed.spec.alerting.channelRefs.map(({ name }) => name));
  const missing = [...names.difference(channels)].sort();
  if (missing.length > 0) {
    const message = `There is no AlertChannel named ${missing.join(', ')}.`;
    return { type, status: 'False', reason: 'ChannelNotFound', message };
  }
  const message = names.size === 0 ? 'The spec refers to no channel.' : 'Every channel exists.';
  return { type, status: 'True', reason: 'Resolved', message };
}

function isSame(a: readonly Condition[], b: readonly Condition[]): boolean {
  const keys = ['type', 'status', 'reason', 'message', 'observedGeneration'] as const;
  return a.length === b.length && a.every((one, index) => keys.every((key) => one[key] === b[index]![key]));
}
