import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { StatusError } from '../cluster-types.ts';
import type { ApiContext, ResourceCall } from './api-context.ts';
import { coreVersions, groupDocument, groupList, resourceList } from './discovery.ts';
import { openWatch } from './open-watch.ts';
import { openApiDocument, openApiIndex } from './openapi.ts';
import { patchObject } from './patch.ts';
import { readLog } from './read-log.ts';
import { getObject, listObjects } from './read.ts';
import { sendFailure, sendJson, sendText } from './respond.ts';
import { findServedType, servedTypes } from './served-type.ts';
import { createObject, deleteCollection, deleteObject, methodNotAllowed, replaceObject } from './write.ts';

const PROBES = new Set(['livez', 'readyz', 'healthz']);

/** What /version says. The semantics are those of this release. */
const VERSION = {
  major: '1',
  minor: '33',
  gitVersion: 'v1.33.0+punctual',
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '2025-04-23T00:00:00Z',
  goVersion: 'none',
  compiler: 'none',
  platform: 'punctual/sandbox',
};

/**
 * Answers one request, whatever happens: refusals and failures become Status bodies. Resolves with
 * the error when it was none of the client's making, else with null.
 */
export async function handleRequest(
  context: ApiContext,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<unknown> {
  try {
    await route(context, token, request, response);
    return null;
  } catch (error) {
    if (error instanceof StatusError) {
      sendFailure(response, error);
      return null;
    }
    // A client that left in the middle of its request needs no answer.
    if (request.destroyed && !request.complete) return null;
    sendFailure(response, new StatusError(500, 'InternalError', 'Internal error occurred'));
    return error;
  } finally {
    request.resume();
  }
}

async function route(
  context: ApiContext,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://sandbox');
  const path = url.pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decodeSegment);
  if (path.length === 1 && PROBES.has(path[0]!)) return sendText(response, 200, 'ok');
  if (!isAuthorized(request, token)) throw new StatusError(401, 'Unauthorized', 'Unauthorized');
  const document = request.method === 'GET' ? readDocument(context, path) : null;
  if (document !== null) return sendJson(response, 200, document);
  const call = toCall(context, request, response, path, url.searchParams);
  await (call.name === null ? handleCollection(context, call) : handleObject(context, call));
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw noSuchPath();
  }
}

/** Compares digests, so that the time taken tells nothing of the token. */
function isAuthorized(request: IncomingMessage, token: string): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

/** Version, discovery and OpenAPI; null for every other path. */
function readDocument({ cluster }: ApiContext, path: readonly string[]): unknown {
  const [root, second, third] = path;
  if (root === 'version' && path.length === 1) return VERSION;
  if (root === 'api' && path.length === 1) return coreVersions();
  const served = servedTypes(cluster);
  if (root === 'apis' && path.length === 1) return groupList(served);
  if (root === 'api' && path.length === 2) return resourceList(served, '', second!);
  if (root === 'apis' && path.length === 2) return groupDocument(served, second!);
  if (root === 'apis' && path.length === 3) return resourceList(served, second!, third!);
  if (root === 'openapi' && second === 'v3') {
    return path.length === 2 ? openApiIndex(served) : openApiDocument(served, path.slice(2).join('/'));
  }
  return null;
}

/** The resource that a path names. Throws NotFound. */
function toCall(
  { cluster }: ApiContext,
  request: IncomingMessage,
  response: ServerResponse,
  path: readonly string[],
  query: URLSearchParams,
): ResourceCall {
  const isCore = path[0] === 'api';
  if (!isCore && path[0] !== 'apis') throw noSuchPath();
  const [group, version] = isCore ? ['', path[1]] : [path[1], path[2]];
  let rest = path.slice(isCore ? 2 : 3);
  let namespace: string | null = null;
  // /namespaces/x/status is the namespace's own status, /namespaces/x/pods what is in it.
  if (rest[0] === 'namespaces' && rest.length > 2 && !(isCore && rest[2] === 'status')) {
    namespace = rest[1]!;
    rest = rest.slice(2);
  }
  const [resource = '', name = null, subresource = null] = rest;
  const served = findServedType(cluster, group ?? '', version ?? '', resource);
  if (served === undefined || rest.length > 3) throw noSuchPath();
  if (served.type.namespaced ? name !== null && namespace === null : namespace !== null) throw noSuchPath();
  return { request, response, query, served, namespace, name, subresource };
}

async function handleCollection(context: ApiContext, call: ResourceCall): Promise<void> {
  const { method } = call.request;
  if (method === 'GET') return wantsWatch(call) ? openWatch(context, call) : listObjects(context, call);
  if (method === 'DELETE') return deleteCollection(context, call);
  const isWithoutNamespace = call.served.type.namespaced && call.namespace === null;
  if (method === 'POST' && !isWithoutNamespace) return createObject(context, call);
  throw methodNotAllowed();
}

async function handleObject(context: ApiContext, call: ResourceCall): Promise<void> {
  const { served, subresource } = call;
  const { method } = call.request;
  const isLog = subresource === 'log' && served.type.group === '' && served.type.resource === 'pods';
  if (isLog && method === 'GET') return readLog(context, call);
  const isStatus = subresource === 'status' && served.type.hasStatus;
  if (subresource !== null && !isStatus) throw isLog ? methodNotAllowed() : noSuchPath();
  if (method === 'GET') return wantsWatch(call) ? openWatch(context, call) : getObject(context, call);
  if (method === 'PUT') return replaceObject(context, call);
  if (method === 'PATCH') return patchObject(context, call);
  if (method === 'DELETE' && subresource === null) return deleteObject(context, call);
  throw methodNotAllowed();
}

function wantsWatch({ query }: ResourceCall): boolean {
  return ['true', '1'].includes(query.get('watch') ?? '');
}

function noSuchPath(): StatusError {
  return new StatusError(404, 'NotFound', 'the server could not find the requested resource');
}
