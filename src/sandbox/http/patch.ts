import { type KubeObject, type ObjectInput, StatusError } from '../cluster-types.ts';
import { applyPatch } from '../patch/apply.ts';
import { jsonPatch, JsonPatchError } from '../patch/json-patch.ts';
import { mergePatch } from '../patch/merge-patch.ts';
import { strategicMerge } from '../patch/strategic-merge.ts';
import { badRequest, notFound } from '../status-errors.ts';
import { toKubernetesTime } from '../../lib/timestamp.ts';
import type { ApiContext, ResourceCall } from './api-context.ts';
import { mediaType, readBody } from './body.ts';
import { presenterOf } from './read.ts';
import { sendJson } from './respond.ts';
import { checkInput, isDryRun, updateOptions } from './write.ts';

const APPLY = 'application/apply-patch+yaml';

/** PATCH of an object or of its status, in any of the four forms. */
export async function patchObject(context: ApiContext, call: ResourceCall): Promise<void> {
  const { served, namespace, name } = call;
  const type = mediaType(call.request);
  const patch = await readBody(call.request);
  const current = context.cluster.get(served.stored, namespace, name!);
  if (type === APPLY) {
    applyObject(context, call, current, patch);
    return;
  }
  if (current === undefined) throw notFound(served.type, name!);
  const patched = patchedBy(context, call, type, served.present(current), patch);
  const input = served.accept(checkInput(call, patched));
  const updated = context.cluster.update(served.stored, input, updateOptions(call));
  sendJson(call.response, 200, presenterOf(context, call).one(updated));
}

function patchedBy(
  { cluster }: ApiContext,
  { served }: ResourceCall,
  type: string,
  current: KubeObject,
  patch: unknown,
): unknown {
  switch (type) {
    case 'application/json-patch+json':
      return patchJson(current, patch);
    case 'application/merge-patch+json':
      return mergePatch(current, patch);
    case 'application/strategic-merge-patch+json':
      if (cluster.customResource(served.stored) !== undefined) throw unsupportedPatch();
      return strategicMerge(current, patch);
    default:
      throw unsupportedPatch();
  }
}

function patchJson(current: KubeObject, patch: unknown): unknown {
  try {
    return jsonPatch(current, patch);
  } catch (error) {
    if (!(error instanceof JsonPatchError)) throw error;
    throw new StatusError(
      422,
      'Invalid',
      `the server rejected our request due to an error in our request: ${error.message}`,
    );
  }
}

/** Server-side apply creates what is not there. */
function applyObject(
  context: ApiContext,
  call: ResourceCall,
  current: KubeObject | undefined,
  patch: unknown,
): void {
  const { served, query, response } = call;
  const manager = query.get('fieldManager');
  if (!manager)
    throw badRequest(
      'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
    );
  const applied = checkInput(call, patch);
  const present = current === undefined ? undefined : served.present(current);
  const merged = applyPatch(present, applied, {
    manager,
    time: toKubernetesTime(context.clock.now()),
    subresource: call.subresource,
    listsMerge: context.cluster.customResource(served.stored) === undefined,
  });
  const input: ObjectInput = served.accept(merged);
  const written =
    current === undefined
      ? context.cluster.create(served.stored, input, { dryRun: isDryRun(query) })
      : context.cluster.update(served.stored, input, updateOptions(call));
  sendJson(response, current === undefined ? 201 : 200, presenterOf(context, call).one(written));
}

function unsupportedPatch(): StatusError {
  return new StatusError(
    415,
    'UnsupportedMediaType',
    'the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml',
  );
}
