import type { KubeObject, ResourceType } from '../cluster-types.ts';
import type { PrinterColumn } from '../custom-resource.ts';
import { qualifiedName } from '../resource-types.ts';
import { ageSince, humanDuration } from './human-duration.ts';
import { readJsonPath } from './json-path.ts';
import { podReadiness, podReason, podRestarts } from './pod-cells.ts';

/** One column of a Table. Columns of priority 1 show with `-o wide` only. */
export interface Column {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly priority: 0 | 1;
  readonly cell: (object: KubeObject, now: number) => unknown;
}

const NAME = column('Name', (object) => object.metadata.name);
const AGE = column('Age', (object, now) => ageSince(object.metadata.creationTimestamp, now));

/** The columns that kubectl shows, by qualified resource name. */
const BUILT_IN: Readonly<Record<string, readonly Column[]>> = {
  namespaces: [NAME, column('Status', ({ status }) => status?.phase ?? ''), AGE],
  nodes: [
    NAME,
    column('Status', nodeStatus),
    column('Roles', nodeRoles),
    AGE,
    column('Version', ({ status }) => status?.nodeInfo?.kubeletVersion ?? ''),
  ],
  pods: [
    NAME,
    column('Ready', podReadiness),
    column('Status', podReason),
    column('Restarts', podRestarts),
    AGE,
    wide('IP', ({ status }) => status?.podIP ?? '<none>'),
    wide('Node', ({ spec }) => spec?.nodeName ?? '<none>'),
    wide('Nominated Node', () => '<none>'),
    wide('Readiness Gates', () => '<none>'),
  ],
  events: [
    column('Last Seen', (event, now) => ageSince(lastSeen(event), now)),
    column('Type', (event) => event['type'] ?? ''),
    column('Reason', (event) => event['reason'] ?? ''),
    column('Object', ({ involvedObject }) => objectName(involvedObject)),
    wide('Subobject', ({ involvedObject }) => field(involvedObject, 'fieldPath')),
    wide(
      'Source',
      ({ source, reportingComponent }) => field(source, 'component') || (reportingComponent ?? ''),
    ),
    column('Message', (event) => field(event, 'message').trim()),
    wide('First Seen', (event, now) => ageSince(event['firstTimestamp'] ?? event['eventTime'], now)),
    wide('Count', (event) => event['count'] ?? 1),
    wide('Name', (object) => object.metadata.name),
  ],
  secrets: [
    NAME,
    column('Type', (secret) => secret['type'] ?? ''),
    column('Data', (secret) => Object.keys((secret['data'] as object | undefined) ?? {}).length, 'integer'),
    AGE,
  ],
  configmaps: [
    NAME,
    column(
      'Data',
      ({ data, binaryData }) => Object.keys({ ...(data as object), ...(binaryData as object) }).length,
      'integer',
    ),
    AGE,
  ],
  serviceaccounts: [
    NAME,
    column('Secrets', ({ secrets }) => (Array.isArray(secrets) ? secrets.length : 0), 'integer'),
    AGE,
  ],
  'cronjobs.batch': [
    NAME,
    column('Schedule', ({ spec }) => spec.schedule),
    column('Timezone', ({ spec }) => spec.timeZone ?? '<none>'),
    column('Suspend', ({ spec }) => (spec.suspend === true ? 'True' : 'False')),
    column('Active', ({ status }) => status?.active?.length ?? 0, 'integer'),
    column('Last Schedule', ({ status }, now) => ageSince(status?.lastScheduleTime, now, '<none>')),
    AGE,
    wide('Containers', ({ spec }) => containerNames(spec.jobTemplate?.spec?.template?.spec)),
    wide('Images', ({ spec }) => containerImages(spec.jobTemplate?.spec?.template?.spec)),
    wide('Selector', ({ spec }) => selectorText(spec.jobTemplate?.spec?.selector)),
  ],
  'jobs.batch': [
    NAME,
    column('Status', jobStatus),
    column('Completions', jobCompletions),
    column('Duration', jobDuration),
    AGE,
    wide('Containers', ({ spec }) => containerNames(spec.template?.spec)),
    wide('Images', ({ spec }) => containerImages(spec.template?.spec)),
    wide('Selector', ({ spec }) => selectorText(spec.selector)),
  ],
  'leases.coordination.k8s.io': [NAME, column('Holder', ({ spec }) => spec?.holderIdentity ?? ''), AGE],
  'customresourcedefinitions.apiextensions.k8s.io': [
    NAME,
    column('Created At', (object) => object.metadata.creationTimestamp, 'date'),
  ],
};

/** The columns of a type; `printerColumns` are those of a custom kind's definition. */
export function columnsOf(type: ResourceType, printerColumns: readonly PrinterColumn[]): readonly Column[] {
  const builtIn = BUILT_IN[qualifiedName(type)];
  if (builtIn !== undefined) return builtIn;
  return printerColumns.length === 0 ? [NAME, AGE] : [NAME, ...printerColumns.map(fromPrinterColumn)];
}

function column(name: string, cell: Column['cell'], type: Column['type'] = 'string'): Column {
  return { name, type, priority: 0, cell };
}

function wide(name: string, cell: Column['cell']): Column {
  return { name, type: 'string', priority: 1, cell };
}

function fromPrinterColumn({ name, type, jsonPath, priority }: PrinterColumn): Column {
  return {
    name,
    type: type as Column['type'],
    priority: (priority ?? 0) > 0 ? 1 : 0,
    cell: (object, now) => {
      const value = readJsonPath(object, jsonPath);
      if (type === 'date') return value === undefined ? null : ageSince(value, now);
      if (type === 'string' && value !== undefined && typeof value !== 'string') return JSON.stringify(value);
      return value ?? null;
    },
  };
}

/** A text inside an object; empty where there is none. */
function field(object: unknown, name: string): string {
  const value = (object as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}

function objectName(object: unknown): string {
  const kind = field(object, 'kind').toLowerCase();
  const name = field(object, 'name');
  return name === '' ? kind : `${kind}/${name}`;
}

/** A series tells when it was seen last; else the event itself does. */
function lastSeen({ series, lastTimestamp, eventTime }: KubeObject): unknown {
  return field(series, 'lastObservedTime') || (lastTimestamp ?? eventTime);
}

interface Condition {
  readonly type: string;
  readonly status: string;
}

function hasCondition({ status }: KubeObject, type: string): boolean {
  const conditions: readonly Condition[] = status?.conditions ?? [];
  return conditions.some((condition) => condition.type === type && condition.status === 'True');
}

function nodeStatus(node: KubeObject): string {
  const ready = hasCondition(node, 'Ready') ? 'Ready' : 'NotReady';
  return node.spec?.unschedulable === true ? `${ready},SchedulingDisabled` : ready;
}

function nodeRoles({ metadata }: KubeObject): string {
  const prefix = 'node-role.kubernetes.io/';
  const roles = Object.keys(metadata.labels ?? {}).filter((label) => label.startsWith(prefix));
  return roles.length === 0
    ? '<none>'
    : roles
        .map((label) => label.slice(prefix.length))
        .sort()
        .join(',');
}

function jobStatus(job: KubeObject): string {
  if (hasCondition(job, 'Complete')) return 'Complete';
  if (hasCondition(job, 'Failed')) return 'Failed';
  if (job.metadata.deletionTimestamp !== undefined) return 'Terminating';
  if (hasCondition(job, 'Suspended')) return 'Suspended';
  if (hasCondition(job, 'FailureTarget')) return 'FailureTarget';
  return hasCondition(job, 'SuccessCriteriaMet') ? 'SuccessCriteriaMet' : 'Running';
}

function jobCompletions({ spec, status }: KubeObject): string {
  const succeeded = status?.succeeded ?? 0;
  if (spec.completions !== undefined) return `${succeeded}/${spec.completions}`;
  const parallelism = spec.parallelism ?? 0;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function jobDuration({ status }: KubeObject, now: number): string {
  if (status?.startTime === undefined) return '';
  const end = status.completionTime === undefined ? now : Date.parse(status.completionTime);
  return humanDuration(end - Date.parse(status.startTime));
}

interface ContainerSummary {
  readonly name: string;
  readonly image: string;
}

function containerNames(spec: { readonly containers?: readonly ContainerSummary[] } | undefined): string {
  return (spec?.containers ?? []).map(({ name }) => name).join(',');
}

function containerImages(spec: { readonly containers?: readonly ContainerSummary[] } | undefined): string {
  return (spec?.containers ?? []).map(({ image }) => image).join(',');
}

function selectorText(selector: { readonly matchLabels?: Record<string, string> } | undefined): string {
  const labels = Object.entries(selector?.matchLabels ?? {});
  return labels.length === 0 ? '<none>' : labels.map(([key, value]) => `${key}=${value}`).join(',');
}
