import type { ContainerExit } from './attempt-log.ts';

/**
 * Of a Pod's exits the one that decided how it ended: the failed init container; else the main
 * container that failed first; else the last main container to finish. Sidecars never decide. Null
 * when no init or main container ended.
 */
export function decidingExit(exits: readonly ContainerExit[]): ContainerExit | null {
  const failed = exits.filter((exit) => exit.terminated.exitCode !== 0).toSorted(byFinish);
  const main = exits.filter((exit) => exit.kind === 'main').toSorted(byFinish);
  return (
    failed.find((exit) => exit.kind === 'init') ??
    failed.find((exit) => exit.kind === 'main') ??
    main.at(-1) ??
    null
  );
}

function byFinish(a: ContainerExit, b: ContainerExit): number {
  return finishOf(a) - finishOf(b);
}

function finishOf({ terminated }: ContainerExit): number {
  return terminated.finishedAt ?? Infinity;
}
