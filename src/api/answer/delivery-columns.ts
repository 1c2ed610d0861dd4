import type { ChannelEntry } from '../../alert/ledger.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import type { CsvColumns } from '../csv-stream.ts';
import { titleOf } from './delivery.ts';
import { toNullableTimestamp } from './timestamp.ts';

/** The columns of the messages' export, which readers find by these names. */
export const DELIVERY_COLUMNS: CsvColumns<ChannelEntry> = [
  ['Delivery ID', (each) => each.id],
  ['Channel', (each) => each.channel],
  ['Event', (each) => each.event],
  ['State', (each) => each.state],
  ['Alert ID', (each) => each.alert?.id ?? null],
  ['Severity', (each) => each.alert?.severity ?? null],
  ['Namespace', (each) => each.alert?.namespace ?? null],
  ['CronJob', (each) => each.alert?.cronJobName ?? null],
  ['Title', titleOf],
  ['Created At', (each) => formatTimestamp(each.createdAt)],
  ['Sent At', (each) => toNullableTimestamp(each.sentAt)],
  ['Attempts', (each) => each.attempts],
  ['Last Status', (each) => each.tries.at(-1)?.status ?? null],
  ['Last Latency ms', (each) => each.tries.at(-1)?.latencyMs ?? null],
  ['Last Error', (each) => each.lastError],
  ['Reason', (each) => each.why?.reason ?? null],
  ['Note', (each) => each.why?.note ?? null],
  ['Times', (each) => each.times],
  ['Joined Into', (each) => each.digestId],
];
