import type { KubeObject, ObjectInput } from '../cluster-types.ts';

/** Fields that the two Event kinds spell differently: core's name, then that of events.k8s.io. */
const RENAMED = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
  ['reportingComponent', 'reportingController'],
] as const;

/** A core Event in the form of events.k8s.io/v1. */
export function toEventsGroup(event: KubeObject): KubeObject {
  return { ...renamed(event, RENAMED), apiVersion: 'events.k8s.io/v1' } as KubeObject;
}

/** An Event of events.k8s.io/v1 in the form that is stored. */
export function fromEventsGroup(input: ObjectInput): ObjectInput {
  const back = RENAMED.map(([core, group]) => [group, core] as const);
  return { ...renamed(input, back), apiVersion: 'v1' } as unknown as ObjectInput;
}

function renamed(
  object: Readonly<Record<string, unknown>>,
  names: readonly (readonly [string, string])[],
): Record<string, unknown> {
  const result: Record<string, unknown> = { ...object };
  for (const [from, to] of names) {
    if (result[from] === undefined) continue;
    result[to] = result[from];
    delete result[from];
  }
  return result;
}
