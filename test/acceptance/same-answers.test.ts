// The same requests give the same answers, byte for byte, on SQLite and on PostgreSQL: two services watch
// one cluster, each with its own kind of database.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HOUR, MINUTE } from '../../src/lib/duration.ts';
import { channel, cronJob, failing, monitor, nowRuns, succeeding } from './manifests.ts';
import { START, World } from './world.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly schema: {
    readonly type?: string;
    readonly format?: string;
    readonly anyOf?: readonly { readonly const?: unknown }[];
  };
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly get?: { readonly parameters?: readonly Parameter[] } }>>;
}

/** In the order of their bytes, which is nobody's alphabet: a locale would put `b.ackup` beside `backup`. */
const NAMES = ['b.ackup', 'back-up', 'backup', 'backup-2', 'backup.1', 'report', 'slow', 'uneven'];

describe('SQLite and PostgreSQL', () => {
  let world: World;
  let twinUrl: string;
  let document: Document;
  let examples: Readonly<Record<string, readonly string[]>>;

  before(async () => {
    world = await World.start();
    twinUrl = await world.startTwin('postgres');
    await live(world, [world.url, twinUrl]);
    document = await world.get('/api/v1/openapi.json');
    const alerts = await world.alerts();
    const runs = (await Promise.all(NAMES.map((name) => world.executions(name)))).flat();
    assert.ok(alerts.length > 3 && runs.length > 100, 'a world without records proves nothing');
    examples = {
      namespace: ['default', 'nowhere'],
      name: [...NAMES, 'all', 'strict', 'hook', 'chat', 'absent'],
      id: ['absent', ...alerts.map(({ id }) => id), ...runs.slice(0, 12).map(({ id }) => id)],
    };
  });
  after(() => world[Symbol.asyncDispose]());

  test('give the same answers to every GET of the API', async (t) => {
    for (const [path, { get }] of Object.entries(document.paths)) {
      if (get === undefined) continue;
      await t.test(path, async () => {
        const urls = requests(path, get.parameters ?? []);
        let answered = 0;
        for (const url of urls) {
          const [lite, postgres] = [await answer(world.url + url), await answer(twinUrl + url)];
          assert.deepEqual(postgres, lite, url);
          if (lite.status === 200) answered += 1;
        }
        assert.ok(answered > 0, 'no request got an answer that tells anything');
      });
    }
  });

  /** With no parameter, with each of them, with all at once, and with the range, since a route may need several. */
  function requests(path: string, parameters: readonly Parameter[]): string[] {
    const inQuery = parameters.filter((each) => each.in === 'query');
    const queries = [
      '',
      ...inQuery.flatMap(queriesOf),
      'limit=3&offset=2',
      inQuery.map((each) => queriesOf(each)[0]).join('&'),
      inQuery
        .filter(({ schema }) => schema.format === 'date-time')
        .map((each) => queriesOf(each)[0])
        .join('&'),
    ];
    return paths(path).flatMap((filled) => queries.map((query) => `${filled}?${query}`));
  }

  /** The path with every example in its places. */
  function paths(path: string): string[] {
    const [place, name] = /\{(\w+)\}/.exec(path) ?? [];
    if (place === undefined) return [path];
    return examples[name!]!.flatMap((example) => paths(path.replace(place, encodeURIComponent(example))));
  }

  function queriesOf({ name, schema }: Parameter): string[] {
    return valuesOf(name, schema).map((value) => `${name}=${encodeURIComponent(value)}`);
  }

  function valuesOf(name: string, schema: Parameter['schema']): string[] {
    if (schema.anyOf !== undefined) return schema.anyOf.map((each) => String(each.const));
    if (schema.type === 'boolean') return ['true', 'false'];
    if (schema.type === 'integer') return ['1', '7'];
    if (name === 'cronjobs') return ['default/backup,default/uneven', 'default/b.ackup'];
    if (name === 'schedule') return ['*/7 * * * *', 'never'];
    if (name === 'to') return [3, 2].map((hours) => new Date(START + hours * HOUR).toISOString());
    if (schema.format === 'date-time')
      return [1, 2].map((hours) => new Date(START + hours * HOUR).toISOString());
    return (examples[name] ?? [...examples['namespace']!, ...examples['name']!]).slice();
  }
});

/**
 * Three hours with failures, recoveries, retries, runs by hand, and durations that no average divides. What
 * is asked of one service is asked of the other too.
 */
async function live(world: World, urls: readonly string[]): Promise<void> {
  await world.create(
    ...channel('hook', 'webhook', world.receiver.url),
    ...channel('chat', 'chat', world.receiver.url),
    monitor('all', ['hook', 'chat'], { sla: {}, selector: {} }),
    monitor('strict', ['hook'], {
      sla: { minSuccessRate: 99.9 },
      selector: { matchNames: ['backup', 'uneven'] },
    }),
  );
  const flaky = cronJob('backup-2', {
    scripts: [failing(137), succeeding(7_000)],
    jobSpec: { backoffLimit: 2 },
  });
  const report = cronJob('report', { script: failing(1) });
  const uneven = cronJob('uneven', { script: succeeding(1_000) });
  const backup = cronJob('backup');
  await world.create(
    cronJob('b.ackup', { schedule: '*/7 * * * *' }),
    cronJob('back-up', { schedule: '0 * * * *', spec: { timeZone: 'Asia/Kathmandu' } }),
    backup,
    flaky,
    cronJob('backup.1', { spec: { suspend: true } }),
    report,
    cronJob('slow', {
      schedule: '0 * * * *',
      script: succeeding(61 * MINUTE),
      spec: { concurrencyPolicy: 'Forbid' },
    }),
    uneven,
  );
  for (let quarter = 1; quarter <= 12; quarter += 1) {
    await world.runUntil(quarter * 15 * MINUTE);
    await world.patch(uneven, nowRuns(succeeding(1_000 + quarter * 777)));
    await world.patch(backup, nowRuns(quarter % 4 === 1 ? failing(2) : succeeding(9_000)));
    if (quarter % 4 !== 0) continue;
    const [alert] = await world.alerts();
    for (const url of urls) {
      await fetch(`${url}/api/v1/cronjobs/default/backup.1/trigger`, { method: 'POST' });
      await fetch(`${url}/api/v1/alerts/${alert!.id}/acknowledge`, { method: 'POST' });
    }
  }
  await world.delete(report);
  await world.runUntil(3 * HOUR + 3 * MINUTE);
}

interface Seen {
  readonly status: number;
  readonly type: string | null;
  readonly body: string;
}

async function answer(url: string): Promise<Seen> {
  const response = await fetch(url);
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    body: withoutWhatMayDiffer(await response.text()),
  };
}

/** The kind of database, its size and that of its tables, how long each process runs, and what real time a receiver took. */
function withoutWhatMayDiffer(body: string): string {
  return (
    body
      .replace(/"database":\{"type":"\w+","size":"[^"]+"/, '"database":{')
      .replace(/"tables":\[[^\]]*\]/, '')
      .replace(/"uptime":"[^"]+"/, '')
      .replaceAll(/"requestId":"[^"]+"/g, '')
      .replaceAll(/"latencyMs":\d+/g, '')
      // The same in CSV, where it follows the receiver's status.
      .replaceAll(/(?<=,\d{3}),\d+(?=,)/g, ',')
  );
}
