import type { RouteOptions } from 'fastify';
import type { TSchema } from 'typebox';
import { ErrorBody } from './contract/error.ts';

declare module 'fastify' {
  interface FastifySchema {
    /** One line for the OpenAPI document. */
    readonly summary?: string;
  }
}

type Json = Readonly<Record<string, unknown>>;

/** The answer of a route that is no JSON. */
interface AnswerContent {
  readonly content: Json;
}

/** The parts of a route that its operation is made from. */
export type DocumentedRoute = Pick<RouteOptions, 'method' | 'url' | 'schema'>;

/**
 * The OpenAPI 3.1 document of the routes, made from the schemas that validate their requests and type
 * their answers. Schemas with an `$id` become components under that name.
 */
export function toOpenApi(routes: readonly DocumentedRoute[], version: string): Json {
  const components = new Map<string, Json>();
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [String(route.method).toLowerCase()]: toOperation(route, components) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Punctual', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    paths,
    components: { schemas: Object.fromEntries(components) },
  };
}

function toOperation(route: DocumentedRoute, components: Map<string, Json>): Json {
  const { summary, params, querystring, body, response } = route.schema ?? {};
  const answer = (response as Record<number, TSchema | AnswerContent>)[200]!;
  return {
    summary,
    parameters: [...toParameters(params, 'path'), ...toParameters(querystring, 'query')],
    ...(body !== undefined && {
      requestBody: {
        required: hasRequired(body as TSchema),
        content: toContent(body as TSchema, components),
      },
    }),
    responses: {
      200: { description: 'Success', content: toAnswerContent(answer, components) },
      default: { description: 'Any error', content: toContent(ErrorBody, components) },
    },
  };
}

function toParameters(schema: unknown, place: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, TSchema & { readonly description?: string }>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    description,
    // One that has a value without being given may be left out.
    required: place === 'path' || (required.includes(name) && !('default' in schema)),
    schema,
  }));
}

function hasRequired(body: TSchema): boolean {
  return ((body as { required?: readonly string[] }).required ?? []).length > 0;
}

function toContent(schema: TSchema, components: Map<string, Json>): Json {
  return { 'application/json': { schema: withReferences(schema, components) } };
}

/** A schema by itself is of JSON; what is no JSON names its type. */
function toAnswerContent(answer: TSchema | AnswerContent, components: Map<string, Json>): Json {
  return 'content' in answer ? answer.content : toContent(answer, components);
}

/** A copy in which every schema with an `$id` is a reference to its component. */
function withReferences(node: unknown, components: Map<string, Json>): unknown {
  if (Array.isArray(node)) return node.map((each) => withReferences(each, components));
  if (typeof node !== 'object' || node === null) return node;
  const { $id, ...rest } = node as Json & { $id?: string };
  const copy = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, withReferences(value, components)]),
  );
  if ($id === undefined) return copy;
  components.set($id, copy);
  return { $ref: `#/components/schemas/${$id}` };
}
