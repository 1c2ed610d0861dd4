import { type Static, Type } from 'typebox';
import { nullable } from './nullable.ts';

/** An instant in RFC 3339. Answers write it in UTC with `Z`; requests may use any offset. */
export const Timestamp = Type.String({ format: 'date-time' });
export type Timestamp = Static<typeof Timestamp>;

/** An instant, or null when there is none; the key is always present. */
export const NullableTimestamp = nullable(Timestamp);
export type NullableTimestamp = Static<typeof NullableTimestamp>;
