import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServer } from './testing.ts';

const OPERATIONS = [
  'get /api/v1/admin/audit',
  'get /api/v1/admin/config',
  'get /api/v1/admin/stats',
  'get /api/v1/alerts',
  'get /api/v1/alerts/{id}',
  'get /api/v1/channels',
  'get /api/v1/channels/{name}/deliveries',
  'get /api/v1/cronjobs',
  'get /api/v1/cronjobs/{namespace}/{name}',
  'get /api/v1/cronjobs/{namespace}/{name}/daily',
  'get /api/v1/cronjobs/{namespace}/{name}/executions',
  'get /api/v1/cronjobs/{namespace}/{name}/slots',
  'get /api/v1/executions/{id}',
  'get /api/v1/export/alerts',
  'get /api/v1/export/cronjobs',
  'get /api/v1/export/deliveries',
  'get /api/v1/export/executions',
  'get /api/v1/export/monitors',
  'get /api/v1/export/report.pdf',
  'get /api/v1/export/sla',
  'get /api/v1/monitors',
  'get /api/v1/monitors/{namespace}/{name}',
  'get /api/v1/outages',
  'get /api/v1/schedule-preview',
  'get /api/v1/sla',
  'get /api/v1/suggested-fixes',
  'get /api/v1/timeline',
  'get /api/v1/timeline/density',
  'post /api/v1/admin/prune',
  'post /api/v1/alerts/{id}/acknowledge',
  'post /api/v1/channels/{name}/test',
  'post /api/v1/cronjobs/{namespace}/{name}/resume',
  'post /api/v1/cronjobs/{namespace}/{name}/suspend',
  'post /api/v1/cronjobs/{namespace}/{name}/trigger',
  'post /api/v1/suggested-fixes/test',
];

interface Document {
  readonly openapi: string;
  readonly paths: Record<
    string,
    Record<
      string,
      {
        readonly parameters: readonly {
          name: string;
          in: string;
          required: boolean;
          description?: string;
          schema: { readonly default?: unknown };
        }[];
        readonly requestBody?: { readonly required: boolean };
        readonly responses: Readonly<Record<string, { readonly content: object }>>;
      }
    >
  >;
  readonly components: { readonly schemas: Record<string, object> };
}

async function readDocument(): Promise<Document> {
  await using server = await startServer();
  const response = await fetch(`${server.origin}/api/v1/openapi.json`);
  assert.equal(response.status, 200);
  return (await response.json()) as Document;
}

test('the document holds every operation that is served', async () => {
  const { paths } = await readDocument();
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  assert.deepEqual(operations.sort(), OPERATIONS);
});

test('every reference of the document leads to a schema, and every schema is referred to', async () => {
  const document = await readDocument();
  const references = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g);
  const names = new Set(Array.from(references, (match) => match[1]!));
  assert.deepEqual(names, new Set(Object.keys(document.components.schemas)));
});

test('what is no JSON, and a body that has to be there, are said to be so', async () => {
  const { paths } = await readDocument();
  const answers = (path: string) => Object.keys(paths[path]!['get']!.responses['200']!.content);
  assert.deepEqual(answers('/api/v1/export/executions'), ['text/csv']);
  assert.deepEqual(answers('/api/v1/cronjobs'), ['application/json']);
  assert.equal(paths['/api/v1/admin/prune']!['post']!.requestBody?.required, true);
  assert.equal(paths['/api/v1/alerts/{id}/acknowledge']!['post']!.requestBody?.required, false);
});

test('says what holds where a parameter is left out, and that it may be', async () => {
  const { paths } = await readDocument();
  const defaults: Record<string, unknown> = {};
  for (const [path, { get }] of Object.entries(paths)) {
    for (const { name, required, schema } of get?.parameters ?? []) {
      if (schema.default === undefined || name === 'offset') continue;
      defaults[`${path.replace('/api/v1', '')} ${name}`] = schema.default;
      assert.equal(required, false, `${path} ${name}`);
    }
  }
  assert.deepEqual(defaults, {
    '/cronjobs/{namespace}/{name}/executions limit': 50,
    '/cronjobs/{namespace}/{name}/daily days': 30,
    '/cronjobs/{namespace}/{name}/slots limit': 100,
    '/alerts limit': 1000,
    '/channels/{name}/deliveries limit': 50,
    '/export/report.pdf days': '30',
    '/schedule-preview count': 10,
    '/admin/audit limit': 50,
    '/timeline/density stepSeconds': 600,
  });
});

test('every part of a path in braces is a required parameter', async () => {
  const { paths } = await readDocument();
  for (const [path, methods] of Object.entries(paths)) {
    const inBraces = Array.from(path.matchAll(/\{(\w+)\}/g), (match) => match[1]);
    for (const { parameters } of Object.values(methods)) {
      const required = parameters.filter((each) => each.in === 'path' && each.required);
      assert.deepEqual(
        required.map(({ name }) => name),
        inBraces,
        path,
      );
    }
  }
});

test('says of every parameter and every field what it means', async () => {
  const { paths, components } = await readDocument();
  const silent = Object.entries(paths).flatMap(([path, operations]) =>
    Object.values(operations).flatMap(({ parameters }) =>
      parameters.filter(({ description }) => !description).map(({ name }) => `${path} ${name}`),
    ),
  );
  for (const [name, schema] of Object.entries(components.schemas)) {
    if (!('description' in schema)) silent.push(name);
    silent.push(...silentFields(schema, name));
  }
  assert.deepEqual(silent, []);
});

/** The fields of a schema, and of those within it, that have no description. */
function silentFields(node: unknown, place: string): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { properties = {} } = node as { properties?: Record<string, object> };
  const own = Object.entries(properties).filter(
    ([, field]) => !('description' in field) && !('$ref' in field),
  );
  const inner = Object.entries(node).flatMap(([key, value]) => silentFields(value, `${place}.${key}`));
  return [...own.map(([name]) => `${place}.${name}`), ...inner];
}
