import { checkValue, type Problem } from '../lib/check-value.ts';
import { type LabelRequirement, toLabelRequirements } from '../lib/label-selector.ts';
import { parseDuration } from '../lib/duration.ts';
import { parseSchedule } from '../schedule/parse-schedule.ts';
import type { CronSchedule } from '../schedule/schedule.ts';
import { findZone, UTC, type Zone } from '../schedule/zone.ts';
import type { Severity } from './finding.ts';
import { type FixPattern, readFixPattern } from './fix-pattern.ts';
import type { FailureSpec } from './job-failed.ts';
import { MonitorSpecSchema, type MonitorSpecSource, type SeverityKey } from './monitor-schema.ts';

/** spec of a CronJobMonitor, checked and complete. Durations are ms; null means not set. */
export interface MonitorSpec {
  readonly selector: MonitorSelector;
  readonly failure: FailureSpec;
  readonly deadManSwitch: {
    readonly enabled: boolean;
    readonly maxTimeSinceLastSuccessMs: number | null;
    readonly autoFromSchedule: {
      readonly enabled: boolean;
      readonly bufferMs: number;
      readonly missedScheduleThreshold: number;
    };
  };
  /** Null when the monitor has no SLA. */
  readonly sla: SlaSpec | null;
  readonly suspendedHandling: {
    readonly pauseMonitoring: boolean;
    readonly alertIfSuspendedForMs: number | null;
  };
  readonly maintenanceWindows: readonly MaintenanceWindow[];
  readonly alerting: AlertingSpec;
  readonly dataRetention: DataRetentionSpec;
}

export interface MonitorSelector {
  /** Of matchLabels and matchExpressions. */
  readonly labels: readonly LabelRequirement[];
  /** One of them must fit; empty when names do not matter. */
  readonly names: readonly string[];
  /** Empty when not given. */
  readonly namespaces: readonly string[];
  /** Null when not given. */
  readonly namespaceLabels: readonly LabelRequirement[] | null;
  readonly allNamespaces: boolean;
}

export interface SlaSpec {
  readonly enabled: boolean;
  /** Percent. */
  readonly minSuccessRate: number;
  readonly windowDays: number;
  readonly maxDurationMs: number | null;
  readonly minDurationMs: number | null;
  /** Percent above the baseline. */
  readonly durationRegressionThreshold: number;
  readonly durationBaselineWindowDays: number;
}

export interface MaintenanceWindow {
  readonly name: string;
  readonly schedule: CronSchedule;
  readonly zone: Zone;
  readonly durationMs: number;
  readonly suppressAlerts: boolean;
}

export interface AlertingSpec {
  readonly enabled: boolean;
  readonly channelRefs: readonly ChannelRef[];
  readonly includeContext: IncludeContext;
  readonly suppressDuplicatesForMs: number;
  readonly alertDelayMs: number;
  readonly sendResolved: boolean;
  /** Null when an active alert is not told again. */
  readonly repeatIntervalMs: number | null;
  readonly severityOverrides: SeverityOverrides;
  readonly suggestedFixPatterns: readonly FixPattern[];
}

export interface ChannelRef {
  readonly name: string;
  /** Null means all. */
  readonly severities: readonly Severity[] | null;
}

export interface IncludeContext {
  readonly logs: boolean;
  readonly logLines: number;
  /** Null means the container that failed. */
  readonly logContainerName: string | null;
  readonly includeInitContainerLogs: boolean;
  readonly events: boolean;
  readonly podStatus: boolean;
  readonly suggestedFixes: boolean;
}

export type SeverityOverrides = Readonly<Partial<Record<SeverityKey, Severity>>>;

export interface DataRetentionSpec {
  /** Null here and below: as the service is configured. */
  readonly retentionDays: number | null;
  readonly storeLogs: boolean;
  readonly logRetentionDays: number | null;
  readonly storeEvents: boolean;
  readonly maxLogSizeKB: number;
  readonly onCronJobDeletion: 'retain' | 'purge' | 'purge-after-days';
  /** Null unless onCronJobDeletion is purge-after-days. */
  readonly purgeAfterDays: number | null;
  readonly onRecreation: 'retain' | 'reset';
}

export type ParsedMonitorSpec =
  | { readonly kind: 'spec'; readonly spec: MonitorSpec }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

/**
 * Reads spec of a CronJobMonitor with its defaults, or tells all that is wrong with it. What the
 * resource's schema cannot check is checked here: schedules, time zones, selectors, regular expressions.
 */
export function toMonitorSpec(source: unknown): ParsedMonitorSpec {
  const checked = checkValue(MonitorSpecSchema, source, 'spec');
  if (checked.kind === 'invalid') return checked;
  const problems: Problem[] = [];
  const spec = complete(checked.value, (field, message) =>
    problems.push({ field: `spec.${field}`, message }),
  );
  return problems.length === 0 ? { kind: 'spec', spec } : { kind: 'invalid', problems };
}

/** Notes a problem; the reading goes on with a stand-in, so that the next one is found too. */
type Report = (field: string, message: string) => void;

function complete(source: MonitorSpecSource, report: Report): MonitorSpec {
  return {
    selector: toSelector(source.selector, report),
    failure: source.failure,
    deadManSwitch: toDeadManSwitch(source.deadManSwitch, report),
    sla: source.sla === undefined ? null : toSla(source.sla, report),
    suspendedHandling: {
      pauseMonitoring: source.suspendedHandling.pauseMonitoring,
      alertIfSuspendedForMs: toOptionalMs(
        source.suspendedHandling.alertIfSuspendedFor,
        'suspendedHandling.alertIfSuspendedFor',
        report,
      ),
    },
    maintenanceWindows: source.maintenanceWindows.map((window, index) =>
      toWindow(window, `maintenanceWindows[${index}]`, report),
    ),
    alerting: toAlerting(source.alerting, report),
    dataRetention: toDataRetention(source.dataRetention, report),
  };
}

function toSelector(source: MonitorSpecSource['selector'], report: Report): MonitorSelector {
  return {
    labels: toRequirements(source, 'selector', report),
    names: source.matchNames ?? [],
    namespaces: source.namespaces ?? [],
    namespaceLabels:
      source.namespaceSelector === undefined
        ? null
        : toRequirements(source.namespaceSelector, 'selector.namespaceSelector', report),
    allNamespaces: source.allNamespaces,
  };
}

type LabelsSource = NonNullable<MonitorSpecSource['selector']['namespaceSelector']>;

function toRequirements(source: LabelsSource, field: string, report: Report): readonly LabelRequirement[] {
  const { matchLabels = {}, matchExpressions = [] } = source;
  const parsed = toLabelRequirements({ matchLabels, matchExpressions });
  if (parsed.kind === 'selector') return parsed.requirements;
  report(field, parsed.message);
  return [];
}

function toDeadManSwitch(
  { enabled, maxTimeSinceLastSuccess, autoFromSchedule }: MonitorSpecSource['deadManSwitch'],
  report: Report,
): MonitorSpec['deadManSwitch'] {
  const field = 'deadManSwitch';
  return {
    enabled,
    maxTimeSinceLastSuccessMs: toOptionalMs(
      maxTimeSinceLastSuccess,
      `${field}.maxTimeSinceLastSuccess`,
      report,
    ),
    autoFromSchedule: {
      enabled: autoFromSchedule.enabled,
      bufferMs: toMs(autoFromSchedule.buffer, `${field}.autoFromSchedule.buffer`, report),
      missedScheduleThreshold: autoFromSchedule.missedScheduleThreshold,
    },
  };
}

function toSla(source: NonNullable<MonitorSpecSource['sla']>, report: Report): SlaSpec {
  const { maxDuration, minDuration, ...rest } = source;
  const maxDurationMs = toOptionalMs(maxDuration, 'sla.maxDuration', report);
  const minDurationMs = toOptionalMs(minDuration, 'sla.minDuration', report);
  if (maxDurationMs !== null && minDurationMs !== null && minDurationMs > maxDurationMs) {
    report('sla.minDuration', 'must not be longer than maxDuration');
  }
  return { ...rest, maxDurationMs, minDurationMs };
}

type WindowSource = MonitorSpecSource['maintenanceWindows'][number];

function toWindow(source: WindowSource, field: string, report: Report): MaintenanceWindow {
  const schedule = toWindowSchedule(source.schedule, `${field}.schedule`, report);
  const zone = findZone(source.timezone);
  if (zone === null) {
    report(`${field}.timezone`, `is "${source.timezone}"; write an IANA time zone, such as Europe/Berlin`);
  }
  return {
    name: source.name,
    schedule,
    zone: zone ?? UTC,
    durationMs: toMs(source.duration, `${field}.duration`, report),
    suppressAlerts: source.suppressAlerts,
  };
}

function toWindowSchedule(text: string, field: string, report: Report): CronSchedule {
  const parsed = parseSchedule(text);
  if (parsed.kind === 'schedule' && parsed.schedule.kind === 'cron') return parsed.schedule;
  const problem =
    parsed.kind === 'invalid'
      ? `is no schedule: ${parsed.reason}`
      : 'must name times: @every says how often, not when';
  report(field, problem);
  return STAND_IN_SCHEDULE;
}

const NOTHING: CronSchedule['minutes'] = { values: new Uint8Array(), star: false };
// Never leaves this file: a spec with a problem is not answered.
const STAND_IN_SCHEDULE: CronSchedule = {
  kind: 'cron',
  minutes: NOTHING,
  hours: NOTHING,
  daysOfMonth: NOTHING,
  months: NOTHING,
  daysOfWeek: NOTHING,
  zone: null,
};

function toAlerting(source: MonitorSpecSource['alerting'], report: Report): AlertingSpec {
  const { channelRefs, includeContext, suppressDuplicatesFor, alertDelay, repeatInterval, ...rest } = source;
  const suggestedFixPatterns = source.suggestedFixPatterns.map((pattern, index) =>
    readFixPattern(pattern, (field, message) =>
      report(`alerting.suggestedFixPatterns[${index}].${field}`, message),
    ),
  );
  return {
    ...rest,
    channelRefs: channelRefs.map(({ name, severities }) => ({ name, severities: severities ?? null })),
    includeContext: { ...includeContext, logContainerName: includeContext.logContainerName ?? null },
    suppressDuplicatesForMs: toMs(suppressDuplicatesFor, 'alerting.suppressDuplicatesFor', report),
    alertDelayMs: toMs(alertDelay, 'alerting.alertDelay', report),
    repeatIntervalMs: toOptionalMs(repeatInterval, 'alerting.repeatInterval', report),
    suggestedFixPatterns: suggestedFixPatterns.filter((pattern) => pattern !== null),
  };
}

function toDataRetention(source: MonitorSpecSource['dataRetention'], report: Report): DataRetentionSpec {
  const purges = source.onCronJobDeletion === 'purge-after-days';
  if (purges && source.purgeAfterDays === undefined) {
    report('dataRetention.purgeAfterDays', 'is required with onCronJobDeletion: purge-after-days');
  }
  return {
    ...source,
    retentionDays: source.retentionDays ?? null,
    logRetentionDays: source.logRetentionDays ?? null,
    purgeAfterDays: purges ? (source.purgeAfterDays ?? null) : null,
  };
}

function toOptionalMs(text: string | undefined, field: string, report: Report): number | null {
  return text === undefined ? null : toMs(text, field, report);
}

/** The schema has seen to the form; what is left is a duration beyond a hundred years. */
function toMs(text: string, field: string, report: Report): number {
  const ms = parseDuration(text);
  if (ms === null) report(field, `is "${text}"; write at most a hundred years`);
  return ms ?? 0;
}
