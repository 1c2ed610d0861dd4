import { type Static, Type } from 'typebox';
import { FixPatternSchema } from '../../rule/monitor-schema.ts';
import { NonEmptyText, NullableText } from './text.ts';

/** A fix that every failure is held against. It fits when any of its signs is there. */
export const BuiltInFix = Type.Object(
  {
    name: Type.String(),
    /** Of the attempt or the Job. */
    reasons: Type.Array(Type.String()),
    exitCodes: Type.Array(Type.Integer()),
    signals: Type.Array(Type.Integer()),
    /** A regular expression; null when logs say nothing of this cause. */
    logPattern: NullableText,
    eventPattern: NullableText,
    /** With `<namespace>`, `<cronjob>`, `<job>` and `<pod>` for the names of a failure. */
    suggestion: Type.String(),
  },
  { $id: 'BuiltInFix' },
);
export type BuiltInFix = Static<typeof BuiltInFix>;

/** In the order in which they are tried. */
export const BuiltInFixList = Type.Object({ items: Type.Array(BuiltInFix) }, { $id: 'BuiltInFixList' });
export type BuiltInFixList = Static<typeof BuiltInFixList>;

const { priority, ...pattern } = FixPatternSchema.properties;

/** A failure, recorded or made up, and the patterns to hold against it. */
export const SuggestedFixTest = Type.Object(
  {
    /** A pattern as a monitor's `suggestedFixPatterns` has them; needs not be saved. */
    pattern: Type.Optional(Type.Object({ ...pattern, priority: Type.Optional(priority) })),
    /** `namespace/name` of a monitor whose patterns are tried. */
    monitor: Type.Optional(Type.String({ pattern: '^[^/]+/[^/]+$' })),
    /** A recorded run whose facts are taken, with the patterns of the monitors that select its CronJob. */
    executionId: Type.Optional(NonEmptyText),
    /** These describe the failure, or take the place of what the run tells. */
    exitCode: Type.Optional(Type.Integer({ minimum: -1, maximum: 255 })),
    reason: Type.Optional(Type.String()),
    log: Type.Optional(Type.String()),
    /** One a line. */
    events: Type.Optional(Type.String()),
  },
  { $id: 'SuggestedFixTest' },
);
export type SuggestedFixTest = Static<typeof SuggestedFixTest>;

/** A pattern that fits, and what it suggests. */
export const MatchingFix = Type.Object(
  {
    name: Type.String(),
    /** `draft`: the pattern that came with the request. */
    source: Type.Union([Type.Literal('monitor'), Type.Literal('draft'), Type.Literal('builtIn')]),
    /** Whose pattern it is; null unless a monitor's. */
    monitor: Type.Union([Type.Object({ namespace: Type.String(), name: Type.String() }), Type.Null()]),
    /** Null for built-in ones, which are tried after all others. */
    priority: Type.Union([Type.Integer(), Type.Null()]),
    suggestion: Type.String(),
  },
  { $id: 'MatchingFix' },
);
export type MatchingFix = Static<typeof MatchingFix>;

/** What would be suggested. */
export const SuggestedFixResult = Type.Object(
  {
    /** What an alert would tell: the first of `matches`; null when none fits. */
    fix: Type.Union([MatchingFix, Type.Null()]),
    /** All that fit, the best first. */
    matches: Type.Array(MatchingFix),
    /** Of the pattern that came with the request; empty without one. */
    conditions: Type.Array(Type.Object({ field: Type.String(), holds: Type.Boolean() })),
  },
  { $id: 'SuggestedFixResult' },
);
export type SuggestedFixResult = Static<typeof SuggestedFixResult>;
