import { type Static, Type } from 'typebox';
import { about } from './about.ts';
import { Limit, Offset } from './paging.ts';
import { Timestamp } from './timestamp.ts';

export const AuditEntry = Type.Object(
  {
    at: about('When it was answered.', Timestamp),
    requestId: about('As in the log.', Type.String()),
    method: about('The HTTP method.', Type.String()),
    path: about('The path that was called.', Type.String()),
    by: about(
      'The user that an authenticating proxy named; null when none did.',
      Type.Union([Type.String(), Type.Null()]),
    ),
    remoteAddress: about(
      'The address that the connection came from, which is that of a proxy where there is one.',
      Type.String(),
    ),
    status: about('The HTTP status of the answer.', Type.Integer()),
    body: about(
      "The fields of the request's body; null for calls without one.",
      Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
    ),
  },
  { $id: 'AuditEntry', description: 'A call that changed something, or tried to.' },
);
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditList = Type.Object(
  {
    items: about('The calls, newest first.', Type.Array(AuditEntry)),
    total: about('How many there are on all pages.', Type.Integer()),
  },
  { $id: 'AuditList', description: 'Newest first.' },
);
export type AuditList = Static<typeof AuditList>;

export const AuditQuery = Type.Object({
  limit: about('How many items the answer holds at most.', Type.Optional(Limit)),
  offset: about('How many items are left out before the first.', Type.Optional(Offset)),
});
export type AuditQuery = Static<typeof AuditQuery>;
