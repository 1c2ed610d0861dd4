import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { SharedWork } from '../lib/shared-work.ts';
import type { Turns } from '../lib/turns.ts';
import type { AppInstance } from './app-instance.ts';
import { chooseEncoding, encode, type Encoding } from './encoding.ts';
import { isKnown, stamp } from './etag.ts';
import { toJsonBytes } from './json-bytes.ts';

/** Packed once for everybody; what is smaller costs less than the keeping of it. */
const LEAST_PACKED_BYTES = 32 * 1_024;

/**
 * Makes the answers of `stored` routes once for all who ask for the same at the same time: a hundred open pages ask
 * for the same list every few seconds, and of ten thousand CronJobs it has 4 MB.
 */
export function shareStoredAnswers(api: AppInstance, turns: Turns): void {
  const work = new SharedWork<MadeAnswer>();
  api.addHook('onRoute', (route) => {
    if (route.config?.stored !== true || route.method !== 'GET') return;
    const { handler } = route;
    route.handler = async function answerTogether(request, reply) {
      const answer = await work.run(request.url, () => make(handler.bind(this), request, reply, turns));
      return send(answer, request, reply);
    };
  });
}

/** The bytes of an answer, whoever asked for it first, with the tag that they have for all. */
class MadeAnswer {
  readonly tag: string;
  readonly bytes: Buffer;
  readonly #packed = new Map<Encoding, Promise<Buffer>>();

  constructor(tag: string, bytes: Buffer) {
    this.tag = tag;
    this.bytes = bytes;
  }

  packed(encoding: Encoding): Promise<Buffer> {
    const known = this.#packed.get(encoding);
    if (known !== undefined) return known;
    const packed = encode(this.bytes, encoding);
    this.#packed.set(encoding, packed);
    return packed;
  }
}

async function make(
  handler: OmitThisParameter<RouteHandlerMethod>,
  request: FastifyRequest,
  reply: FastifyReply,
  turns: Turns,
): Promise<MadeAnswer> {
  const value = (await handler(request, reply)) as Readonly<Record<string, unknown>>;
  return new MadeAnswer(request.storedAnswer!.tag(), await toJsonBytes(value, turns));
}

async function send(answer: MadeAnswer, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  stamp(reply, answer.tag);
  if (isKnown(answer.tag, request.headers['if-none-match'])) return reply.code(304).send();
  void reply.type('application/json; charset=utf-8');
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (encoding === null || answer.bytes.length < LEAST_PACKED_BYTES) return reply.send(answer.bytes);
  void reply.header('content-encoding', encoding).header('vary', 'accept-encoding');
  return reply.send(await answer.packed(encoding));
}
