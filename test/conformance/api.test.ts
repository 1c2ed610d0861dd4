// Every operation of the OpenAPI document, driven with good, random and hostile requests against the
// whole service: whatever is asked, the answer is one that the document promises.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import * as fc from 'fast-check';
import { Compile } from 'typebox/schema';
import { type Answer, send, type Sent } from '../../src/api/testing-send.ts';
import { MINUTE } from '../../src/lib/duration.ts';
import { channel, cronJob, failing, monitor } from '../acceptance/manifests.ts';
import { DATABASES, type DatabaseType, World } from '../acceptance/world.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: JsonSchema;
}

interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

interface Operation {
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content: Content }>>;
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

const RUNS = 60;
/** A request may also be refused by access, or by the cluster; nothing else is promised. */
const ANSWERS = new Set([200, 400, 403, 404, 409]);

/** Ranges that every route takes, since some take short ones alone. */
const INSTANTS = {
  from: ['2026-03-02T11:00:00Z', '2026-03-02T12:00:00+00:00'],
  to: ['2026-03-02T12:30:00Z', '2026-03-02T14:00:00+01:00'],
} as const;

/** What parameters mean that are no names. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  schedule: ['0 9 * * 1-5', '@every 90m', '0 0 31 2 *'],
  timeZone: ['Europe/Berlin', 'UTC'],
  cronjobs: ['default/fine', 'default/fine,default/broken'],
  monitor: ['default/all', 'all'],
};

/** Texts that have broken servers. */
const HOSTILE = [
  '',
  ' ',
  '..',
  '../../etc/passwd',
  '%',
  '%00',
  '\0',
  "' or 1=1 --",
  '${jndi:ldap://x}',
  '{{.}}',
  '<script>',
  '\u202e\u0000\uffff',
  '\ud800',
  '😀'.repeat(50),
  'x'.repeat(5_000),
  '-1',
  '0',
  '1e999',
  '9007199254740993',
  'NaN',
  'null',
  '2026-02-30T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999+14:00',
  '__proto__',
  'constructor',
];

const BODIES = [
  '{',
  '[]',
  'null',
  '"text"',
  '{"__proto__":{"a":1}}',
  '{"olderThanDays":"90","dryRun":"no"}',
  '{"olderThanDays":1e400}',
  `{"comment":"${'x'.repeat(70_000)}"}`,
  '['.repeat(20_000),
  '\u0000',
];

for (const database of DATABASES) {
  describe(`${database}: the API as its document promises it`, () => drivenApi(database));
}

function drivenApi(database: DatabaseType): void {
  let world: World;
  let document: Document;
  let names: Readonly<Record<string, readonly string[]>>;

  before(async () => {
    world = await World.start({ database });
    await world.create(...channel('hook', 'webhook', world.receiver.url));
    await world.create(monitor('all', ['hook'], { sla: {}, selector: {} }));
    await world.create(
      cronJob('fine'),
      cronJob('broken', { script: failing(3) }),
      cronJob('asleep', { spec: { suspend: true } }),
    );
    await world.runUntil(31 * MINUTE);
    document = await world.get('/api/v1/openapi.json');
    const [alert] = await world.alerts();
    const [run] = await world.executions('broken');
    names = {
      namespace: ['default'],
      name: ['fine', 'broken', 'asleep', 'all', 'hook'],
      id: [alert!.id, run!.id],
    };
  });
  after(() => world[Symbol.asyncDispose]());

  test('every operation answers every request as promised', async (t) => {
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        await t.test(`${method.toUpperCase()} ${path}`, () => drive(method, path, operation));
      }
    }
  });

  async function drive(method: string, path: string, operation: Operation): Promise<void> {
    const isPromised = toCheck(operation);
    const statuses = new Set<number>();
    const requests = fc
      .constantFrom(GOOD, MIXED)
      .chain((mood) =>
        fc.record({ url: urls(path, operation, mood), sent: sents(method, bodyOf(operation), mood) }),
      );
    await fc.assert(
      fc.asyncProperty(requests, async ({ url, sent }) => {
        const answer = await send(world.url, url, sent);
        isPromised(answer);
        statuses.add(answer.status);
      }),
      { numRuns: RUNS, seed: 1 },
    );
    assert.ok(statuses.has(200), `only ${[...statuses].join(', ')}: the requests never got past the door`);
  }

  /** Throws unless the answer is one of the operation's. */
  function toCheck({ responses }: Operation): (answer: Answer) => void {
    const success = Object.entries(responses['200']!.content)[0]!;
    const isSuccess = compile(success[1].schema);
    const isError = compile(responses['default']!.content['application/json']!.schema);
    return ({ status, headers, body }) => {
      assert.ok(ANSWERS.has(status), `status ${status}: ${body.slice(0, 500)}`);
      const type = String(headers['content-type']).split(';')[0];
      if (status !== 200) {
        assert.equal(type, 'application/json');
        assert.ok(isError(JSON.parse(body)), body);
        return;
      }
      assert.equal(type, success[0]);
      if (type === 'application/json') assert.ok(isSuccess(JSON.parse(body)), body.slice(0, 2_000));
    };
  }

  function bodyOf({ requestBody }: Operation): JsonSchema {
    const schema = requestBody?.content['application/json']?.schema ?? {};
    return schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1)!]!;
  }

  function compile(schema: JsonSchema): (value: unknown) => boolean {
    const compiled = Compile({ ...schema, components: document.components });
    return (value) => compiled.Check(value);
  }

  /** Paths with names that exist, more often than not, and queries of which some are good. */
  function urls(path: string, { parameters }: Operation, mood: Mood): fc.Arbitrary<string> {
    const inPath = parameters.filter((each) => each.in === 'path');
    const inQuery = parameters.filter((each) => each.in === 'query');
    const segments = fc.record(
      Object.fromEntries(inPath.map(({ name }) => [name, mood.value(fc.constantFrom(...names[name]!))])),
    );
    const query = fc.record(
      Object.fromEntries(inQuery.map(({ name, schema }) => [name, mood.value(goodText(schema, name))])),
      {
        requiredKeys: mood === GOOD ? inQuery.filter(({ required }) => required).map(({ name }) => name) : [],
      },
    );
    return fc.tuple(segments, query, fc.boolean()).map(([segment, given, twice]) => {
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(segment[name]!));
      const pairs = Object.entries(given).map(([name, value]) => `${name}=${encode(value)}`);
      if (mood === MIXED && twice && pairs[0] !== undefined) pairs.push(pairs[0]);
      return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`;
    });
  }

  function goodText(schema: JsonSchema, name: string): fc.Arbitrary<string> {
    if (schema.anyOf !== undefined) return fc.constantFrom(...schema.anyOf.map((each) => String(each.const)));
    if (schema.type === 'boolean') return fc.constantFrom('true', 'false');
    if (schema.type === 'integer') return fc.integer({ min: schema.minimum ?? 0, max: 100 }).map(String);
    if (schema.format === 'date-time') return fc.constantFrom(...INSTANTS[name === 'to' ? 'to' : 'from']);
    return fc.constantFrom(...(names[name] ?? TEXTS[name] ?? names['name']!));
  }
}

/** How the values of one request are chosen. */
interface Mood {
  value(good: fc.Arbitrary<string>): fc.Arbitrary<string>;
  field(good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown>;
  body(good: fc.Arbitrary<string>): fc.Arbitrary<string>;
}

/** Everything as the document asks for it, as far as it can say. */
const GOOD: Mood = { value: (good) => good, field: (good) => good, body: (good) => good };

/** Any of it may be hostile, or anything. */
const MIXED: Mood = {
  value: (good) => fc.oneof(good, fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' })),
  field: (good) => fc.oneof(good, fc.jsonValue()),
  body: (good) => fc.oneof(good, fc.constantFrom(...BODIES), fc.json()),
};

/** Lone surrogates have no percent-encoding. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function sents(method: string, { properties = {} }: JsonSchema, mood: Mood): fc.Arbitrary<Sent> {
  if (method === 'get') return fc.constant({});
  const fields = Object.entries(properties).map(([name, schema]) => [name, mood.field(field(schema))]);
  const good = fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: mood === GOOD ? Object.keys(properties) : [],
  });
  return mood
    .body(good.map((value) => JSON.stringify(value)))
    .map((body) => ({ method: method.toUpperCase(), body }));
}

function field(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum ?? 0, max: 30_000 });
  return schema.type === 'boolean' ? fc.boolean() : fc.string();
}
