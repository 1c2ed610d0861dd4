import { stringify } from 'yaml';
import { ChannelSpecSchema } from '../src/alert/channel-schema.ts';
import { ChannelStatusSchema } from '../src/alert/channel-status.ts';
import { MonitorSpecSchema } from '../src/rule/monitor-schema.ts';
import { MonitorStatusSchema } from '../src/rule/monitor-status.ts';

interface Kind {
  readonly kind: string;
  readonly plural: string;
  readonly shortName: string;
  readonly scope: 'Namespaced' | 'Cluster';
  readonly description: string;
  readonly spec: object;
  readonly specRequired: boolean;
  readonly status: object;
  readonly columns: readonly (readonly [name: string, type: string, jsonPath: string])[];
}

const KINDS: readonly Kind[] = [
  {
    kind: 'CronJobMonitor',
    plural: 'cronjobmonitors',
    shortName: 'cjm',
    scope: 'Namespaced',
    description: 'Watches CronJobs and says who is told when one fails or stays silent.',
    spec: MonitorSpecSchema,
    specRequired: false,
    status: MonitorStatusSchema,
    columns: [
      ['CronJobs', 'integer', '.status.summary.cronJobs'],
      ['Healthy', 'integer', '.status.summary.healthy'],
      ['Warning', 'integer', '.status.summary.warning'],
      ['Critical', 'integer', '.status.summary.critical'],
      ['Age', 'date', '.metadata.creationTimestamp'],
    ],
  },
  {
    kind: 'AlertChannel',
    plural: 'alertchannels',
    shortName: 'ach',
    scope: 'Cluster',
    description: 'Receives alerts: a chat or any HTTP receiver.',
    spec: ChannelSpecSchema,
    specRequired: true,
    status: ChannelStatusSchema,
    columns: [
      ['Type', 'string', '.spec.type'],
      ['Ready', 'string', '.status.conditions[?(@.type=="Ready")].status'],
      ['Sent', 'integer', '.status.alertsSent'],
      ['Age', 'date', '.metadata.creationTimestamp'],
    ],
  },
];

const GROUP = 'punctual.dev';

/** The CustomResourceDefinitions of this project: file name in deploy/crds to its text. */
export function crdFiles(): ReadonlyMap<string, string> {
  return new Map(
    KINDS.map((kind) => [`${kind.plural}.yaml`, HEADER + stringify(toCrd(kind), { lineWidth: 100 })]),
  );
}

const HEADER = '# Generated from the schemas in src/rule and src/alert: node scripts/generate-crds.ts\n';

function toCrd(kind: Kind): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${kind.plural}.${GROUP}` },
    spec: {
      group: GROUP,
      scope: kind.scope,
      names: {
        kind: kind.kind,
        listKind: `${kind.kind}List`,
        plural: kind.plural,
        singular: kind.kind.toLowerCase(),
        shortNames: [kind.shortName],
      },
      versions: [
        {
          name: 'v1alpha1',
          served: true,
          storage: true,
          subresources: { status: {} },
          additionalPrinterColumns: kind.columns.map(([name, type, jsonPath]) => ({ name, type, jsonPath })),
          schema: { openAPIV3Schema: toRootSchema(kind) },
        },
      ],
    },
  };
}

function toRootSchema({ description, spec, specRequired, status }: Kind): object {
  return {
    type: 'object',
    description,
    ...(specRequired ? { required: ['spec'] } : {}),
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { type: 'object' },
      spec: toStructural(spec as JsonSchema),
      status: toStructural(status as JsonSchema),
    },
  };
}

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly required?: readonly string[];
  readonly exclusiveMinimum?: number;
  readonly patternHint?: string;
  readonly default?: unknown;
  readonly [keyword: string]: unknown;
}

/** JSON Schema as the API server takes it: OpenAPI 3.0, and nothing required that has a default. */
function toStructural(schema: JsonSchema): object {
  const { properties, items, required = [], exclusiveMinimum, patternHint: _, ...rest } = schema;
  const stillRequired = required.filter((name) => properties?.[name]?.default === undefined);
  return {
    ...rest,
    ...(exclusiveMinimum === undefined ? {} : { minimum: exclusiveMinimum, exclusiveMinimum: true }),
    ...(stillRequired.length === 0 ? {} : { required: stillRequired }),
    ...(properties === undefined ? {} : { properties: mapValues(properties, toStructural) }),
    ...(items === undefined ? {} : { items: toStructural(items) }),
  };
}

function mapValues<A, B>(record: Readonly<Record<string, A>>, map: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
