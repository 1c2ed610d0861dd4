/** The thread in which the cluster of a simulation lives, so that the service has another to itself. */
import { parentPort, workerData } from 'node:worker_threads';
import { LivedWorld, type WorldState } from './lived-world.ts';
import type { WorldPlan } from './world-plan.ts';

export type WorldRequest =
  | { readonly kind: 'advanceTo'; readonly at: number }
  | { readonly kind: 'cut' | 'reconnect' | 'end' };

/** To the opening and to each request in turn. */
export type WorldReply =
  | { readonly kind: 'opened'; readonly kubeconfig: string; readonly asked: Int32Array }
  | { readonly kind: 'state'; readonly state: WorldState }
  | { readonly kind: 'done' };

const port = parentPort!;
const reply = (message: WorldReply): void => port.postMessage(message);

const world = await LivedWorld.open(workerData as WorldPlan);
port.on('message', (request: WorldRequest) => void answer(request));
reply({ kind: 'opened', kubeconfig: world.kubeconfig, asked: world.asked });

async function answer(request: WorldRequest): Promise<void> {
  if (request.kind === 'advanceTo') {
    return reply({ kind: 'state', state: await world.advanceTo(request.at) });
  }
  if (request.kind === 'cut') await world.cut();
  else if (request.kind === 'reconnect') await world.reconnect();
  else await world[Symbol.asyncDispose]();
  reply({ kind: 'done' });
  if (request.kind === 'end') port.close();
}
