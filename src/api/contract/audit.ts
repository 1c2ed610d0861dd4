import { type Static, Type } from 'typebox';
import { Limit, Offset } from './paging.ts';
import { Timestamp } from './timestamp.ts';

/** A call that changed something, or tried to. */
export const AuditEntry = Type.Object(
  {
    at: Timestamp,
    requestId: Type.String(),
    method: Type.String(),
    path: Type.String(),
    /** The user that an authenticating proxy named; null when none did. */
    by: Type.Union([Type.String(), Type.Null()]),
    remoteAddress: Type.String(),
    status: Type.Integer(),
    /** The fields of the request's body; null for calls without one. */
    body: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
  },
  { $id: 'AuditEntry' },
);
export type AuditEntry = Static<typeof AuditEntry>;

/** Newest first. */
export const AuditList = Type.Object(
  { items: Type.Array(AuditEntry), total: Type.Integer() },
  { $id: 'AuditList' },
);
export type AuditList = Static<typeof AuditList>;

export const AuditQuery = Type.Object({
  limit: Type.Optional(Limit),
  offset: Type.Optional(Offset),
});
export type AuditQuery = Static<typeof AuditQuery>;
