import type { FastifyReply } from 'fastify';
import type { AppInstance } from './app-instance.ts';

/** How long a client may take before its connection is cut, all in milliseconds. */
export interface ClientPatience {
  /** To send the head of a request. */
  readonly headersMs: number;
  /** To send a whole request; not shorter than `headersMs`. */
  readonly requestMs: number;
  /** How often both are looked at: a client is cut off so much later at most. */
  readonly checkMs: number;
  /**
   * To take anything at all of an answer that waits for it. It is noticed after twice that time at most. A
   * client that reads slowly is waited for, and so is an answer that takes long to make. One that goes on sending
   * gains nothing: while an answer waits to be taken, no further request is read.
   */
  readonly stalledMs: number;
}

/** One that trickles in or out for longer holds a connection, and what is made for it, for nothing. */
export const CLIENT_PATIENCE: ClientPatience = {
  headersMs: 15_000,
  requestMs: 30_000,
  checkMs: 5_000,
  stalledMs: 60_000,
};

/** Cuts the connection of a client that takes nothing of its answer. Idle connections are left to the server. */
export function cutOffStalledReaders(app: AppInstance): void {
  app.addHook('onRequest', async (_request, reply) => cutOffWhenStalled(reply));
}

/** With a listener the server leaves the connection open on its timeout, also while nothing waits to be read. */
function cutOffWhenStalled({ raw }: FastifyReply): void {
  raw.on('timeout', () => {
    const { socket } = raw;
    if (socket !== null && socket.writableLength > 0) socket.destroy();
  });
}
