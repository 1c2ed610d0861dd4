import { type Static, Type } from 'typebox';
import { about } from './about.ts';

/** What names a monitor, in paths and wherever something is said to be of one. */
export const MonitorName = Type.Object({
  namespace: about('The namespace of the monitor.', Type.String()),
  name: about('The name of the monitor.', Type.String()),
});
export type MonitorName = Static<typeof MonitorName>;
