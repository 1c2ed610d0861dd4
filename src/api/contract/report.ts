import { type Static, Type } from 'typebox';
import { NonEmptyText } from './text.ts';

/** A document of A4 pages. */
export const Pdf = Type.String();

/** Whose report: of one CronJob, of those of a monitor, or of all without either. */
export const ReportQuery = Type.Object({
  /** `namespace/name` */
  cronjob: Type.Optional(NonEmptyText),
  /** `namespace/name` */
  monitor: Type.Optional(NonEmptyText),
  /** How far back it goes; 30 days when left out. */
  days: Type.Optional(Type.Union([Type.Literal('7'), Type.Literal('30'), Type.Literal('90')])),
  /** Stands at its head. */
  title: Type.Optional(NonEmptyText),
});
export type ReportQuery = Static<typeof ReportQuery>;
