import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../lib/clock.ts';
import type { AppInstance } from './app-instance.ts';
import { opaqueTags, stamp } from './etag.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The answer follows from what is stored alone, and from the time no further than the handler says with
     * `holdsUntil`. Who has it already then learns so before anything is read.
     */
    readonly stored?: true;
  }
  interface FastifyRequest {
    /** Null where the route is not `stored`. */
    storedAnswer: StoredAnswer | null;
  }
}

/** What the tags of stored answers are made of. */
export interface StoredAnswerPorts {
  readonly clock: Clock;
  /** A text without dots and quotes that is another one after every change of what is stored, whoever made it. */
  dataVersion(): Promise<string>;
}

/** The config of routes whose answers are tagged by the version of the data. */
export const STORED = { stored: true } as const;

/** An answer in the making. Its version was read first: what is read later is as new at least. */
export class StoredAnswer {
  readonly #version: string;
  readonly #path: string;
  #holdUntil = Infinity;

  constructor(version: string, url: string) {
    this.#version = version;
    this.#path = hash('sha1', url, 'base64url').slice(0, 12);
  }

  /** While nothing is stored the answer stays the same before this instant; the earliest counts. */
  holdsUntil(at: number): void {
    this.#holdUntil = Math.min(this.#holdUntil, at);
  }

  tag(): string {
    const until = this.#holdUntil === Infinity ? '' : Math.floor(this.#holdUntil).toString(36);
    return `W/"${this.#version}.${this.#path}.${until}"`;
  }

  /** Whether a tag, without its `W/`, is of an answer to this path that is still true. */
  isStill(tag: string, now: number): boolean {
    const [version, path, until] = tag.replaceAll('"', '').split('.');
    if (version !== this.#version || path !== this.#path || until === undefined) return false;
    return until === '' || now < Number.parseInt(until, 36);
  }
}

/** Answers 304 on `stored` routes, before their handlers run, to those whose tag still holds. */
export function tagStoredAnswers(api: AppInstance, ports: StoredAnswerPorts): void {
  api.decorateRequest('storedAnswer', null);
  api.addHook('preHandler', async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.routeOptions.config.stored !== true) return;
    const answer = new StoredAnswer(await ports.dataVersion(), request.url);
    request.storedAnswer = answer;
    const known = opaqueTags(request.headers['if-none-match'] ?? '');
    const still = known.find((tag) => answer.isStill(tag, ports.clock.now()));
    if (still === undefined) return;
    stamp(reply, `W/${still}`);
    return reply.code(304).send();
  });
}
