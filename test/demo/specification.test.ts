// The interface specification, line by line, against the demo world as Punctual serves it: every endpoint with every
// parameter, body, field and error. What it leaves open is not looked at here.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Answer, send } from '../../src/api/testing-send.ts';
import * as specified from '../specified-fields.ts';
import { ALERT_TYPE, assertFields, HEALTH, OUTCOME, SEVERITY } from '../specified-fields.ts';
import { demoWorld } from './demo-world.ts';

const world = demoWorld();

/** So many runs end, or become old enough for a prune, between two questions about them. */
const MOST_MEANWHILE = 100;

type Item = Readonly<Record<string, string | number | boolean | null>>;

describe('CronJobs', () => {
  test('GET /cronjobs lists summaries, and how many there are', async () => {
    const { items, total } = await list('/cronjobs');
    assert.equal(total, 25);
    assert.equal(items.length, 25);
    for (const item of items) assertFields(item, specified.CRON_JOB_SUMMARY);
    assert.ok(items.filter(({ lastRun }) => lastRun !== null).length >= 20);
  });

  test('namespace, status and monitor choose among them', async () => {
    const { items } = await list('/cronjobs');
    const inData = await list('/cronjobs?namespace=data');
    assert.deepEqual(
      inData.items.map(nameOf),
      items.filter(({ namespace }) => namespace === 'data').map(nameOf),
    );
    assert.equal(inData.total, inData.items.length);
    for (const status of HEALTH) {
      const chosen = await list(`/cronjobs?status=${status}`);
      assert.deepEqual(
        chosen.items.map(nameOf),
        items.filter((item) => item['status'] === status).map(nameOf),
      );
    }
    const monitors = await list('/monitors');
    for (const { name, cronJobCount } of monitors.items) {
      assert.equal((await list(`/cronjobs?monitor=${name}`)).total, cronJobCount, `monitor ${name}`);
    }
    assert.equal((await list('/cronjobs?namespace=nowhere')).total, 0);
  });

  test('GET /cronjobs/{namespace}/{name} tells schedule and metrics', async () => {
    for (const { namespace, name, status } of (await list('/cronjobs')).items) {
      const detail = await get(`/cronjobs/${namespace}/${name}`);
      assertFields(detail, specified.CRON_JOB_DETAIL);
      assert.deepEqual([detail['namespace'], detail['name'], detail['status']], [namespace, name, status]);
      const { avgDuration, p50Duration, p95Duration } = part(detail, 'metrics') as Record<string, number>;
      assert.ok(avgDuration! >= 0 && p50Duration! >= 0 && p50Duration! <= p95Duration!, `${name}`);
    }
  });

  test('GET …/executions lists runs, 50 unless another limit is given', async () => {
    const path = await busiest();
    const { items, total } = await list(`${path}/executions`);
    assert.equal(items.length, 50);
    assert.ok(total > 50);
    for (const item of items) assertFields(item, specified.EXECUTION);
  });

  test('limit and offset page through them, and no run is missing or comes twice', async () => {
    const path = await busiest();
    const until = anHourAgo();
    const first = await list(`${path}/executions?limit=20&to=${until}`);
    const second = await list(`${path}/executions?limit=20&offset=20&to=${until}`);
    const both = await list(`${path}/executions?limit=40&to=${until}`);
    assert.deepEqual([...first.items, ...second.items], both.items);
    assert.equal(new Set(both.items.map(({ id }) => id)).size, 40);
    assert.equal(first.total, both.total);
  });

  test('status, from and to choose among them', async () => {
    // Of three months and failing since yesterday.
    const path = '/cronjobs/payments/fraud-model-refresh';
    const until = anHourAgo();
    const all = await list(`${path}/executions?limit=1000&to=${until}`);
    let total = 0;
    for (const status of OUTCOME) {
      const chosen = await list(`${path}/executions?limit=1000&status=${status}&to=${until}`);
      assert.ok(chosen.items.every((item) => item['status'] === status));
      assert.ok(chosen.total > 0, status);
      total += chosen.total;
    }
    assert.equal(total, all.total);
    const [from, to] = [all.items[30]!['startTime'], all.items[10]!['startTime']];
    const { items } = await list(`${path}/executions?limit=1000&from=${from}&to=${to}`);
    assert.deepEqual(items, all.items.slice(10, 31));
  });

  test('POST …/trigger starts a Job, and answers its name', async () => {
    const answer = await ask('/cronjobs/platform/heartbeat/trigger', 'POST');
    assert.equal(answer.status, 200, answer.body);
    const result = JSON.parse(answer.body) as Item;
    assertFields(result, specified.TRIGGER_RESULT);
    const { jobName } = result;
    assert.match(`${jobName}`, /^heartbeat-/);
    const isRecorded = async () => {
      const { items } = await list('/cronjobs/platform/heartbeat/executions');
      return items.some((item) => item['jobName'] === jobName);
    };
    const until = Date.now() + 60_000;
    while (!(await isRecorded())) {
      assert.ok(Date.now() < until, 'the run that was asked for is recorded');
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  });
});

describe('Monitors', () => {
  test('GET /monitors lists them with the health of what they watch', async () => {
    const { items } = await list('/monitors');
    assert.equal(items.length, 4);
    for (const item of items) {
      assertFields(item, specified.MONITOR);
      const health = part(item, 'healthySummary');
      const sum = HEALTH.reduce((count, status) => count + (health[status] as number), 0);
      assert.equal(sum, item['cronJobCount']);
    }
  });

  test('GET /monitors/{namespace}/{name} tells of one', async () => {
    for (const { namespace, name, cronJobCount } of (await list('/monitors')).items) {
      const one = await get(`/monitors/${namespace}/${name}`);
      assertFields(one, specified.MONITOR);
      assert.deepEqual([one['namespace'], one['name'], one['cronJobCount']], [namespace, name, cronJobCount]);
    }
  });
});

describe('Channels', () => {
  test('GET /channels lists them', async () => {
    const { items } = await list('/channels');
    assert.deepEqual(items.map(({ type }) => String(type)).sort(byText), ['chat', 'webhook', 'webhook']);
    for (const item of items) assertFields(item, specified.CHANNEL);
  });

  test('POST /channels/{name}/test sends a test alert through it, which counts as none', async () => {
    const before = await list('/channels');
    for (const { name, ready } of before.items) {
      const answer = await ask(`/channels/${name}/test`, 'POST');
      assert.equal(answer.status, 200, answer.body);
      const result = JSON.parse(answer.body) as Item;
      assertFields(result, specified.CHANNEL_TEST_RESULT);
      assert.equal(result['success'], ready, `${name}: ${result['message']}`);
      assert.doesNotMatch(answer.body, /https?:\/\//);
    }
    const alerts = await list('/alerts?limit=1000');
    assert.ok(alerts.items.every(({ cronjobName }) => cronjobName !== 'test'));
  });
});

describe('Alerts', () => {
  test('GET /alerts lists them', async () => {
    const { items } = await list('/alerts');
    assert.ok(items.length > 50);
    for (const item of items) {
      assertFields(item, specified.ALERT);
      assert.equal(item['active'], item['resolvedAt'] === null);
    }
    const types = new Set(items.map(({ type }) => String(type)));
    assert.deepEqual([...types].sort(byText), [...ALERT_TYPE].sort(byText));
  });

  test('namespace, cronjob, type, severity, active, from and to choose among them', async () => {
    const { items } = await list('/alerts?limit=1000');
    const some = items[Math.floor(items.length / 2)]!;
    const filters: readonly (readonly [string, (item: Item) => boolean])[] = [
      ['namespace=payments', ({ namespace }) => namespace === 'payments'],
      [`cronjob=${some['cronjobName']}`, ({ cronjobName }) => cronjobName === some['cronjobName']],
      ...ALERT_TYPE.map((type) => [`type=${type}`, (item: Item) => item['type'] === type] as const),
      ...SEVERITY.map(
        (severity) => [`severity=${severity}`, (item: Item) => item['severity'] === severity] as const,
      ),
      ['active=true', ({ active }) => active === true],
      ['active=false', ({ active }) => active === false],
      [`from=${some['createdAt']}`, ({ createdAt }) => `${createdAt}` >= `${some['createdAt']}`],
      [`to=${some['createdAt']}`, ({ createdAt }) => `${createdAt}` <= `${some['createdAt']}`],
    ];
    for (const [query, holds] of filters) {
      const chosen = await list(`/alerts?limit=1000&${query}`);
      assert.deepEqual(chosen.items, items.filter(holds), query);
    }
  });

  test('POST /alerts/{id}/acknowledge takes note of who has seen one', async () => {
    const [active] = (await list('/alerts?active=true')).items;
    const answer = await ask(`/alerts/${active!['id']}/acknowledge`, 'POST');
    assert.equal(answer.status, 200, answer.body);
    assert.equal((JSON.parse(answer.body) as Item)['id'], active!['id']);
    const [again] = (await list('/alerts?active=true')).items.filter(({ id }) => id === active!['id']);
    assertFields(again, { acknowledgedAt: 'timestamp' });
  });
});

describe('SLA', () => {
  test('GET /sla tells of each CronJob, and sums up', async () => {
    const { items, summary } = (await get('/sla')) as unknown as { items: Item[]; summary: Item };
    assert.ok(items.length > 0);
    for (const item of items) {
      assertFields(item, specified.SLA_ITEM);
      assert.equal(item['compliant'], (item['successRate'] as number) >= (item['slaTarget'] as number));
    }
    const compliant = items.filter((item) => item['compliant']).length;
    assert.equal(summary['compliant'], compliant);
    assert.equal(summary['nonCompliant'], items.length - compliant);
    assert.equal(summary['totalCronJobs'], items.length);
    assertFields(summary, specified.SLA_SUMMARY);
  });

  test('namespace and monitor choose among them', async () => {
    const inData = await list('/sla?namespace=data');
    assert.ok(inData.items.length > 0 && inData.items.every(({ namespace }) => namespace === 'data'));
    const watched = await list('/cronjobs?monitor=payments-critical');
    const ofMonitor = await list('/sla?monitor=payments-critical');
    const names = new Set(watched.items.map(nameOf));
    assert.ok(ofMonitor.items.length > 0);
    assert.ok(
      ofMonitor.items.every(({ namespace, cronjobName }) => names.has(`${namespace}/${cronjobName}`)),
    );
  });
});

describe('Administration', () => {
  test('GET /admin/stats tells of the database and of what is watched', async () => {
    const stats = await get('/admin/stats');
    assertFields(stats, specified.STATS);
    assert.deepEqual([stats['monitors'], stats['channels']], [4, 3]);
  });

  test('POST /admin/prune counts what it would delete, and deletes that much', async () => {
    const prune = async (dryRun: boolean) => {
      const answer = await ask('/admin/prune', 'POST', { olderThanDays: 60, dryRun });
      assert.equal(answer.status, 200, answer.body);
      const result = JSON.parse(answer.body) as Item;
      assertFields(result, specified.PRUNE_RESULT);
      return result;
    };
    const executions = async () => part(await get('/admin/stats'), 'database')['executions'] as number;
    const before = await executions();
    const told = await prune(true);
    assert.ok((told['executionsDeleted'] as number) > 1_000);
    assert.ok((await executions()) >= before, 'a dry run deletes nothing');
    const done = await prune(false);
    const left = await prune(true);
    for (const [what, count] of Object.entries(told) as [string, number][]) {
      const deleted = done[what] as number;
      assert.ok(deleted >= count && deleted <= count + MOST_MEANWHILE, `${what}: ${deleted} of ${count}`);
      assert.ok((left[what] as number) <= MOST_MEANWHILE, `${what}: ${left[what]} left`);
    }
    assert.ok((await executions()) <= before - (told['executionsDeleted'] as number) + MOST_MEANWHILE);
  });
});

describe('Exports', () => {
  test('GET /export/executions is CSV with a row for each run, chosen as the list is', async () => {
    const path = '/cronjobs/data/etl-orders';
    const until = anHourAgo();
    const answer = await ask(`/export/executions?namespace=data&cronjob=etl-orders&to=${until}`);
    assert.equal(answer.status, 200);
    assert.match(String(answer.headers['content-type']), /^text\/csv/);
    const [header, ...rows] = answer.body.trimEnd().split('\r\n');
    const columns = header!.split(',');
    for (const column of ['Execution ID', 'CronJob', 'Status', 'Start Time', 'Duration', 'Exit Code']) {
      assert.ok(columns.includes(column), column);
    }
    const { items, total } = await list(`${path}/executions?limit=1000&to=${until}`);
    assert.equal(rows.length, total);
    const cell = (row: string, column: string) => row.split(',')[columns.indexOf(column)];
    assert.deepEqual(
      rows.map((row) => [cell(row, 'Execution ID'), cell(row, 'Start Time'), cell(row, 'Duration')]),
      items.map(({ id, startTime, duration }) => [id, startTime, duration]),
    );
    const [from, to] = [items[8]!['startTime'], items[3]!['startTime']];
    const chosen = await ask(`/export/executions?namespace=data&cronjob=etl-orders&from=${from}&to=${to}`);
    assert.equal(chosen.body.trimEnd().split('\r\n').length, 1 + 6);
  });

  test('GET /export/sla is CSV with a row for each item', async () => {
    const answer = await ask('/export/sla');
    assert.match(String(answer.headers['content-type']), /^text\/csv/);
    const { items } = await list('/sla');
    assert.equal(answer.body.trimEnd().split('\r\n').length, 1 + items.length);
  });
});

describe('Errors', () => {
  const missing: readonly (readonly [string, string, Item])[] = [
    ['GET', '/cronjobs/data/nothing', { namespace: 'data', name: 'nothing' }],
    ['GET', '/cronjobs/data/nothing/executions', { namespace: 'data', name: 'nothing' }],
    ['POST', '/cronjobs/data/nothing/trigger', { namespace: 'data', name: 'nothing' }],
    ['GET', '/monitors/data/nothing', { namespace: 'data', name: 'nothing' }],
    ['POST', '/channels/nothing/test', { name: 'nothing' }],
    ['POST', '/alerts/nothing/acknowledge', { id: 'nothing' }],
  ];
  for (const [method, path, details] of missing) {
    test(`${method} ${path} is not found, and says what`, async () => {
      const answer = await ask(path, method);
      assert.equal(answer.status, 404);
      const error = JSON.parse(answer.body) as Item;
      assert.equal(error['error'], 'not_found');
      assert.ok(typeof error['message'] === 'string' && error['message'] !== '');
      assert.deepEqual(error['details'], details);
    });
  }

  const bad: readonly (readonly [string, string, object?])[] = [
    ['GET', '/cronjobs?status=ill'],
    ['GET', '/cronjobs/data/etl-orders/executions?limit=many'],
    ['GET', '/cronjobs/data/etl-orders/executions?offset=-1'],
    ['GET', '/cronjobs/data/etl-orders/executions?status=late'],
    ['GET', '/cronjobs/data/etl-orders/executions?from=yesterday'],
    ['GET', '/alerts?type=other'],
    ['GET', '/alerts?severity=bad'],
    ['GET', '/alerts?active=perhaps'],
    ['GET', '/export/executions?to=tomorrow'],
    ['POST', '/admin/prune', { olderThanDays: -1, dryRun: true }],
    ['POST', '/admin/prune', { olderThanDays: 'all', dryRun: true }],
  ];
  for (const [method, path, body] of bad) {
    test(`${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`} is a bad request`, async () => {
      const answer = await ask(path, method, body);
      assert.equal(answer.status, 400, answer.body);
      const error = JSON.parse(answer.body) as Item;
      assertFields(error, { error: 'string', message: 'string' });
      assert.equal(typeof error['details'], 'object');
    });
  }
});

test('the dashboard is served at the same origin, without a sign-in', async () => {
  const answer = await send(world.url, '/');
  assert.equal(answer.status, 200);
  assert.match(String(answer.headers['content-type']), /^text\/html/);
});

/** Runs go on ending; those that started until then have ended. */
function anHourAgo(): string {
  return new Date(Date.now() - 3_600_000).toISOString();
}

const byText = (a: string, b: string) => a.localeCompare(b);

function nameOf({ namespace, name }: Item): string {
  return `${namespace}/${name}`;
}

/** The path of the CronJob with the most runs in its window that also failed at times. */
async function busiest(): Promise<string> {
  const { items } = await list('/cronjobs');
  const failing = items.filter(({ successRate }) => (successRate as number) < 100);
  const [most] = failing.toSorted(
    (a, b) => (b['totalExecutions'] as number) - (a['totalExecutions'] as number),
  );
  return `/cronjobs/${most!['namespace']}/${most!['name']}`;
}

function ask(path: string, method = 'GET', body?: object): Promise<Answer> {
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  return send(world.url, `/api/v1${path}`, { method, headers, body: body && JSON.stringify(body) });
}

async function get(path: string): Promise<Item> {
  const answer = await ask(path);
  assert.equal(answer.status, 200, `${path}: ${answer.body}`);
  return JSON.parse(answer.body) as Item;
}

async function list(path: string): Promise<{ readonly items: readonly Item[]; readonly total: number }> {
  return (await get(path)) as unknown as { items: Item[]; total: number };
}

function part(item: Item, field: string): Item {
  return item[field] as unknown as Item;
}
