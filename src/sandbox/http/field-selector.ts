import type { KubeObject, ResourceType } from '../cluster-types.ts';
import { qualifiedName } from '../resource-types.ts';
import { badRequest } from '../status-errors.ts';

export interface FieldRequirement {
  readonly path: readonly string[];
  readonly equal: boolean;
  readonly value: string;
}

/** The fields that can be selected by, beside metadata.name and metadata.namespace. */
const SELECTABLE: Readonly<Record<string, readonly string[]>> = {
  pods: [
    'spec.nodeName',
    'spec.restartPolicy',
    'spec.schedulerName',
    'spec.serviceAccountName',
    'status.phase',
  ],
  events: [
    'involvedObject.kind',
    'involvedObject.namespace',
    'involvedObject.name',
    'involvedObject.uid',
    'involvedObject.apiVersion',
    'involvedObject.resourceVersion',
    'involvedObject.fieldPath',
    'reason',
    'reportingComponent',
    'source',
    'type',
  ],
  'events.events.k8s.io': [
    'regarding.kind',
    'regarding.namespace',
    'regarding.name',
    'regarding.uid',
    'reason',
    'reportingController',
    'type',
  ],
  secrets: ['type'],
  namespaces: ['status.phase'],
  nodes: ['spec.unschedulable'],
  'jobs.batch': ['status.successful'],
};

/** A selector such as `involvedObject.name=x,type!=Normal`. Throws BadRequest on fields a type lacks. */
export function parseFieldSelector(type: ResourceType, text: string): readonly FieldRequirement[] {
  return text
    .split(',')
    .filter((part) => part !== '')
    .map((part) => {
      const match = /^([^!=]+)(==|=|!=)(.*)$/.exec(part);
      if (match === null) throw badRequest(`invalid selector: '${text}'; can't understand '${part}'`);
      const field = match[1]!.trim();
      if (!isSelectable(type, field)) throw badRequest(`field label not supported: ${field}`);
      return { path: pathOf(field), equal: match[2] !== '!=', value: match[3]!.trim() };
    });
}

/** Whether an object meets every condition. A field that is absent counts as the empty text. */
export function matchesFields(requirements: readonly FieldRequirement[], object: KubeObject): boolean {
  return requirements.every(({ path, equal, value }) => (fieldText(object, path) === value) === equal);
}

function isSelectable(type: ResourceType, field: string): boolean {
  if (field === 'metadata.name' || (field === 'metadata.namespace' && type.namespaced)) return true;
  return SELECTABLE[qualifiedName(type)]?.includes(field) === true;
}

/** Two fields are selected by names that are not their paths. */
function pathOf(field: string): readonly string[] {
  if (field === 'status.successful') return ['status', 'succeeded'];
  if (field === 'source') return ['source', 'component'];
  return field.split('.');
}

function fieldText(object: KubeObject, path: readonly string[]): string {
  let value: unknown = object;
  for (const key of path) value = (value as Record<string, unknown> | undefined)?.[key];
  return value === undefined || value === null ? '' : `${value as string | number | boolean}`;
}
