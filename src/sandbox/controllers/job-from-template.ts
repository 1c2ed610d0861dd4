import type { KubeObject, ObjectInput, OwnerReference } from '../cluster-types.ts';
import { periodAt, type Zone } from '../../schedule/zone.ts';

/** The Job that the CronJob controller creates for a slot (ms), named after the slot's minute. */
export function jobFromTemplate(cronJob: KubeObject, jobName: string, slot: number, zone: Zone): ObjectInput {
  const template = cronJob.spec.jobTemplate;
  return {
    metadata: {
      name: jobName,
      namespace: cronJob.metadata.namespace!,
      labels: { ...template.metadata?.labels },
      annotations: {
        ...template.metadata?.annotations,
        'batch.kubernetes.io/cronjob-scheduled-timestamp': inZone(slot, zone),
      },
      ownerReferences: [controllerReference(cronJob)],
    },
    spec: template.spec,
  };
}

/** The owner reference of what a controller creates for `owner`. */
export function controllerReference(owner: KubeObject): OwnerReference {
  return {
    apiVersion: owner.apiVersion,
    kind: owner.kind,
    name: owner.metadata.name,
    uid: owner.metadata.uid,
    controller: true,
    blockOwnerDeletion: true,
  };
}

/** RFC 3339 with the zone's offset: `2026-03-29T03:30:00+02:00`, or `Z` for UTC. */
export function inZone(ms: number, zone: Zone): string {
  const { offset } = periodAt(zone, Math.floor(ms / 1_000));
  const local = new Date(ms + offset * 1_000).toISOString().slice(0, 19);
  if (offset === 0) return `${local}Z`;
  const minutes = Math.abs(Math.trunc(offset / 60));
  const hh = String(Math.floor(minutes / 60)).padStart(2, '0');
  const mm = String(minutes % 60).padStart(2, '0');
  return `${local}${offset < 0 ? '-' : '+'}${hh}:${mm}`;
}
