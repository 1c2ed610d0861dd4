import { type Static, Type } from 'typebox';
import { about } from './about.ts';
import { MonitorText, NonEmptyText } from './text.ts';

/** A document of A4 pages. */
export const Pdf = Type.String();

/** Whose report: of one CronJob, of those of a monitor, or of all without either. */
export const ReportQuery = Type.Object({
  cronjob: about('`namespace/name`', Type.Optional(NonEmptyText)),
  monitor: about("A monitor's name in any namespace, or `namespace/name`.", Type.Optional(MonitorText)),
  days: about(
    'How many days, today included.',
    Type.Union([Type.Literal('7'), Type.Literal('30'), Type.Literal('90')], { default: '30' }),
  ),
  title: about('Stands at its head.', Type.Optional(NonEmptyText)),
});
export type ReportQuery = Static<typeof ReportQuery>;
