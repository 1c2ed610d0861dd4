/** What a report says, whoever draws it. Instants are ms since the epoch, durations seconds. */
export interface Report {
  readonly title: string;
  /** Null where none is configured. */
  readonly organisation: string | null;
  /** A PNG or JPEG image; null where none is configured. */
  readonly logo: Uint8Array | null;
  /** Whose report: `billing/invoice-export`, `Monitor billing/nightly`, `All CronJobs`. */
  readonly subject: string;
  readonly from: number;
  readonly to: number;
  readonly summary: readonly { readonly label: string; readonly value: string }[];
  /** One for each UTC day, oldest first. */
  readonly days: readonly ReportDay[];
  /** What the days' durations are compared with; null in a report of many, whose durations mean nothing together. */
  readonly durations: ReportDurations | null;
  /** By CronJob, the lowest success rate first; empty in the report of one. */
  readonly cronJobs: readonly ReportCronJob[];
  /** Newest first. */
  readonly alerts: readonly ReportAlert[];
  /** How many more there are. */
  readonly moreCronJobs: number;
  readonly moreAlerts: number;
}

export interface ReportDurations {
  /** The P95 of the days before the last 24 hours, in seconds; null while they have too few runs. */
  readonly baseline: number | null;
  readonly baselineDays: number;
  /** That the last day took longer than is allowed, in words; null when it did not. */
  readonly regression: string | null;
}

export interface ReportDay {
  /** `2026-11-21` */
  readonly date: string;
  readonly runs: number;
  readonly failed: number;
  /** 0 on a day without a successful run. */
  readonly p50Duration: number;
  readonly p95Duration: number;
}

export interface ReportCronJob {
  readonly namespace: string;
  readonly name: string;
  /** In percent; null without a finished run in its window. */
  readonly successRate: number | null;
  readonly runs: number;
  readonly p50Duration: number;
  readonly p95Duration: number;
}

export interface ReportAlert {
  readonly openedAt: number;
  readonly resolvedAt: number | null;
  readonly severity: 'critical' | 'warning' | 'info';
  readonly title: string;
  /** Null while nobody did. */
  readonly acknowledgedAt: number | null;
  readonly acknowledgedBy: string | null;
}
