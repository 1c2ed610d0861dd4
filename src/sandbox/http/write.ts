import { type KubeObject, type ObjectInput, StatusError } from '../cluster-types.ts';
import type { DeleteOptions, UpdateOptions } from '../cluster.ts';
import type { PropagationPolicy } from '../deletion.ts';
import { groupVersion, qualifiedName } from '../resource-types.ts';
import { badRequest, invalid, notFound } from '../status-errors.ts';
import type { ApiContext, ResourceCall } from './api-context.ts';
import { readBody } from './body.ts';
import { decodeMetadata } from './decode-metadata.ts';
import { presenterOf } from './read.ts';
import { sendJson } from './respond.ts';
import { isSelected, toSelection } from './selection.ts';
import type { ServedType } from './served-type.ts';
import { successStatus } from './status-body.ts';

/** POST to a collection. */
export async function createObject(context: ApiContext, call: ResourceCall): Promise<void> {
  const { served, query } = call;
  const input = checkInput(call, await readBody(call.request));
  const created = context.cluster.create(served.stored, served.accept(input), { dryRun: isDryRun(query) });
  sendJson(call.response, 201, presenterOf(context, call).one(created));
}

/** PUT of an object or of its status. */
export async function replaceObject(context: ApiContext, call: ResourceCall): Promise<void> {
  const { served } = call;
  const input = checkInput(call, await readBody(call.request));
  if (context.cluster.get(served.stored, call.namespace, call.name!) === undefined) {
    throw notFound(served.type, call.name!);
  }
  if (!input.metadata.resourceVersion && !allowsUnconditionalUpdate(context, served)) {
    throw invalid(served.type, call.name!, [
      {
        reason: 'FieldValueInvalid',
        field: 'metadata.resourceVersion',
        message: 'Invalid value: 0x0: must be specified for an update',
      },
    ]);
  }
  const updated = context.cluster.update(served.stored, served.accept(input), updateOptions(call));
  sendJson(call.response, 200, presenterOf(context, call).one(updated));
}

/** DELETE of one object: the Status of a finished deletion, or the object while it lingers. */
export async function deleteObject(context: ApiContext, call: ResourceCall): Promise<void> {
  const { served, namespace, name, query } = call;
  const options = deleteOptions(query, await readBody(call.request));
  const last = context.cluster.delete(served.stored, namespace, name!, options);
  const isGone = context.cluster.byUid(last.metadata.uid) === undefined;
  const body = isGone ? successStatus(detailsOf(served, last)) : presenterOf(context, call).one(last);
  sendJson(call.response, 200, body);
}

/** DELETE of a collection: everything that the selectors match. */
export async function deleteCollection(context: ApiContext, call: ResourceCall): Promise<void> {
  const { served, namespace, query } = call;
  const { cluster } = context;
  const options = deleteOptions(query, await readBody(call.request));
  const selection = toSelection(served, namespace, null, query);
  const doomed = cluster.list(served.stored, namespace).filter((object) => isSelected(selection, object));
  for (const { metadata } of doomed) {
    if (cluster.byUid(metadata.uid) === undefined) continue;
    cluster.delete(served.stored, metadata.namespace ?? null, metadata.name, options);
  }
  const meta = { resourceVersion: String(cluster.resourceVersion) };
  sendJson(call.response, 200, presenterOf(context, call).list(doomed, meta));
}

/** What a write of this call asks of the store. */
export function updateOptions({ query, subresource }: ResourceCall): UpdateOptions {
  return { dryRun: isDryRun(query), ...(subresource === 'status' ? { subresource } : {}) };
}

/** Whether the write is to be checked alone. Throws Invalid on a mode that does not exist. */
export function isDryRun(query: URLSearchParams): boolean {
  const modes = query.getAll('dryRun');
  if (modes.some((mode) => mode !== 'All' && mode !== ''))
    throw badRequest(`Invalid value for dryRun: ${modes.join(',')}`);
  return modes.includes('All');
}

/** The body as an object of the path's kind, name and namespace. Throws BadRequest when it is another's. */
export function checkInput(call: ResourceCall, body: unknown): ObjectInput {
  const { served, namespace, name } = call;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw badRequest('the body of the request must be an object');
  }
  const object = body as Record<string, unknown>;
  checkKind(served, object);
  const metadata = decodeMetadata(object['metadata']);
  if (name !== null && metadata.name !== undefined && metadata.name !== name) {
    throw badRequest(
      `the name of the object (${metadata.name}) does not match the name on the URL (${name})`,
    );
  }
  if (served.type.namespaced && metadata.namespace && metadata.namespace !== namespace) {
    throw badRequest(`the namespace of the provided object does not match the namespace sent on the request`);
  }
  return {
    ...object,
    metadata: {
      ...metadata,
      ...(name === null ? {} : { name }),
      ...(namespace === null ? {} : { namespace }),
    },
  };
}

function checkKind({ type }: ServedType, { apiVersion, kind }: Record<string, unknown>): void {
  const isOfKind = kind === undefined || kind === type.kind;
  const isOfVersion = apiVersion === undefined || apiVersion === groupVersion(type);
  if (isOfKind && isOfVersion) return;
  throw badRequest(
    `the object provided is unrecognized (must be of type ${type.kind} of ${groupVersion(type)}): got ${String(kind)} of ${String(apiVersion)}`,
  );
}

/** Custom resources and Leases want to know which state a replacement was made from. */
function allowsUnconditionalUpdate({ cluster }: ApiContext, { stored }: ServedType): boolean {
  return (
    cluster.customResource(stored) === undefined && qualifiedName(stored) !== 'leases.coordination.k8s.io'
  );
}

/** Options come in the body, or as query parameters. */
function deleteOptions(query: URLSearchParams, body: unknown): DeleteOptions {
  // oxlint-disable-next-line typescript/no-explicit-any -- checked field by field below
  const given: any = body ?? {};
  const policy = given.propagationPolicy ?? query.get('propagationPolicy') ?? undefined;
  const grace = given.gracePeriodSeconds ?? query.get('gracePeriodSeconds') ?? undefined;
  const { uid, resourceVersion } = given.preconditions ?? {};
  if (policy !== undefined && !isPolicy(policy)) {
    throw badRequest(
      `invalid DeleteOptions: propagationPolicy: Unsupported value: ${JSON.stringify(policy)}`,
    );
  }
  if (grace !== undefined && !/^\d{1,9}$/.test(String(grace))) {
    throw badRequest(`invalid DeleteOptions: gracePeriodSeconds: Invalid value: ${JSON.stringify(grace)}`);
  }
  const isOrphaned = given.orphanDependents === true;
  const isDry = isDryRun(query) || (Array.isArray(given.dryRun) && given.dryRun.includes('All'));
  return {
    dryRun: isDry,
    ...(policy === undefined ? {} : { propagationPolicy: policy }),
    ...(isOrphaned ? { propagationPolicy: 'Orphan' as const } : {}),
    ...(grace === undefined ? {} : { gracePeriodSeconds: Number(grace) }),
    ...(uid ? { uid } : {}),
    ...(resourceVersion ? { resourceVersion } : {}),
  };
}

function isPolicy(text: unknown): text is PropagationPolicy {
  return text === 'Background' || text === 'Foreground' || text === 'Orphan';
}

function detailsOf({ type }: ServedType, { metadata }: KubeObject): Record<string, unknown> {
  return {
    name: metadata.name,
    ...(type.group === '' ? {} : { group: type.group }),
    kind: type.resource,
    uid: metadata.uid,
  };
}

/** The answer to a verb that a path does not take. */
export function methodNotAllowed(): StatusError {
  return new StatusError(
    405,
    'MethodNotAllowed',
    'the server does not allow this method on the requested resource',
  );
}
