import { Type } from 'typebox';

// The CRD is generated from this schema: a description is what `kubectl explain` prints.

function duration(description: string, fallback?: string) {
  return Type.String({
    description: `${description} A duration such as 90s, 15m, 1h30m, 8d or 2w.`,
    pattern: '^(([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(ns|us|\u00b5s|\u03bcs|ms|s|m|h|d|w))+$|^0$',
    patternHint: 'write a number and a unit, such as 90s, 15m, 1h30m or 8d',
    ...(fallback === undefined ? {} : { default: fallback }),
  });
}

function flag(description: string, fallback: boolean) {
  return Type.Boolean({ description, default: fallback });
}

function count(description: string, minimum: number, fallback: number) {
  return Type.Integer({ description, minimum, default: fallback });
}

function oneOf<const T extends readonly string[]>(
  values: T,
  options: { description: string; default?: T[number] },
) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });
}

const SeveritySchema = oneOf(['critical', 'warning', 'info'], { description: 'How serious.' });

const LabelsSchema = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'Labels that must all be there with these values.',
});

const ExpressionsSchema = Type.Array(
  Type.Object({
    key: Type.String({ description: 'Label key.' }),
    operator: oneOf(['In', 'NotIn', 'Exists', 'DoesNotExist'], { description: 'How the label is compared.' }),
    values: Type.Optional(Type.Array(Type.String(), { description: 'For In and NotIn.' })),
  }),
  { description: 'Conditions on labels that must all hold.' },
);

const SelectorSchema = Type.Object(
  {
    matchLabels: Type.Optional(LabelsSchema),
    matchExpressions: Type.Optional(ExpressionsSchema),
    matchNames: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        description: 'Names of CronJobs, one of which must fit; * stands for any characters.',
      }),
    ),
    namespaces: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), { description: 'Namespaces to look in.' }),
    ),
    namespaceSelector: Type.Optional(
      Type.Object(
        { matchLabels: Type.Optional(LabelsSchema), matchExpressions: Type.Optional(ExpressionsSchema) },
        { description: 'Look in the namespaces with these labels.' },
      ),
    ),
    allNamespaces: flag('Look in every namespace.', false),
  },
  {
    default: {},
    description:
      'Which CronJobs are watched: those for which every given condition holds. Without namespaces, ' +
      "namespaceSelector or allNamespaces, those of the monitor's own namespace.",
  },
);

const FailureSchema = Type.Object(
  {
    consecutiveFailures: count('So many failed runs in a row raise an alert.', 1, 1),
    recoveryRuns: count('So many successful runs in a row end it.', 1, 1),
  },
  { default: {}, description: 'When failed runs raise an alert.' },
);

const AutoFromScheduleSchema = Type.Object(
  {
    enabled: flag('Expect a run at every slot of the schedule.', true),
    buffer: duration('How late a run may start.', '1h'),
    missedScheduleThreshold: count('So many missed slots in a row raise an alert.', 1, 1),
  },
  { default: {}, description: 'Alert when the schedule says that a run was due and none started.' },
);

const DeadManSwitchSchema = Type.Object(
  {
    enabled: flag('Whether silence raises an alert.', true),
    maxTimeSinceLastSuccess: Type.Optional(duration('Alert when no run succeeded for so long.')),
    autoFromSchedule: AutoFromScheduleSchema,
  },
  { default: {}, description: 'Alert when runs that should have happened did not.' },
);

const SlaSchema = Type.Object(
  {
    enabled: flag('Whether the SLA is judged.', true),
    minSuccessRate: Type.Number({
      description: 'Percent of scheduled runs that must succeed.',
      minimum: 0,
      maximum: 100,
      default: 95,
    }),
    windowDays: Type.Integer({ description: 'Days looked back.', minimum: 1, maximum: 3650, default: 7 }),
    maxDuration: Type.Optional(duration('Alert when a run takes longer, while it still runs.')),
    minDuration: Type.Optional(duration('Alert when a successful run was shorter.')),
    durationRegressionThreshold: Type.Number({
      description: "Alert when the last day's p95 duration exceeds the baseline's by so many percent.",
      exclusiveMinimum: 0,
      default: 50,
    }),
    durationBaselineWindowDays: count('Days of the baseline.', 1, 14),
  },
  { description: 'What share of runs must succeed, and how long they may take. No SLA without it.' },
);

const SuspendedHandlingSchema = Type.Object(
  {
    pauseMonitoring: flag('Raise no alert for silence while the CronJob is suspended.', true),
    alertIfSuspendedFor: Type.Optional(duration('Alert when it stays suspended for longer.')),
  },
  { default: {}, description: 'What a suspended CronJob means.' },
);

const MaintenanceWindowSchema = Type.Object({
  name: Type.String({ minLength: 1, description: 'Names the window in messages.' }),
  schedule: Type.String({ minLength: 1, description: 'When it begins: a schedule as CronJobs have it.' }),
  duration: duration('How long it lasts.'),
  timezone: Type.String({ description: 'IANA time zone of the schedule.', default: 'UTC' }),
  suppressAlerts: flag('Hold back messages while it lasts.', true),
});

const ChannelRefSchema = Type.Object({
  name: Type.String({ minLength: 1, description: 'Name of an AlertChannel.' }),
  severities: Type.Optional(
    Type.Array(SeveritySchema, { description: 'Only alerts of these severities; all without it.' }),
  ),
});

const IncludeContextSchema = Type.Object(
  {
    logs: flag("The end of the failed container's log.", true),
    logLines: Type.Integer({ description: 'How many lines of it.', minimum: 1, maximum: 1000, default: 50 }),
    logContainerName: Type.Optional(
      Type.String({ minLength: 1, description: 'Of this container instead of the one that failed.' }),
    ),
    includeInitContainerLogs: flag('The logs of init containers too.', false),
    events: flag('Cluster events about the Job and its Pods.', true),
    podStatus: flag('The exit code, reason and node of the failed attempts.', true),
    suggestedFixes: flag('What to try first.', true),
  },
  { default: {}, description: 'What a message tells beside the alert.' },
);

const SEVERITY_KEYS = [
  'jobFailed',
  'stuckBeforeStart',
  'missedSchedule',
  'deadManTriggered',
  'cronJobDeleted',
  'suspendedTooLong',
  'slaBreached',
  'maxDuration',
  'minDuration',
  'durationRegression',
] as const;
export type SeverityKey = (typeof SEVERITY_KEYS)[number];

const SeverityOverridesSchema = Type.Object(
  Object.fromEntries(SEVERITY_KEYS.map((key) => [key, Type.Optional(SeveritySchema)])) as unknown as Record<
    SeverityKey,
    ReturnType<typeof Type.Optional<typeof SeveritySchema>>
  >,
  { default: {}, description: 'Severities in place of the built-in ones.' },
);

const ExitCodeSchema = Type.Integer({
  description: 'An exit code of the container that decided.',
  minimum: -1,
  maximum: 255,
});

function regularExpression(description: string) {
  return Type.String({ description, minLength: 1, maxLength: 1_000 });
}

/** A suggested fix of one's own. */
export const FixPatternSchema = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100, description: 'Names the pattern.' }),
  match: Type.Object(
    {
      exitCode: Type.Optional(ExitCodeSchema),
      exitCodeRange: Type.Optional(
        Type.Object(
          { min: ExitCodeSchema, max: ExitCodeSchema },
          {
            description: 'Its exit code is one of these, both ends included.',
            'x-kubernetes-validations': [
              { rule: 'self.min <= self.max', message: 'min must not be above max' },
            ],
          },
        ),
      ),
      reason: Type.Optional(
        Type.String({
          minLength: 1,
          description: "The attempt's reason or the Job's, such as OOMKilled or DeadlineExceeded.",
        }),
      ),
      reasonPattern: Type.Optional(regularExpression('Found in such a reason.')),
      logPattern: Type.Optional(regularExpression("Found in the failed container's log.")),
      eventPattern: Type.Optional(
        regularExpression('Found in the events, one a line: Warning BackOff Pod/name: message.'),
      ),
    },
    {
      description:
        'Conditions on the failed run that must all hold; patterns are regular expressions as Go has them, ' +
        'in which ^ and $ stand for the ends of a line.',
    },
  ),
  suggestion: Type.String({
    minLength: 1,
    maxLength: 4_000,
    description:
      'What to do. May name {{ .Namespace }}, .CronJobName, .JobName, .PodName, .Container, .ExitCode, .Reason.',
  }),
  priority: Type.Integer({ description: 'Of the patterns that fit, the highest wins.', default: 0 }),
});
export type FixPatternSource = Type.Static<typeof FixPatternSchema>;

const AlertingSchema = Type.Object(
  {
    enabled: flag('Whether anybody is told. Alerts are recorded in any case.', true),
    channelRefs: Type.Array(ChannelRefSchema, { description: 'Who is told.', default: [] }),
    includeContext: IncludeContextSchema,
    suppressDuplicatesFor: duration('Tell a channel of further failures at most so often.', '1h'),
    alertDelay: duration('Wait so long before telling; say nothing if it ends in time.', '0s'),
    sendResolved: flag('Tell also when an alert ends.', true),
    repeatInterval: Type.Optional(duration('Tell again so often while the alert is active.')),
    severityOverrides: SeverityOverridesSchema,
    suggestedFixPatterns: Type.Array(FixPatternSchema, {
      description: 'Suggestions of your own, tried before the built-in ones.',
      // Without a bound the API server cannot estimate the cost of the rule inside.
      maxItems: 100,
      default: [],
    }),
  },
  { default: {}, description: 'Who is told of alerts, when and how much.' },
);

const DataRetentionSchema = Type.Object(
  {
    retentionDays: Type.Optional(
      Type.Integer({
        description: 'Days runs are kept; by default as the service is configured (90).',
        minimum: 1,
        maximum: 36_500,
      }),
    ),
    storeLogs: flag('Keep logs of failed runs.', true),
    logRetentionDays: Type.Optional(
      Type.Integer({
        description: 'Days logs and events are kept; by default as the service is configured (30).',
        minimum: 1,
        maximum: 36_500,
      }),
    ),
    storeEvents: flag('Keep cluster events of failed runs.', true),
    maxLogSizeKB: Type.Integer({
      description: 'Most of one log that is kept: of a longer one its beginning and its end.',
      minimum: 1,
      maximum: 10_240,
      default: 100,
    }),
    onCronJobDeletion: oneOf(['retain', 'purge', 'purge-after-days'], {
      description: 'What becomes of the records of a deleted CronJob.',
      default: 'retain',
    }),
    purgeAfterDays: Type.Optional(
      Type.Integer({ description: 'For purge-after-days.', minimum: 1, maximum: 36_500 }),
    ),
    onRecreation: oneOf(['retain', 'reset'], {
      description: 'Whether a recreated CronJob goes on with the records of its namesake.',
      default: 'retain',
    }),
  },
  {
    default: {},
    description: 'How long records are kept.',
    'x-kubernetes-validations': [
      {
        // The API server holds the default above against it as it stands, without the defaults of its fields.
        rule: "!has(self.onCronJobDeletion) || self.onCronJobDeletion != 'purge-after-days' || has(self.purgeAfterDays)",
        message: 'purgeAfterDays is required with onCronJobDeletion: purge-after-days',
      },
    ],
  },
);

/** spec of a CronJobMonitor, as a user writes it. */
export const MonitorSpecSchema = Type.Object(
  {
    selector: SelectorSchema,
    failure: FailureSchema,
    deadManSwitch: DeadManSwitchSchema,
    sla: Type.Optional(SlaSchema),
    suspendedHandling: SuspendedHandlingSchema,
    maintenanceWindows: Type.Array(MaintenanceWindowSchema, {
      description: 'Times in which messages are held back.',
      default: [],
    }),
    alerting: AlertingSchema,
    dataRetention: DataRetentionSchema,
  },
  { default: {}, description: 'What is watched, when an alert is raised and who is told.' },
);
export type MonitorSpecSource = Type.Static<typeof MonitorSpecSchema>;
