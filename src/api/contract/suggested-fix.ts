import { type Static, Type } from 'typebox';
import { about } from './about.ts';
import { MonitorName } from './monitor-name.ts';
import { nullable } from './nullable.ts';
import { FixPatternSchema } from '../../rule/monitor-schema.ts';
import { NonEmptyText, NullableText } from './text.ts';

export const BuiltInFix = Type.Object(
  {
    name: about('What it is called.', Type.String()),
    reasons: about('Of the attempt or the Job.', Type.Array(Type.String())),
    exitCodes: about('Of the container that decided.', Type.Array(Type.Integer())),
    signals: about('Numbers of signals that ended the container.', Type.Array(Type.Integer())),
    logPattern: about('A regular expression; null when logs say nothing of this cause.', NullableText),
    eventPattern: about('A regular expression; null when events say nothing of this cause.', NullableText),
    suggestion: about(
      'With `<namespace>`, `<cronjob>`, `<job>` and `<pod>` for the names of a failure.',
      Type.String(),
    ),
  },
  {
    $id: 'BuiltInFix',
    description: 'A fix that every failure is held against. It fits when any of its signs is there.',
  },
);
export type BuiltInFix = Static<typeof BuiltInFix>;

export const BuiltInFixList = Type.Object(
  { items: about('In the order in which they are tried.', Type.Array(BuiltInFix)) },
  { $id: 'BuiltInFixList', description: 'In the order in which they are tried.' },
);
export type BuiltInFixList = Static<typeof BuiltInFixList>;

const { priority, ...pattern } = FixPatternSchema.properties;

export const SuggestedFixTest = Type.Object(
  {
    pattern: about(
      "A pattern as a monitor's `suggestedFixPatterns` has them; needs not be saved.",
      Type.Optional(Type.Object({ ...pattern, priority: Type.Optional(priority) })),
    ),
    monitor: about(
      '`namespace/name` of a monitor whose patterns are tried.',
      Type.Optional(Type.String({ pattern: '^[^/]+/[^/]+$' })),
    ),
    executionId: about(
      'A recorded run whose facts are taken, with the patterns of the monitors that select its CronJob.',
      Type.Optional(NonEmptyText),
    ),
    exitCode: about(
      'Of the container that decided; this and the next three describe the failure, or take the place of what the run tells.',
      Type.Optional(Type.Integer({ minimum: -1, maximum: 255 })),
    ),
    reason: about('Of the attempt or the Job.', Type.Optional(Type.String())),
    log: about('What the container wrote.', Type.Optional(Type.String())),
    events: about('One a line.', Type.Optional(Type.String())),
  },
  {
    $id: 'SuggestedFixTest',
    description: 'A failure, recorded or made up, and the patterns to hold against it.',
  },
);
export type SuggestedFixTest = Static<typeof SuggestedFixTest>;

export const MatchingFix = Type.Object(
  {
    name: about('What it is called.', Type.String()),
    source: about(
      '`draft`: the pattern that came with the request.',
      Type.Union([Type.Literal('monitor'), Type.Literal('draft'), Type.Literal('builtIn')]),
    ),
    monitor: about("Whose pattern it is; null unless a monitor's.", nullable(MonitorName)),
    priority: about('Null for built-in ones, which are tried after all others.', nullable(Type.Integer())),
    suggestion: about('What may mend the failure, with its names filled in.', Type.String()),
  },
  { $id: 'MatchingFix', description: 'A pattern that fits, and what it suggests.' },
);
export type MatchingFix = Static<typeof MatchingFix>;

export const SuggestedFixResult = Type.Object(
  {
    fix: about(
      'What an alert would tell: the first of `matches`; null when none fits.',
      nullable(MatchingFix),
    ),
    matches: about('All that fit, the best first.', Type.Array(MatchingFix)),
    conditions: about(
      'Of the pattern that came with the request; empty without one.',
      Type.Array(
        Type.Object({
          field: about('The condition, as in `match`.', Type.String()),
          holds: about('Whether the failure fits it.', Type.Boolean()),
        }),
      ),
    ),
  },
  { $id: 'SuggestedFixResult', description: 'What would be suggested.' },
);
export type SuggestedFixResult = Static<typeof SuggestedFixResult>;
