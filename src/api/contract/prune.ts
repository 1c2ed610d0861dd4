import { type Static, Type } from 'typebox';

/** Which runs are to be deleted. */
export const PruneRequest = Type.Object(
  {
    /** Runs that ended longer ago than so many days. */
    olderThanDays: Type.Integer({ minimum: 1, maximum: 36_500 }),
    /** Tells what would be deleted, and deletes nothing. */
    dryRun: Type.Optional(Type.Boolean({ default: false })),
  },
  { $id: 'PruneRequest' },
);
export type PruneRequest = Static<typeof PruneRequest>;

/** How much was deleted; in a dry run, how much would be. */
export const PruneResult = Type.Object(
  {
    executionsDeleted: Type.Integer(),
    logsDeleted: Type.Integer(),
    eventsDeleted: Type.Integer(),
  },
  { $id: 'PruneResult' },
);
export type PruneResult = Static<typeof PruneResult>;
