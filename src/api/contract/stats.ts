import { type Static, Type } from 'typebox';
import { about } from './about.ts';

export const Stats = Type.Object(
  {
    database: about(
      'Where it is kept.',
      Type.Object({
        type: about('Which database.', Type.Union([Type.Literal('sqlite'), Type.Literal('postgres')])),
        size: about('With its unit, in powers of 1000: `512B`, `1.4MB`.', Type.String()),
        executions: about('Executions that are kept.', Type.Integer()),
        alerts: about('Alerts that are kept, active or not.', Type.Integer()),
        tables: about(
          'By size, the largest first; up to five minutes old.',
          Type.Array(
            Type.Object({
              name: about('The name of the table.', Type.String()),
              rows: about('How many rows it has.', Type.Integer()),
              size: about('With its indexes.', Type.String()),
              sizeBytes: about('The same in bytes.', Type.Integer()),
            }),
          ),
        ),
      }),
    ),
    monitors: about('CronJobMonitors in the cluster.', Type.Integer()),
    channels: about('AlertChannels in the cluster.', Type.Integer()),
    uptime: about('How long this process has served, in unit-suffixed parts: `72h30m0s`.', Type.String()),
  },
  { $id: 'Stats', description: 'How much is kept, and where.' },
);
export type Stats = Static<typeof Stats>;
