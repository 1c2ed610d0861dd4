// Serves a world of so many CronJobs, and tells its address to the process that started this one.
import { startWorld } from '../../test/e2e/world.ts';

/** Those that every world has. */
const USUAL = 9;

const { origin } = await startWorld(Number(process.argv[2]) - USUAL);
process.send!(origin);
