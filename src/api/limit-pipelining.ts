import type { Socket } from 'node:net';
import type { AppInstance } from './app-instance.ts';

/** Browsers and proxies send a request when the one before it is answered. */
const MOST_UNANSWERED = 16;

/**
 * Hangs up on a client that sends ever more requests without waiting for their answers. All that come in one piece, a
 * thousand in 64 KiB, would be answered side by side, and every answer would wait in memory for those before it.
 */
export function limitPipelining(app: AppInstance): void {
  const unanswered = new WeakMap<Socket, number>();
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    reply.raw.once('close', () => unanswered.set(socket, unanswered.get(socket)! - 1));
    if (count <= MOST_UNANSWERED) return;
    socket.destroy();
    // The rest of the piece arrives nonetheless, and nobody waits for it.
    reply.hijack();
  });
}
