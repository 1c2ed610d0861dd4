import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSearchPattern } from '../lib/search-pattern.ts';
import { BUILT_IN_FIXES } from './built-in-fixes.ts';
import type { FailureFacts } from './failure-facts.ts';
import { readFixPattern } from './fix-pattern.ts';
import { type FixPatterns, fixesFor, suggestFix } from './suggested-fix.ts';
import { aFailure } from './testing.ts';

interface Case {
  readonly name: string;
  readonly facts: Partial<FailureFacts>;
  /** Name of the built-in fix that is given. */
  readonly fix: string | null;
  readonly text?: RegExp;
}

const STOPPED_BEFORE_START = { exitCode: -1, log: '', names: { ...aFailure().names, container: null } };

const CASES: readonly Case[] = [
  {
    name: 'out of memory comes before its exit code',
    facts: { reasons: ['OOMKilled', 'BackoffLimitExceeded'], exitCode: 137, signal: 9 },
    fix: 'out of memory',
    text: /container backup needed more memory than its limit.*kubectl -n payments get cronjob nightly-backup/,
  },
  {
    name: 'an image that cannot be pulled comes before the deadline that ended the wait',
    facts: { ...STOPPED_BEFORE_START, reasons: ['ImagePullBackOff', 'DeadlineExceeded'] },
    fix: 'image cannot be pulled',
    text: /describe pod nightly-backup-29540220-abcde/,
  },
  {
    name: 'an image that was pulled after some tries is no cause of what the program did',
    facts: { exitCode: 3, events: 'Warning Failed Pod/x: Failed to pull image "backup:1"' },
    fix: 'retries used up',
  },
  {
    name: 'a missing Secret is told by its event where no attempt was seen',
    facts: {
      ...STOPPED_BEFORE_START,
      reasons: ['DeadlineExceeded'],
      events: 'Warning Failed Pod/x: Error: secret "db" not found',
    },
    fix: 'configuration refers to something missing',
  },
  {
    name: 'a volume that does not come',
    facts: {
      ...STOPPED_BEFORE_START,
      reasons: ['DeadlineExceeded'],
      events: 'Warning FailedMount Pod/x: MountVolume.SetUp failed for volume "data" : timed out',
    },
    fix: 'volume cannot be mounted',
  },
  {
    name: 'a quota that leaves no room',
    facts: {
      ...STOPPED_BEFORE_START,
      reasons: ['DeadlineExceeded'],
      events:
        'Warning FailedCreate Job/x: Error creating: pods "x-a" is forbidden: exceeded quota: compute, requested: pods=1',
    },
    fix: 'quota exceeded',
    text: /kubectl -n payments describe resourcequota/,
  },
  {
    name: 'a service account that is missing',
    facts: {
      ...STOPPED_BEFORE_START,
      events:
        'Warning FailedCreate Job/x: Error creating: pods "x-" is forbidden: error looking up service account payments/bot: serviceaccount "bot" not found',
    },
    fix: 'service account missing',
  },
  {
    name: 'an admission webhook that refuses',
    facts: {
      ...STOPPED_BEFORE_START,
      events:
        'Warning FailedCreate Job/x: Error creating: admission webhook "policy.example" denied the request: no latest tag',
    },
    fix: 'refused by admission',
    text: /get events --field-selector involvedObject.name=nightly-backup-29540220/,
  },
  { name: 'an eviction', facts: { reasons: ['Evicted'], exitCode: 137 }, fix: 'evicted' },
  {
    name: 'a preemption',
    facts: { exitCode: 143, events: 'Warning Preempted Pod/x: Preempted by pod 81c on node node-a' },
    fix: 'preempted',
  },
  { name: 'a node that went', facts: { reasons: ['NodeLost'], exitCode: -1 }, fix: 'node lost or shut down' },
  {
    name: 'a Pod that no node takes',
    facts: {
      ...STOPPED_BEFORE_START,
      reasons: ['DeadlineExceeded'],
      events: 'Warning FailedScheduling Pod/x: 0/3 nodes are available: 3 Insufficient cpu.',
    },
    fix: 'cannot be scheduled',
  },
  {
    name: 'a command that the runtime cannot start',
    facts: { reasons: ['StartError'], exitCode: 128 },
    fix: 'command cannot be started',
  },
  {
    name: 'a deletion',
    facts: { reasons: ['Deleted'], exitCode: -1 },
    fix: 'deleted by hand',
    text: /create job nightly-backup-retry --from=cronjob\/nightly-backup/,
  },
  {
    name: 'a deadline',
    facts: { reasons: ['DeadlineExceeded'], exitCode: -1, log: 'still waiting' },
    fix: 'deadline exceeded',
    text: /\{\.spec\.jobTemplate\.spec\.activeDeadlineSeconds\}/,
  },
  ...(
    [
      ['program ran out of memory', 'java.lang.OutOfMemoryError: Java heap space'],
      ['program ran out of memory', 'FATAL ERROR: Ineffective mark-compacts JavaScript heap out of memory'],
      ['program ran out of memory', 'Traceback (most recent call last):\n  File "a.py"\nMemoryError'],
      ['disk full', "OSError: [Errno 28] No space left on device: '/tmp/x'"],
      ['read-only file system', "touch: cannot touch '/data/x': Read-only file system"],
      ['too many open files', 'accept4: too many open files'],
      ['name cannot be resolved', 'curl: (6) Could not resolve host: ledger.internal'],
      ['name cannot be resolved', 'dial tcp: lookup db on 10.96.0.10:53: no such host'],
      ['name cannot be resolved', 'Error: getaddrinfo ENOTFOUND db'],
      ['name cannot be resolved', "wget: bad address 'db:80'"],
      ['certificate not accepted', 'x509: certificate signed by unknown authority'],
      ['certificate not accepted', 'curl: (60) SSL certificate problem: certificate has expired'],
      [
        'no permission in the cluster (RBAC)',
        'Error from server (Forbidden): pods is forbidden: User "system:serviceaccount:payments:default" cannot list resource "pods"',
      ],
      ['credentials refused', 'upload failed: 403 Forbidden: access key expired'],
      ['credentials refused', 'FATAL:  password authentication failed for user "app"'],
      ['credentials refused', 'request returned status code 401'],
      ['too many requests', 'HTTP 429 Too Many Requests'],
      ['connection refused', 'dial tcp 10.0.0.7:5432: connect: connection refused'],
      ['connection broken', 'read: connection reset by peer'],
      ['timeout', 'error: card network timed out after 10s'],
      ['timeout', 'Get "https://api": context deadline exceeded'],
      ['other side unavailable', 'server answered 503 Service Unavailable'],
      ['wrong processor architecture', 'exec /app/run: exec format error'],
      ['shell script cannot be read', 'sh: 3: Syntax error: Unterminated quoted string'],
      ['shell script cannot be read', '/bin/sh: [[: not found'],
      ['shell script cannot be read', "run.sh: line 2: $'\\r': command not found"],
      ['module or library missing', "Error: Cannot find module 'pg'"],
      ['module or library missing', "ModuleNotFoundError: No module named 'boto3'"],
      ['command not found', 'sh: pg_dump: not found\n'],
      ['permission denied', 'open /data/out: permission denied'],
      ['file missing', 'cat: /etc/app/config.yml: No such file or directory'],
      ['locale or encoding', "UnicodeDecodeError: 'ascii' codec can't decode byte 0xc3"],
    ] as const
  ).map(([fix, log]) => ({ name: `the log says ${log.split('\n')[0]!.slice(0, 40)}`, facts: { log }, fix })),
  { name: 'exit code 127', facts: { exitCode: 127 }, fix: 'command not found', text: /\(exit code 127\)/ },
  { name: 'exit code 126', facts: { exitCode: 126 }, fix: 'command cannot be executed' },
  {
    name: 'exit code 137 without a reason',
    facts: { exitCode: 137 },
    fix: 'killed',
    text: /SIGKILL.*kubectl -n payments describe pod nightly-backup-29540220-abcde/,
  },
  { name: 'exit code 143', facts: { exitCode: 143 }, fix: 'terminated', text: /SIGTERM.*get events/ },
  { name: 'exit code 139', facts: { exitCode: 139 }, fix: 'crashed', text: /exit code 139, SIGSEGV/ },
  { name: 'exit code 130', facts: { exitCode: 130 }, fix: 'interrupted' },
  { name: 'a crash loop', facts: { reasons: ['CrashLoopBackOff'] }, fix: 'crash loop' },
  { name: 'indexes that failed', facts: { reasons: ['FailedIndexes'] }, fix: 'indexes failed' },
  {
    name: 'retries used up, by any exit code',
    facts: {},
    fix: 'retries used up',
    text: /kubectl -n payments logs job\/nightly-backup-29540220 /,
  },
  {
    name: 'a cause that is not known gets no guess',
    facts: { reasons: ['PodFailurePolicy'], exitCode: 3 },
    fix: null,
  },
  {
    name: 'words that only look like a cause are none',
    facts: {
      reasons: [],
      log: 'timeout=30 retries=0 code=40312 certificate ok\n404 rows, 0 errors, permission set denied=0, done',
    },
    fix: null,
  },
];
for (const { name, facts, fix, text = /kubectl / } of CASES) {
  test(`${name}: ${fix ?? 'nothing'} is suggested`, () => {
    const found = suggestFix(aFailure(facts), []);
    assert.equal(found?.name ?? null, fix);
    if (found !== null) assert.match(found.text, text);
  });
}

test('every built-in fix is the first for some failure, so none is out of reach', () => {
  const given = new Set(CASES.map(({ fix }) => fix));
  assert.deepEqual(
    BUILT_IN_FIXES.map(({ name }) => name).filter((name) => !given.has(name)),
    [],
  );
});

test('the built-in expressions are ones that a monitor may have too', () => {
  for (const { name, log, events } of BUILT_IN_FIXES) {
    for (const expression of [log, events]) {
      if (expression === undefined) continue;
      assert.equal(parseSearchPattern(expression.source).kind, 'pattern', name);
    }
  }
});

test('the commands name what is there where no Job or Pod is known', () => {
  const names = { ...aFailure().names, job: null, pod: null };
  for (const fix of BUILT_IN_FIXES) {
    assert.doesNotMatch(fix.suggestion(aFailure({ names })), /null|undefined/, fix.name);
  }
});

test('a log of 100 KB is held against every built-in fix without holding anything up', () => {
  const log = `${'secret "'.repeat(4_000)}${'User "system:serviceaccount:'.repeat(2_000)}${'status   '.repeat(1_500)}`;
  const began = performance.now();
  assert.equal(suggestFix(aFailure({ log, reasons: [], exitCode: 3 }), []), null);
  assert.ok(performance.now() - began < 1_000);
});

function anOwner(name: string, ...patterns: readonly (readonly [string, object, number?])[]): FixPatterns {
  return {
    source: { kind: 'monitor', namespace: 'payments', name },
    patterns: patterns.map(([pattern, match, priority = 0]) => {
      const read = readFixPattern({ name: pattern, match, suggestion: `do ${pattern}`, priority }, () => {});
      assert.ok(read);
      return read;
    }),
  };
}

interface Conditions {
  readonly match: object;
  readonly facts: Partial<FailureFacts>;
  readonly fits: boolean;
}

const CONDITIONS: readonly Conditions[] = [
  { match: { exitCode: 3 }, facts: { exitCode: 3 }, fits: true },
  { match: { exitCode: 3 }, facts: { exitCode: 4 }, fits: false },
  { match: { exitCode: 0 }, facts: { exitCode: null }, fits: false },
  { match: { exitCodeRange: { min: 3, max: 9 } }, facts: { exitCode: 9 }, fits: true },
  { match: { exitCodeRange: { min: 3, max: 9 } }, facts: { exitCode: 10 }, fits: false },
  { match: { exitCodeRange: { min: -1, max: 9 } }, facts: { exitCode: null }, fits: false },
  { match: { reason: 'OOMKilled' }, facts: { reasons: ['Error', 'OOMKilled'] }, fits: true },
  { match: { reason: 'OOM' }, facts: { reasons: ['OOMKilled'] }, fits: false },
  { match: { reasonPattern: '^OOM' }, facts: { reasons: ['Error', 'OOMKilled'] }, fits: true },
  { match: { reasonPattern: '^Killed' }, facts: { reasons: ['OOMKilled'] }, fits: false },
  { match: { logPattern: '^fatal: ' }, facts: { log: 'hello\nfatal: lock' }, fits: true },
  { match: { logPattern: 'fatal' }, facts: { events: 'fatal' }, fits: false },
  { match: { eventPattern: 'BackOff Pod/' }, facts: { events: 'Warning BackOff Pod/x: y' }, fits: true },
  { match: { exitCode: 3, logPattern: 'lock' }, facts: { exitCode: 3, log: 'a lock' }, fits: true },
  { match: { exitCode: 3, logPattern: 'lock' }, facts: { exitCode: 3, log: 'a key' }, fits: false },
  { match: { exitCode: 3, logPattern: 'lock' }, facts: { exitCode: 4, log: 'a lock' }, fits: false },
];
for (const { match, facts, fits } of CONDITIONS) {
  test(`a pattern with ${JSON.stringify(match)} ${fits ? 'fits' : 'does not fit'} ${JSON.stringify(facts)}`, () => {
    const found = suggestFix(aFailure(facts), [anOwner('nightly', ['own', match])]);
    assert.equal(found?.name === 'own', fits);
  });
}

test('the patterns of all monitors come by priority, before the built-in ones', () => {
  const owners = [
    anOwner(
      'a',
      ['a low', { exitCode: 137 }],
      ['a high', { exitCode: 137 }, 10],
      ['not', { exitCode: 1 }, 99],
    ),
    anOwner('b', ['b low', { exitCode: 137 }], ['b highest', { exitCode: 137 }, 11]),
  ];
  const found = [...fixesFor(aFailure({ exitCode: 137 }), owners)];
  assert.deepEqual(
    found.map(({ name, source, priority }) => [
      name,
      source.kind === 'monitor' ? source.name : source.kind,
      priority,
    ]),
    [
      ['b highest', 'b', 11],
      ['a high', 'a', 10],
      ['a low', 'a', 0],
      ['b low', 'b', 0],
      ['killed', 'builtIn', null],
      ['retries used up', 'builtIn', null],
    ],
  );
  assert.equal(suggestFix(aFailure({ exitCode: 137 }), owners)?.text, 'do b highest');
});
