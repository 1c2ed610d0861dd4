import { notFound } from '../status-errors.ts';
import type { ApiContext, ResourceCall } from './api-context.ts';
import { type ListMeta, negotiate, Presenter } from './representation.ts';
import { parseResourceVersion, tooLarge, tooOld } from './resource-version.ts';
import { sendJson } from './respond.ts';
import { isSelected, toSelection } from './selection.ts';

/** The presenter of a call's objects in the form that its Accept header asks for. */
export function presenterOf(context: ApiContext, { request, query, served }: ResourceCall): Presenter {
  const representation = negotiate(request.headers.accept, query.get('includeObject'));
  const columns = context.cluster.customResource(served.stored)?.columns ?? [];
  return new Presenter(served, representation, columns, () => context.clock.now());
}

/** GET of one object, or of its status, which shows the whole object as well. */
export function getObject(context: ApiContext, call: ResourceCall): void {
  const { served, namespace, name } = call;
  const object = context.cluster.get(served.stored, namespace, name!);
  if (object === undefined) throw notFound(served.type, name!);
  sendJson(call.response, 200, presenterOf(context, call).one(object));
}

/** GET of a collection: with `limit` in pages that show one instant. */
export function listObjects(context: ApiContext, call: ResourceCall): void {
  const { served, namespace, query } = call;
  const { cluster } = context;
  const presenter = presenterOf(context, call);
  const selection = toSelection(served, namespace, null, query);
  const limit = Math.max(0, Math.trunc(Number(query.get('limit') ?? 0)) || 0);
  const token = query.get('continue') ?? '';
  checkResourceVersion(query, cluster.resourceVersion, token !== '');
  const all = () => {
    const objects = cluster.list(served.stored, namespace);
    return selection.matches === null ? objects : objects.filter((object) => isSelected(selection, object));
  };
  const page =
    token === ''
      ? context.pages.first(all(), cluster.resourceVersion, limit)
      : context.pages.next(token, limit);
  const meta: ListMeta = {
    resourceVersion: String(page.resourceVersion),
    ...(page.continueToken === null ? {} : { continue: page.continueToken }),
    // Like the real server, which does not count what a selector would leave out.
    ...(page.continueToken === null || selection.matches !== null
      ? {}
      : { remainingItemCount: page.remaining }),
  };
  sendJson(call.response, 200, presenter.list(page.objects, meta));
}

/** Only the present state can be listed: an older one asked for exactly is gone. */
function checkResourceVersion(query: URLSearchParams, current: number, isContinued: boolean): void {
  if (isContinued) return;
  const wanted = parseResourceVersion(query.get('resourceVersion'));
  if (wanted > current) throw tooLarge(wanted, current);
  if (query.get('resourceVersionMatch') === 'Exact' && wanted !== current) throw tooOld(wanted, current);
}
