import type { VirtualClock } from '../../../lib/virtual-clock.ts';
import { ProcessRunner } from '../../runners/process-runner.ts';
import type { Runner } from '../../runners/runner.ts';
import { ScriptRunner } from '../../runners/script-runner.ts';
import { historyScript } from './history-script.ts';

/**
 * Plays the demo's history while `clock` is virtual, and runs real processes from the moment it is
 * live. A run that is under way at that moment ends as its script says.
 */
export function demoRunner(
  clock: VirtualClock,
  begunAt: number,
  environment: Readonly<Record<string, string>>,
): Runner {
  const history = new ScriptRunner({ clock, script: historyScript(begunAt) });
  const present = new ProcessRunner({ clock, environment });
  return {
    start: (...run) => (clock.live ? present : history).start(...run),
  };
}
