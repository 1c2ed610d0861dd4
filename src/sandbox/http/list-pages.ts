import { randomUUID } from 'node:crypto';
import { type KubeObject, StatusError } from '../cluster-types.ts';
import { badRequest } from '../status-errors.ts';

export interface Page {
  readonly objects: readonly KubeObject[];
  /** The resourceVersion of the whole list, the same on every page of it. */
  readonly resourceVersion: number;
  /** Null on the last page. */
  readonly continueToken: string | null;
  readonly remaining: number;
}

interface Snapshot {
  readonly objects: readonly KubeObject[];
  readonly resourceVersion: number;
  readonly takenAt: number;
}

interface ContinueToken {
  readonly snapshot: string;
  readonly offset: number;
  readonly resourceVersion: number;
}

/** As long as etcd keeps old revisions by default. */
const KEPT_MS = 5 * 60_000;
/** Lists that clients began and never finished must not pile up. */
const MOST_KEPT = 256;

/**
 * Lists in pages. All pages of a list show the objects of one instant: since objects are immutable,
 * an array of references is a consistent snapshot. A snapshot is kept for five minutes of real time.
 */
export class ListPages {
  readonly #snapshots = new Map<string, Snapshot>();

  /** The first `limit` objects of a list; all of them when `limit` is 0. */
  first(objects: readonly KubeObject[], resourceVersion: number, limit: number): Page {
    if (limit === 0 || objects.length <= limit) {
      return { objects, resourceVersion, continueToken: null, remaining: 0 };
    }
    this.#forgetOld();
    const id = randomUUID();
    const snapshot = { objects, resourceVersion, takenAt: Date.now() };
    this.#snapshots.set(id, snapshot);
    return page(id, snapshot, 0, limit);
  }

  /** The page after the one that gave `token`. Throws Expired when its snapshot is gone. */
  next(token: string, limit: number): Page {
    const { snapshot: id, offset } = readToken(token);
    this.#forgetOld();
    const snapshot = this.#snapshots.get(id);
    if (snapshot === undefined) throw expiredToken();
    return page(id, snapshot, offset, limit === 0 ? snapshot.objects.length : limit);
  }

  /** Forgets every snapshot, as a compaction of etcd does. */
  expireAll(): void {
    this.#snapshots.clear();
  }

  #forgetOld(): void {
    const before = Date.now() - KEPT_MS;
    for (const [id, { takenAt }] of this.#snapshots) {
      if (takenAt >= before && this.#snapshots.size < MOST_KEPT) return;
      this.#snapshots.delete(id);
    }
  }
}

function page(id: string, { objects, resourceVersion }: Snapshot, offset: number, limit: number): Page {
  const end = offset + limit;
  const remaining = Math.max(0, objects.length - end);
  const token: ContinueToken = { snapshot: id, offset: end, resourceVersion };
  return {
    objects: objects.slice(offset, end),
    resourceVersion,
    continueToken: remaining > 0 ? Buffer.from(JSON.stringify(token)).toString('base64url') : null,
    remaining,
  };
}

function readToken(text: string): ContinueToken {
  try {
    const token: ContinueToken = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (typeof token.snapshot === 'string' && Number.isSafeInteger(token.offset)) return token;
  } catch {
    // Not JSON: answered below like any other text that is no token.
  }
  throw badRequest('continue key is not valid');
}

function expiredToken(): StatusError {
  return new StatusError(
    410,
    'Expired',
    'The provided continue parameter is too old to display a consistent list result. You must start a new list without the continue parameter.',
  );
}
