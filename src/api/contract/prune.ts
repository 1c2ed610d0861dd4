import { type Static, Type } from 'typebox';
import { about } from './about.ts';

export const PruneRequest = Type.Object(
  {
    olderThanDays: about(
      'Runs that ended longer ago than so many days.',
      Type.Integer({ minimum: 1, maximum: 36_500 }),
    ),
    dryRun: about(
      'Tells what would be deleted, and deletes nothing.',
      Type.Optional(Type.Boolean({ default: false })),
    ),
  },
  {
    $id: 'PruneRequest',
    description: 'Which runs are to be deleted.',
    // A `dryRun` that is misspelt, and so not read, would delete.
    additionalProperties: false,
  },
);
export type PruneRequest = Static<typeof PruneRequest>;

export const PruneResult = Type.Object(
  {
    executionsDeleted: about('Executions.', Type.Integer()),
    logsDeleted: about('Logs of containers.', Type.Integer()),
    eventsDeleted: about('Events of the cluster.', Type.Integer()),
  },
  { $id: 'PruneResult', description: 'How much was deleted; in a dry run, how much would be.' },
);
export type PruneResult = Static<typeof PruneResult>;
