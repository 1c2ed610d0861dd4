// Lets a cluster of CronJobs live through months on the virtual clock, with faults of every kind, and holds the
// alerts of the service against what the faults call for: `npm run simulate -- --cron-jobs 50 --days 14 --seed 7`.
// Exit code 1 on any alert that is missing, false, or at the wrong time.
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { compareAlerts } from './simulate/compare-alerts.ts';
import { expectAlerts } from './simulate/expect-alerts.ts';
import { planWorld } from './simulate/plan-world.ts';
import { playWorld } from './simulate/play-world.ts';
import { wordComparison } from './simulate/word-comparison.ts';

const { values } = parseArgs({
  options: {
    'cron-jobs': { type: 'string', default: '1000' },
    days: { type: 'string', default: '90' },
    seed: { type: 'string', default: '1' },
    verbose: { type: 'boolean', default: false },
  },
});

/** Whose time is told together. */
const DAYS_A_LINE = 10;

const size = { cronJobs: Number(values['cron-jobs']), days: Number(values.days), seed: values.seed };
const world = planWorld(size);
const expected = expectAlerts(world);
console.log(
  `${size.cronJobs} CronJobs over ${size.days} days, seed ${size.seed}: ${world.cronJobs.flatMap(({ faults }) => faults).length} faults, ` +
    `${world.outages.length} outages, ${expected.length} alerts to be expected`,
);
const began = performance.now();
let toldAt = began;
const played = await playWorld(world, {
  log: pino({ level: values.verbose ? 'warn' : 'silent' }),
  onDay: (day) => {
    if (day % DAYS_A_LINE !== 0) return;
    const now = performance.now();
    const pace = (now - toldAt) / 1_000 / DAYS_A_LINE;
    console.log(`day ${day}: ${seconds(began)} s, ${pace.toFixed(1)} s a day`);
    toldAt = now;
  },
});
console.log(`${played.executions} runs and ${played.instants} instants in ${seconds(began)} s\n`);
const comparison = compareAlerts(world, expected, played.alerts);
console.log(wordComparison(comparison, world));
process.exitCode = comparison.missed.length + comparison.falseAlerts.length === 0 ? 0 : 1;

function seconds(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(0);
}
