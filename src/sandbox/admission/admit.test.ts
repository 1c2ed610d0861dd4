import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { KubeObject, ResourceType } from '../cluster-types.ts';
import { StatusError } from '../cluster-types.ts';
import { RESOURCE_TYPES } from '../resource-types.ts';
import { admit, type Admission } from './admit.ts';

const ADMISSION: Admission = {
  validateSchedule: (schedule, timeZone) => {
    if (schedule === 'nonsense') return 'expected exactly 5 fields, found 1: [nonsense]';
    return timeZone === 'Mars/Base' ? 'unknown time zone Mars/Base' : null;
  },
  customResource: () => undefined,
};

const POD_SPEC = { restartPolicy: 'Never', containers: [{ name: 'main', image: 'busybox:1' }] };

function typeOf(resource: string): ResourceType {
  return RESOURCE_TYPES.find((type) => type.resource === resource)!;
}

function anObject(resource: string, spec: unknown, name = 'x'): KubeObject {
  const metadata = { name, namespace: 'default', uid: 'u-1', resourceVersion: '1', creationTimestamp: '' };
  return { apiVersion: '', kind: typeOf(resource).kind, metadata, spec };
}

/** The fields that are refused, with their messages. */
function refusals(resource: string, object: KubeObject, before?: KubeObject): readonly string[] {
  try {
    admit(ADMISSION, typeOf(resource), object, before);
    return [];
  } catch (error) {
    assert.ok(error instanceof StatusError && error.code === 422, String(error));
    const causes = error.details!['causes'] as readonly { field: string; message: string }[];
    return causes.map(({ field, message }) => `${field}: ${message}`);
  }
}

function aCronJob(spec: object = {}, podSpec: object = {}): object {
  const template = { spec: { ...POD_SPEC, ...podSpec } };
  return { schedule: '0 1 * * *', jobTemplate: { spec: { template } }, ...spec };
}

describe('defaults', () => {
  test('of a CronJob are those of the API server', () => {
    const { spec } = admit(ADMISSION, typeOf('cronjobs'), anObject('cronjobs', aCronJob()), undefined);
    const { concurrencyPolicy, suspend, successfulJobsHistoryLimit, failedJobsHistoryLimit } = spec;
    assert.deepEqual(
      [concurrencyPolicy, suspend, successfulJobsHistoryLimit, failedJobsHistoryLimit],
      ['Allow', false, 3, 1],
    );
    const [container] = spec.jobTemplate.spec.template.spec.containers;
    assert.equal(container.imagePullPolicy, 'IfNotPresent');
    assert.equal(spec.jobTemplate.spec.backoffLimit, undefined);
  });

  test('of a Job give it a selector and its Pods the labels to match', () => {
    const { spec, metadata } = admit(
      ADMISSION,
      typeOf('jobs'),
      anObject('jobs', { template: { spec: POD_SPEC } }),
      undefined,
    );
    assert.deepEqual(spec.selector, { matchLabels: { 'batch.kubernetes.io/controller-uid': 'u-1' } });
    assert.equal(spec.template.metadata.labels['batch.kubernetes.io/job-name'], 'x');
    assert.equal(metadata.labels!['job-name'], 'x');
  });

  const COUNTS: readonly {
    readonly name: string;
    readonly given: object;
    readonly want: readonly unknown[];
  }[] = [
    { name: 'a Job without counts runs once', given: {}, want: [1, 1, 6] },
    {
      name: 'a Job with parallelism alone is a work queue',
      given: { parallelism: 3 },
      want: [undefined, 3, 6],
    },
    { name: 'a Job with completions alone runs them one by one', given: { completions: 3 }, want: [3, 1, 6] },
    {
      name: 'a limit for each index lifts the common one',
      given: { completions: 2, completionMode: 'Indexed', backoffLimitPerIndex: 1 },
      want: [2, 1, 2_147_483_647],
    },
  ];
  for (const { name, given, want } of COUNTS) {
    test(name, () => {
      const object = anObject('jobs', { ...given, template: { spec: POD_SPEC } });
      const { spec } = admit(ADMISSION, typeOf('jobs'), object, undefined);
      assert.deepEqual([spec.completions, spec.parallelism, spec.backoffLimit], want);
    });
  }
});

const REFUSED: readonly {
  readonly name: string;
  readonly resource: string;
  readonly spec: object;
  readonly objectName?: string;
  readonly want: readonly (string | RegExp)[];
}[] = [
  {
    name: 'a CronJob in order is taken',
    resource: 'cronjobs',
    spec: aCronJob({ timeZone: 'Europe/Berlin' }),
    want: [],
  },
  {
    name: 'a schedule that cannot be parsed',
    resource: 'cronjobs',
    spec: aCronJob({ schedule: 'nonsense' }),
    want: ['spec.schedule: Invalid value: "nonsense": expected exactly 5 fields, found 1: [nonsense]'],
  },
  {
    name: 'a missing schedule',
    resource: 'cronjobs',
    spec: aCronJob({ schedule: '' }),
    want: ['spec.schedule: Required value'],
  },
  {
    name: 'a time zone in the schedule',
    resource: 'cronjobs',
    spec: aCronJob({ schedule: 'TZ=UTC 0 1 * * *' }),
    want: [/^spec\.schedule: Invalid value: "TZ=UTC 0 1 \* \* \*": cannot use TZ or CRON_TZ in schedule/],
  },
  {
    name: 'an unknown time zone',
    resource: 'cronjobs',
    spec: aCronJob({ timeZone: 'Mars/Base' }),
    want: ['spec.timeZone: Invalid value: "Mars/Base": unknown time zone Mars/Base'],
  },
  {
    name: 'a CronJob name that leaves no room for those of its Jobs',
    resource: 'cronjobs',
    spec: aCronJob(),
    objectName: 'a'.repeat(53),
    want: [/^metadata\.name: Invalid value: "a+": must be no more than 52 characters$/],
  },
  {
    name: 'a concurrency policy that does not exist',
    resource: 'cronjobs',
    spec: aCronJob({ concurrencyPolicy: 'Sometimes' }),
    want: [
      'spec.concurrencyPolicy: Unsupported value: "Sometimes": supported values: "Allow", "Forbid", "Replace"',
    ],
  },
  {
    name: 'negative limits',
    resource: 'cronjobs',
    spec: aCronJob({ failedJobsHistoryLimit: -1, startingDeadlineSeconds: -5 }),
    want: [
      'spec.startingDeadlineSeconds: Invalid value: -5: must be greater than or equal to 0',
      'spec.failedJobsHistoryLimit: Invalid value: -1: must be greater than or equal to 0',
    ],
  },
  {
    name: 'a Job whose pods restart for ever',
    resource: 'cronjobs',
    spec: aCronJob({}, { restartPolicy: 'Always' }),
    want: [
      'spec.jobTemplate.spec.template.spec.restartPolicy: Unsupported value: "Always": supported values: "OnFailure", "Never"',
    ],
  },
  {
    name: 'no container',
    resource: 'jobs',
    spec: { template: { spec: { ...POD_SPEC, containers: [] } } },
    want: ['spec.template.spec.containers: Required value'],
  },
  {
    name: 'containers without an image, with a bad or a repeated name',
    resource: 'pods',
    spec: { containers: [{ name: 'A', image: 'x' }, { name: 'b' }, { name: 'b', image: 'x' }] },
    want: [
      /^spec\.containers\[0\]\.name: Invalid value: "A": a lowercase RFC 1123 label/,
      'spec.containers[1].image: Required value',
      'spec.containers[2].name: Duplicate value: "b"',
    ],
  },
  {
    name: 'an indexed Job without completions',
    resource: 'jobs',
    spec: { completionMode: 'Indexed', parallelism: 2, template: { spec: POD_SPEC } },
    want: ['spec.completions: Required value: when completion mode is Indexed'],
  },
  {
    name: 'a command that is no list, and a variable that is no text',
    resource: 'pods',
    spec: { containers: [{ name: 'a', image: 'x', command: 'true', env: [{ name: 'N', value: 1 }, {}] }] },
    want: [
      'spec.containers[0].command: Invalid value: "true": must be a list of strings',
      'spec.containers[0].env[0].value: Invalid value: 1: must be a string',
      'spec.containers[0].env[1].name: Required value',
    ],
  },
  {
    name: 'a name in capitals',
    resource: 'configmaps',
    spec: {},
    objectName: 'Bad',
    want: [/^metadata\.name: Invalid value: "Bad": a lowercase RFC 1123 subdomain/],
  },
];

describe('refused is', () => {
  for (const { name, resource, spec, objectName, want } of REFUSED) {
    test(name, () => {
      const found = refusals(resource, anObject(resource, spec, objectName));
      assert.equal(found.length, want.length, found.join('\n'));
      for (const [index, expected] of want.entries()) {
        if (typeof expected === 'string') assert.equal(found[index], expected);
        else assert.match(found[index]!, expected);
      }
    });
  }

  test('a status whose lists are none', () => {
    const before = admit(ADMISSION, typeOf('pods'), anObject('pods', POD_SPEC), undefined);
    const after = { ...before, status: { conditions: 'x', containerStatuses: [null] } };
    assert.deepEqual(refusals('pods', after, before), [
      'status.conditions: Invalid value: "x": must be a list of objects',
      'status.containerStatuses: Invalid value: [null]: must be a list of objects',
    ]);
    assert.match(refusals('pods', { ...before, status: [] }, before)[0]!, /^status: .*must be an object$/);
  });

  test('labels and annotations that are none', () => {
    const object = anObject('configmaps', {});
    const labels = { ok: 'a.b', 'bad key': 'x', n: 1 as unknown as string, v: '-x' };
    const metadata = {
      ...object.metadata,
      labels,
      annotations: { 'x/y/z': 'a', 'Up/case': 'any text, really' },
    };
    const refused = refusals('configmaps', { ...object, metadata }).map((text) => text.slice(0, 60));
    assert.deepEqual(refused, [
      'metadata.labels: Invalid value: "bad key": name part must co',
      'metadata.labels: Invalid value: 1: must be a string',
      'metadata.labels: Invalid value: "-x": a valid label must be ',
      'metadata.annotations: Invalid value: "x/y/z": name part must',
      'metadata.annotations: Invalid value: "Up/case": prefix part ',
    ]);
  });

  const job = (spec: object = {}) =>
    admit(ADMISSION, typeOf('jobs'), anObject('jobs', { template: { spec: POD_SPEC }, ...spec }), undefined);

  test('a change of the template of a Job that runs, not of one that waits', () => {
    const changed = (before: KubeObject) => {
      const template = structuredClone(before.spec.template);
      template.spec.containers[0].image = 'busybox:2';
      return { ...before, spec: { ...before.spec, template } };
    };
    const running = job();
    assert.match(refusals('jobs', changed(running), running)[0]!, /^spec\.template: .*field is immutable$/);
    const waiting = job({ suspend: true });
    assert.deepEqual(refusals('jobs', changed(waiting), waiting), []);
  });

  test('a change of completions, while parallelism may change', () => {
    const before = job();
    const change = (fields: object) => ({ ...before, spec: { ...before.spec, ...fields } });
    assert.deepEqual(refusals('jobs', change({ completions: 5 }), before), [
      'spec.completions: Invalid value: 5: field is immutable',
    ]);
    assert.deepEqual(refusals('jobs', change({ parallelism: 5 }), before), []);
  });
});
