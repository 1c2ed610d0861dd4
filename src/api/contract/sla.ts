import { type Static, Type } from 'typebox';
import { about } from './about.ts';
import { MonitorName } from './monitor-name.ts';
import { nullable } from './nullable.ts';
import { MonitorText, NonEmptyText } from './text.ts';

/** What does not count, and how often. Each run or slot is in one of them only. */
export const SlaExclusions = Type.Object({
  manual: about('Runs started by hand, which belong to no slot.', Type.Integer()),
  maintenance: about(
    "Slots within the monitor's maintenance windows, with or without a run.",
    Type.Integer(),
  ),
  suspended: about('Slots that passed while the CronJob was suspended.', Type.Integer()),
  unknown: about('Slots that passed while nobody watched, and that left no evidence.', Type.Integer()),
});
export type SlaExclusions = Static<typeof SlaExclusions>;

/** How the rate moved from the window before: a tenth of a percent or less is steady. */
export const SlaTrend = Type.Union([Type.Literal('up'), Type.Literal('down'), Type.Literal('steady')]);
export type SlaTrend = Static<typeof SlaTrend>;

export const SlaItem = Type.Object(
  {
    namespace: about('The namespace of the CronJob.', Type.String()),
    cronjobName: about('The name of the CronJob.', Type.String()),
    successRate: about(
      'Percent of the counted slots that had a successful run; 100 while `evaluatedRuns` is 0.',
      Type.Number(),
    ),
    slaTarget: about("Percent: the monitor's minSuccessRate.", Type.Number()),
    compliant: about(
      'Whether the rate is at or above the target; true while nothing counts.',
      Type.Boolean(),
    ),
    windowDays: about('How far back slots count, in days.', Type.Integer()),
    monitor: about(
      'Of several monitors the one whose target the CronJob misses by most, or keeps by least.',
      MonitorName,
    ),
    evaluatedRuns: about('How many slots count, those without a run too.', Type.Integer()),
    failedRuns: about('Slots that count and had a run that failed.', Type.Integer()),
    missedRuns: about('Slots that count and had no run.', Type.Integer()),
    exclusions: about('What does not count, and how often.', SlaExclusions),
    errorBudget: about(
      'How many of the counted slots may go without a successful run, and how many did.',
      Type.Object({
        allowed: about('Slots that may go without a successful run.', Type.Number()),
        used: about('Slots that did.', Type.Integer()),
        leftPercent: about('Percent; 0 when more is used than allowed.', Type.Number()),
      }),
    ),
    previousSuccessRate: about(
      'The rate of the window before; null when nothing counted in it, and then there is no trend.',
      nullable(Type.Number()),
    ),
    trend: about(
      'How the rate moved from the window before: a tenth of a point or less is steady. Null where there is nothing to compare.',
      nullable(SlaTrend),
    ),
    breaches: about(
      'How often the rate fell below the target in the last 90 days: the alerts with reason SuccessRate.',
      Type.Integer(),
    ),
  },
  { $id: 'SlaItem', description: 'One CronJob against the SLA of a monitor that selects it.' },
);
export type SlaItem = Static<typeof SlaItem>;

export const SlaReport = Type.Object(
  {
    items: about('By namespace and name.', Type.Array(SlaItem)),
    summary: about(
      'Over all items.',
      Type.Object({
        totalCronJobs: about('How many items there are.', Type.Integer()),
        compliant: about('How many keep their target.', Type.Integer()),
        nonCompliant: about('How many miss it.', Type.Integer()),
        overallRate: about('Percent of the items that are compliant; 100 when there is none.', Type.Number()),
      }),
    ),
  },
  {
    $id: 'SlaReport',
    description: 'One item for each CronJob that a monitor with an SLA selects, by namespace and name.',
  },
);
export type SlaReport = Static<typeof SlaReport>;

/** Which CronJobs; all that are given must hold. */
export const SlaQuery = Type.Object({
  namespace: about('The namespace of the CronJobs.', Type.Optional(NonEmptyText)),
  monitor: about(
    "A monitor's name in any namespace, or `namespace/name`: its SLA alone is told.",
    Type.Optional(MonitorText),
  ),
});
export type SlaQuery = Static<typeof SlaQuery>;
