import type { Generated } from 'kysely';

/**
 * The tables as the migrations leave them. Instants are ms since the epoch, durations ms, flags 0 or
 * 1; a column whose name ends in `_json` holds JSON text.
 */
export interface Schema {
  cron_jobs: CronJobsTable;
  executions: ExecutionsTable;
  attempts: AttemptsTable;
  execution_logs: ExecutionLogsTable;
  execution_events: ExecutionEventsTable;
  execution_containers: ExecutionContainersTable;
  alerts: AlertsTable;
  deliveries: DeliveriesTable;
  monitors: MonitorsTable;
  monitor_cron_jobs: MonitorCronJobsTable;
  channels: ChannelsTable;
  audit_log: AuditLogTable;
  daily_stats: DailyStatsTable;
  slots: SlotsTable;
  watch_sessions: WatchSessionsTable;
}

/** One row for each namespace and name that anything is kept of; a CronJob that is made anew continues its row. */
export interface CronJobsTable {
  id: Generated<number>;
  namespace: string;
  name: string;
  uid: string;
  labels_json: string;
  schedule: string;
  time_zone: string | null;
  suspend: number;
  concurrency_policy: string;
  starting_deadline_seconds: number | null;
  created_at: number;
  last_scheduled_for: number | null;
  next_run_at: number | null;
  window_days: number;
  observed_at: number;
  deleted_at: number | null;
  running_json: Generated<string>;
  /** Kept by the insertion of executions, so that no list reads a history. */
  last_run_at: number | null;
  recent: Generated<string>;
  execution_count: Generated<number>;
  /**
   * Raised by one for every run and every slot without one that is added, and by one or more whenever any is
   * changed or removed: what was counted of a revision stays true until time moves the window.
   */
  history_revision: Generated<number>;
  /** Raised whenever a run is added that started before the last one, and whenever runs are removed. */
  past_revision: Generated<number>;
  /** Start of the earliest run that the days' sums may lack; null when they lack none. */
  unsummed_from: number | null;
  generation: Generated<number>;
  successful_jobs_history_limit: Generated<number>;
  failed_jobs_history_limit: Generated<number>;
  ttl_seconds_after_finished: number | null;
  last_successful_at: number | null;
  first_seen_at: Generated<number>;
  suspended_since: number | null;
  resumed_at: number | null;
  last_success_at: number | null;
  last_started_at: number | null;
  slots_judged_until: number | null;
  /** Runs that ended before have lost their logs (events) to retention, so that no later pass reads them again. */
  logs_pruned_until: Generated<number>;
  events_pruned_until: Generated<number>;
}

/** Slots that no run counts for; the others are told by the executions. */
export interface SlotsTable {
  cron_job_id: number;
  slot_at: number;
  outcome: string;
  reason: string | null;
  message: string | null;
}

/** When the cluster was watched without a break; what lies between two rows nobody saw. */
export interface WatchSessionsTable {
  started_at: number;
  until: number;
}

/** Finished runs alone. */
export interface ExecutionsTable {
  id: Generated<number>;
  cron_job_id: number;
  job_uid: string;
  job_name: string;
  outcome: string;
  reason: string | null;
  message: string | null;
  manual: number;
  scheduled_for: number | null;
  started_at: number;
  completed_at: number;
  duration_ms: number;
  exit_code: number;
  attempt_count: number;
  observed_at: number;
  fault: string | null;
  /** Null where the Job's own reason tells most. */
  telling_reason: string | null;
}

/** No rows for a run that succeeded at its first attempt: nine of ten runs have nothing to tell. */
export interface AttemptsTable {
  execution_id: number;
  number: number;
  outcome: string;
  pod_uid: string;
  pod_name: string;
  node_name: string | null;
  completion_index: number | null;
  container: string | null;
  image: string | null;
  exit_code: number | null;
  signal: number | null;
  reason: string | null;
  message: string | null;
  started_at: number | null;
  finished_at: number | null;
}

/** Keyed by the Job and not by the execution: evidence is there before its run has ended. */
export interface ExecutionLogsTable {
  job_uid: string;
  pod_uid: string;
  container: string;
  restart_count: number;
  pod_name: string;
  text: string;
  truncated: number;
  captured_at: number;
  certainty: Generated<string>;
}

/** A row where there are attempts' rows: a run that succeeded at once has nothing to tell. */
export interface ExecutionContainersTable {
  execution_id: number;
  containers_json: string;
}

export interface ExecutionEventsTable {
  job_uid: string;
  event_uid: string;
  type: string;
  reason: string;
  message: string;
  object_kind: string;
  object_name: string;
  count: number;
  first_at: number | null;
  last_at: number | null;
}

export interface AlertsTable {
  id: string;
  cron_job_id: number;
  type: string;
  reason: string;
  severity: string;
  title: string;
  message: string;
  cause: string;
  job_uid: string | null;
  job_name: string | null;
  occurrences: number;
  opened_at: number;
  updated_at: number;
  resolved_at: number | null;
  resolution: string | null;
  suggested_fix: string | null;
  acknowledged_at: number | null;
  acknowledged_by: string | null;
  acknowledge_comment: string | null;
}

/**
 * Outbox and ledger in one. `sequence` is the order in which the rows were written. A digest is a row
 * too: its `alert_id` is its own id, and `digest_id` of its members names it.
 */
export interface DeliveriesTable {
  sequence: Generated<number>;
  id: string;
  alert_id: string;
  /** Empty where a monitor has no channel to tell. */
  channel: string;
  event: string;
  context_json: string;
  created_at: number;
  state: string;
  next_attempt_at: number;
  /** Until when the one who claimed the row may send it; null when nobody does. */
  leased_until: number | null;
  attempts: number;
  sent_at: number | null;
  last_error: string | null;
  /** A rule holds the row back until then; null when none does. */
  held_until: number | null;
  reason: string | null;
  note: string | null;
  /** What the failures of several CronJobs may have in common; null when nothing is known. */
  common_cause: string | null;
  digest_id: string | null;
  /** How often, and when last, the same was decided; of rows that tell why nothing was sent. */
  times: Generated<number>;
  last_at: number | null;
  /** Every attempt as JSON, commas between. */
  tries: Generated<string>;
}

export interface MonitorsTable {
  id: Generated<number>;
  namespace: string;
  name: string;
  uid: string;
  generation: number;
  spec_json: string;
  conditions_json: Generated<string>;
}

export interface MonitorCronJobsTable {
  monitor_id: number;
  cron_job_id: number;
}

export interface ChannelsTable {
  name: string;
  uid: string;
  generation: number;
  type: string;
  spec_json: string;
  ready: Generated<number>;
  ready_reason: string | null;
  ready_message: string | null;
  alerts_sent: Generated<number>;
  alerts_failed: Generated<number>;
  last_alert_at: number | null;
  /** Attempts since the last one that the receiver took. */
  consecutive_failures: Generated<number>;
  last_error: string | null;
  last_error_at: number | null;
  /** When the whole burst may be sent again. */
  full_at: Generated<number>;
}

export interface AuditLogTable {
  id: Generated<number>;
  at: number;
  request_id: string;
  method: string;
  path: string;
  actor: string | null;
  remote_address: string;
  status: number;
  body_json: string | null;
}

/** The runs of a CronJob that started on one UTC day, summed up once the day is over; outlives them. */
export interface DailyStatsTable {
  cron_job_id: number;
  /** Whole days since 1970-01-01. */
  day: number;
  runs: number;
  succeeded: number;
  manual: number;
  flaky: number;
  /** Here and below of the successful runs; the percentiles are null without one. */
  duration_sum_ms: number;
  p50_ms: number | null;
  p95_ms: number | null;
  p99_ms: number | null;
  /**
   * Whether runs of the day have been deleted. The sums are of the deleted runs alone then, to which what is left
   * is added, and the percentiles of all runs that were there before the first went.
   */
  pruned: number;
}
