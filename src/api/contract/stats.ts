import { type Static, Type } from 'typebox';

/** How much is kept, and where. */
export const Stats = Type.Object(
  {
    database: Type.Object({
      type: Type.Union([Type.Literal('sqlite'), Type.Literal('postgres')]),
      /** With its unit, in powers of 1000: `512B`, `1.4MB`. */
      size: Type.String(),
      executions: Type.Integer(),
      alerts: Type.Integer(),
      /** By size, the largest first; up to five minutes old. */
      tables: Type.Array(
        Type.Object({
          name: Type.String(),
          rows: Type.Integer(),
          /** With its indexes. */
          size: Type.String(),
          sizeBytes: Type.Integer(),
        }),
      ),
    }),
    monitors: Type.Integer(),
    channels: Type.Integer(),
    /** How long this process has served, in unit-suffixed parts: `72h30m0s`. */
    uptime: Type.String(),
  },
  { $id: 'Stats' },
);
export type Stats = Static<typeof Stats>;
