import { type ContainerScript, SCRIPT_ANNOTATION } from '../../src/sandbox/runners/script-runner.ts';

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly [field: string]: unknown;
  };
  readonly [field: string]: unknown;
}

export interface CronJobOptions {
  /** Every five minutes unless given. */
  readonly schedule?: string;
  /** How each of its containers runs; 10 s and exit code 0 unless given. */
  readonly script?: ContainerScript;
  /** How the containers of one Job run in the order of their starts; the last one is repeated. */
  readonly scripts?: readonly ContainerScript[];
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly jobSpec?: Readonly<Record<string, unknown>>;
  readonly restartPolicy?: 'Never' | 'OnFailure';
  /** Takes the place of fields of the Pod's spec. */
  readonly podSpec?: Readonly<Record<string, unknown>>;
  /** One that can be pulled unless given. */
  readonly image?: string;
}

/** A CronJob in namespace default with one container. A failed run is not retried unless jobSpec says so. */
export function cronJob(name: string, options: CronJobOptions = {}): Manifest {
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name, namespace: 'default' },
    spec: {
      schedule: options.schedule ?? '*/5 * * * *',
      ...options.spec,
      jobTemplate: jobTemplate(options),
    },
  };
}

/** Annotation with one ContainerScript for each start within a Job. */
export const SCRIPTS_ANNOTATION = 'test.punctual.dev/scripts';

function jobTemplate({ script, scripts, jobSpec, restartPolicy, image, podSpec }: CronJobOptions): object {
  return {
    spec: {
      backoffLimit: 0,
      ...jobSpec,
      template: {
        metadata: {
          annotations:
            scripts === undefined
              ? { [SCRIPT_ANNOTATION]: JSON.stringify(script ?? succeeding()) }
              : { [SCRIPTS_ANNOTATION]: JSON.stringify(scripts) },
        },
        spec: {
          restartPolicy: restartPolicy ?? 'Never',
          containers: [{ name: 'main', image: image ?? 'registry.example/work:1' }],
          ...podSpec,
        },
      },
    },
  };
}

/** A merge patch that makes a CronJob's runs go another way from now on. */
export function nowRuns(script: ContainerScript): object {
  return {
    spec: {
      jobTemplate: {
        spec: { template: { metadata: { annotations: { [SCRIPT_ANNOTATION]: JSON.stringify(script) } } } },
      },
    },
  };
}

export function succeeding(durationMs = 10_000): ContainerScript {
  return { durationMs, exitCode: 0, log: [{ atMs: 0, text: 'hello\n' }] };
}

export function failing(exitCode = 3, durationMs = 10_000): ContainerScript {
  return {
    durationMs,
    exitCode,
    log: [
      { atMs: 0, text: 'hello\n' },
      { atMs: durationMs, text: 'oops\n' },
    ],
  };
}

/** A webhook or chat channel and the Secret with its URL, at the receiver under `/<name>`. */
export function channel(
  name: string,
  type: 'chat' | 'webhook',
  receiverUrl: string,
  more: Readonly<Record<string, unknown>> = {},
): readonly Manifest[] {
  const reference = { name, namespace: 'default', key: 'url' };
  const block =
    type === 'chat'
      ? { chat: { webhookSecretRef: reference, ...more } }
      : { webhook: { urlSecretRef: reference, ...more } };
  return [
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name, namespace: 'default' },
      stringData: { url: `${receiverUrl}/${name}` },
    },
    {
      apiVersion: 'punctual.dev/v1alpha1',
      kind: 'AlertChannel',
      metadata: { name },
      spec: { type, ...block },
    },
  ];
}

/** A monitor of all CronJobs in namespace default that tells the channels named. */
export function monitor(
  name: string,
  channels: readonly string[],
  spec: Readonly<Record<string, unknown>> = {},
): Manifest {
  return {
    apiVersion: 'punctual.dev/v1alpha1',
    kind: 'CronJobMonitor',
    metadata: { name, namespace: 'default' },
    spec: { alerting: { channelRefs: channels.map((channel) => ({ name: channel })) }, ...spec },
  };
}

const PATHS: Readonly<Record<string, readonly [prefix: string, resource: string]>> = {
  Secret: ['/api/v1', 'secrets'],
  Namespace: ['/api/v1', 'namespaces'],
  CronJob: ['/apis/batch/v1', 'cronjobs'],
  Job: ['/apis/batch/v1', 'jobs'],
  CronJobMonitor: ['/apis/punctual.dev/v1alpha1', 'cronjobmonitors'],
  AlertChannel: ['/apis/punctual.dev/v1alpha1', 'alertchannels'],
};

/** Where objects like this one are created. */
export function collectionPath({ kind, metadata }: Manifest): string {
  const [prefix, resource] = PATHS[kind]!;
  const scope = metadata.namespace === undefined ? '' : `/namespaces/${metadata.namespace}`;
  return `${prefix}${scope}/${resource}`;
}
