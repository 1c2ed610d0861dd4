import { DatabaseSync } from 'node:sqlite';
import type { Cluster, RestoredObjects, StoredObject } from './cluster.ts';
import type { KubeObject, ResourceType } from './cluster-types.ts';
import type { LogChange, LogKey, PodLogs } from './pod-logs.ts';

/** A world read back from its file. */
export interface LoadedSnapshot {
  /** For the constructor of Cluster. */
  readonly restored: RestoredObjects;
  /** Puts the logs of that world into `podLogs`. Call it before a SnapshotWriter is made for them. */
  readonly restoreLogs: (podLogs: PodLogs) => void;
}

export interface SnapshotWriterOptions {
  readonly path: string;
  readonly cluster: Cluster;
  readonly podLogs: PodLogs;
  /** Told when the file could not be written; the changes are kept and tried again. */
  readonly onError?: (error: unknown) => void;
}

interface ObjectChange {
  readonly type: ResourceType;
  readonly object: KubeObject;
  readonly isDeleted: boolean;
}

const FLUSH_EVERY_MS = 1_000;
/** What a crash may have made known to clients and not to the file is skipped by this much. */
const RESOURCE_VERSION_GAP = 1_000_000;
/** A log that has grown past this in the file is replaced by what is kept of it in memory. */
const MOST_LOG_BYTES = 20 * 1024 * 1024;

const SCHEMA = `
  create table if not exists objects (
    api_group text not null, resource text not null, namespace text not null, name text not null,
    body text not null, primary key (api_group, resource, namespace, name)
  ) strict, without rowid;
  create table if not exists log_chunks (
    id integer primary key, pod_uid text not null, container text not null, restart_count integer not null,
    at integer not null, bytes blob not null
  ) strict;
  create index if not exists log_chunks_by_log on log_chunks (pod_uid, container, restart_count);
  create table if not exists closed_logs (
    pod_uid text not null, container text not null, restart_count integer not null,
    primary key (pod_uid, container, restart_count)
  ) strict, without rowid;
  create table if not exists world (id integer primary key check (id = 1), resource_version integer not null) strict;
`;

/** Reads the world that a SnapshotWriter saved; null when the file holds none. Throws on a broken file. */
export function loadSnapshot(path: string): LoadedSnapshot | null {
  const database = open(path);
  try {
    const resourceVersion = savedResourceVersion(database);
    if (resourceVersion === 0) return null;
    const objects = database
      .prepare('select api_group, resource, body from objects')
      .all()
      .map((row): StoredObject => ({
        group: String(row['api_group']),
        resource: String(row['resource']),
        object: JSON.parse(String(row['body'])) as KubeObject,
      }));
    const chunks = database.prepare('select * from log_chunks order by id').all();
    const closed = database.prepare('select * from closed_logs').all();
    return {
      restored: { objects, resourceVersion: resourceVersion + RESOURCE_VERSION_GAP },
      restoreLogs: (podLogs) => {
        for (const row of chunks) {
          podLogs.append(toLogKey(row), Buffer.from(row['bytes'] as Uint8Array), Number(row['at']));
        }
        for (const row of closed) podLogs.close(toLogKey(row));
      },
    };
  } finally {
    database.close();
  }
}

/**
 * Keeps a file up to date with a cluster and its logs: what changed is written in one transaction,
 * at most once a second of real time and when it stops. A crash loses the last second at most and
 * never leaves half a change.
 */
export class SnapshotWriter {
  readonly #options: SnapshotWriterOptions;
  readonly #database: DatabaseSync;
  readonly #unsubscribe: readonly (() => void)[];
  /** Objects to write or delete, by their key in the file. */
  #objects = new Map<string, ObjectChange>();
  #logs: LogChange[] = [];
  /** How much of each Pod's logs the file holds, by Pod and then by log. */
  readonly #logBytes = new Map<string, Map<string, { readonly key: LogKey; bytes: number }>>();
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: SnapshotWriterOptions) {
    this.#options = options;
    this.#database = open(options.path);
    this.#markUnsaved(savedResourceVersion(this.#database));
    this.#unsubscribe = [
      options.cluster.subscribe(({ type, resource, object }) => {
        this.#mark(resource, object, type === 'DELETED');
      }),
      options.podLogs.subscribe((change) => {
        this.#logs.push(change);
        this.#schedule();
      }),
    ];
  }

  /** Writes what has changed, now. Throws when the file cannot be written; nothing is lost then. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const objects = this.#objects;
    const logs = this.#logs;
    this.#database.exec('begin immediate');
    try {
      this.#writeObjects(objects.values());
      for (const change of logs) this.#writeLog(change);
      this.#shortenLogs();
      this.#database
        .prepare(
          'insert into world values (1, ?) on conflict do update set resource_version = excluded.resource_version',
        )
        .run(this.#options.cluster.resourceVersion);
      this.#database.exec('commit');
    } catch (error) {
      this.#database.exec('rollback');
      throw error;
    }
    this.#objects = new Map();
    this.#logs = [];
  }

  /** Writes the rest and closes the file. */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.flush();
    this.#database.close();
  }

  /** Objects that changed since the file was written: all of them for a new file. */
  #markUnsaved(saved: number): void {
    const { cluster } = this.#options;
    for (const type of cluster.resourceTypes()) {
      for (const object of cluster.list(type, null)) {
        if (Number(object.metadata.resourceVersion) > saved) this.#mark(type, object, false);
      }
    }
  }

  #mark(type: ResourceType, object: KubeObject, isDeleted: boolean): void {
    const { namespace = '', name } = object.metadata;
    this.#objects.set(`${type.group}/${type.resource}/${namespace}/${name}`, { type, object, isDeleted });
    this.#schedule();
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#stopped) return;
    this.#timer = setTimeout(() => this.#flushOnTime(), FLUSH_EVERY_MS);
    this.#timer.unref();
  }

  #flushOnTime(): void {
    this.#timer = undefined;
    try {
      this.flush();
    } catch (error) {
      this.#options.onError?.(error);
      this.#schedule();
    }
  }

  #writeObjects(changes: Iterable<ObjectChange>): void {
    const put = this.#database.prepare(
      'insert into objects values (?, ?, ?, ?, ?) on conflict do update set body = excluded.body',
    );
    const remove = this.#database.prepare(
      'delete from objects where api_group = ? and resource = ? and namespace = ? and name = ?',
    );
    for (const { type, object, isDeleted } of changes) {
      const key = [type.group, type.resource, object.metadata.namespace ?? '', object.metadata.name];
      if (isDeleted) remove.run(...key);
      else put.run(...key, JSON.stringify(object));
    }
  }

  #writeLog(change: LogChange): void {
    switch (change.kind) {
      case 'appended':
        return this.#appendLog(change.key, change.chunk, change.at);
      case 'closed': {
        const { podUid, container, restartCount } = change.key;
        this.#run('insert or ignore into closed_logs values (?, ?, ?)', podUid, container, restartCount);
        return;
      }
      case 'removed':
        this.#logBytes.delete(change.podUid);
        this.#run('delete from log_chunks where pod_uid = ?', change.podUid);
        this.#run('delete from closed_logs where pod_uid = ?', change.podUid);
    }
  }

  #appendLog(key: LogKey, chunk: Buffer, at: number): void {
    let logs = this.#logBytes.get(key.podUid);
    if (logs === undefined) this.#logBytes.set(key.podUid, (logs = new Map()));
    const id = `${key.restartCount}/${key.container}`;
    let log = logs.get(id);
    if (log === undefined) logs.set(id, (log = { key, bytes: 0 }));
    log.bytes += chunk.length;
    this.#insertChunk(key, chunk, at);
  }

  /** Brings logs that have grown too long in the file back to what memory keeps of them. */
  #shortenLogs(): void {
    for (const log of [...this.#logBytes.values()].flatMap((logs) => [...logs.values()])) {
      if (log.bytes <= MOST_LOG_BYTES) continue;
      const { podUid, container, restartCount } = log.key;
      const remove = 'delete from log_chunks where pod_uid = ? and container = ? and restart_count = ?';
      this.#run(remove, podUid, container, restartCount);
      log.bytes = 0;
      for (const { bytes, at } of this.#options.podLogs.lines(log.key)) {
        this.#insertChunk(log.key, bytes, at);
        log.bytes += bytes.length;
      }
    }
  }

  #insertChunk({ podUid, container, restartCount }: LogKey, bytes: Buffer, at: number): void {
    this.#run(
      'insert into log_chunks (pod_uid, container, restart_count, at, bytes) values (?, ?, ?, ?, ?)',
      podUid,
      container,
      restartCount,
      at,
      bytes,
    );
  }

  #run(sql: string, ...values: readonly (string | number | Uint8Array)[]): void {
    this.#database.prepare(sql).run(...values);
  }
}

function open(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000;');
  database.exec(SCHEMA);
  return database;
}

/** 0 for a file that holds no world. */
function savedResourceVersion(database: DatabaseSync): number {
  const row = database.prepare('select resource_version from world').get();
  return row === undefined ? 0 : Number(row['resource_version']);
}

function toLogKey(row: Record<string, unknown>): LogKey {
  return {
    podUid: String(row['pod_uid']),
    container: String(row['container']),
    restartCount: Number(row['restart_count']),
  };
}
