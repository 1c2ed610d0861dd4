import { type Static, Type } from 'typebox';
import { about } from './about.ts';
import { nullable } from './nullable.ts';
import { pageOf, pageParameters } from './paging.ts';
import { NullableText } from './text.ts';
import { Timestamp } from './timestamp.ts';

export const AuditEntry = Type.Object(
  {
    at: about('When it was answered.', Timestamp),
    requestId: about('As in the log.', Type.String()),
    method: about('The HTTP method.', Type.String()),
    path: about('The path that was called.', Type.String()),
    by: about('The user that an authenticating proxy named; null when none did.', NullableText),
    remoteAddress: about(
      'The address that the connection came from, which is that of a proxy where there is one.',
      Type.String(),
    ),
    status: about('The HTTP status of the answer.', Type.Integer()),
    body: about(
      "The fields of the request's body; null for calls without one.",
      nullable(Type.Record(Type.String(), Type.Unknown())),
    ),
  },
  { $id: 'AuditEntry', description: 'A call that changed something, or tried to.' },
);
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditList = pageOf(AuditEntry, 'The calls, newest first.', {
  $id: 'AuditList',
  description: 'Newest first.',
});
export type AuditList = Static<typeof AuditList>;

export const AuditQuery = Type.Object({
  ...pageParameters(50),
});
export type AuditQuery = Static<typeof AuditQuery>;
