import type { ClusterEvent } from '../cluster-types.ts';
import { invalidQuery } from '../status-errors.ts';
import type { ApiContext, ResourceCall } from './api-context.ts';
import { presenterOf } from './read.ts';
import { negotiate, representationKey } from './representation.ts';
import { parseResourceVersion, tooLarge, tooOld } from './resource-version.ts';
import { type Selection, toSelection } from './selection.ts';
import { failureStatus } from './status-body.ts';
import { Watch } from './watch.ts';

/** The real server ends watches after 30 to 60 minutes, spread so that they do not return together. */
const SHORTEST_WATCH_MS = 30 * 60_000;
const INITIAL_EVENTS_END = { 'k8s.io/initial-events-end': 'true' };

/** GET with watch=true: streams the changes after a resourceVersion until the client or the time ends it. */
export function openWatch(context: ApiContext, call: ResourceCall): void {
  const { served, query, response } = call;
  const { cluster } = context;
  const selection = toSelection(served, call.namespace, call.name, query);
  const representation = negotiate(call.request.headers.accept, query.get('includeObject'));
  const from = parseResourceVersion(query.get('resourceVersion'));
  const withInitial = wantsInitialEvents(query, from);
  if (from > cluster.resourceVersion) throw tooLarge(from, cluster.resourceVersion);
  const missed = withInitial ? [] : cluster.eventsSince(served.stored, from);
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-cache, private' });
  response.flushHeaders();
  if (missed === null) {
    const status = failureStatus(tooOld(from, cluster.resourceVersion));
    response.end(`${JSON.stringify({ type: 'ERROR', object: status })}\n`);
    return;
  }
  const watch = new Watch({
    resource: served.stored,
    response,
    selection,
    presenter: presenterOf(context, call),
    formKey: `${served.type.group}/${representationKey(representation)}`,
    allowBookmarks: isTrue(query.get('allowWatchBookmarks')),
    mostBufferedBytes: context.mostBufferedBytes,
  });
  start(context, call, watch, missed, withInitial ? selection : null);
}

function start(
  context: ApiContext,
  { served, query, response }: ResourceCall,
  watch: Watch,
  missed: readonly ClusterEvent[],
  initial: Selection | null,
): void {
  const { cluster, watches } = context;
  if (initial !== null) {
    for (const object of cluster.list(served.stored, initial.namespace)) watch.pushInitial(object);
    if (isTrue(query.get('sendInitialEvents'))) watch.bookmark(cluster.resourceVersion, INITIAL_EVENTS_END);
  }
  for (const event of missed) watch.push(event, new Map());
  watches.add(watch);
  const timer = setTimeout(() => watch.end(), watchMs(query));
  timer.unref();
  response.on('close', () => {
    clearTimeout(timer);
    watches.remove(watch);
  });
}

/** Without a resourceVersion, or from 0, a watch begins with all that is there. */
function wantsInitialEvents(query: URLSearchParams, from: number): boolean {
  const text = query.get('sendInitialEvents');
  if (text === null) {
    if (query.has('resourceVersionMatch')) {
      throw invalidQuery(
        'resourceVersionMatch',
        'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
      );
    }
    return from === 0;
  }
  if (query.get('resourceVersionMatch') !== 'NotOlderThan') {
    throw invalidQuery(
      'resourceVersionMatch',
      'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
    );
  }
  return isTrue(text) || from === 0;
}

function watchMs(query: URLSearchParams): number {
  const seconds = Number(query.get('timeoutSeconds') ?? 0);
  return seconds > 0 ? Math.min(seconds * 1_000, 2 ** 31 - 1) : SHORTEST_WATCH_MS * (1 + Math.random());
}

function isTrue(text: string | null): boolean {
  return text === 'true' || text === '1';
}
