import { type Static, Type } from 'typebox';
import { about } from './about.ts';

/** What kind of answer it is; each has one HTTP status. */
export const ErrorCode = Type.Union([
  Type.Literal('bad_request'),
  /** The access token is missing or another one. */
  Type.Literal('unauthorized'),
  Type.Literal('forbidden'),
  Type.Literal('not_found'),
  /** The client took too long to send its request. */
  Type.Literal('request_timeout'),
  /** Nothing is wrong with the request: the cluster does not accept what it asks for, or the service cannot do it now. */
  Type.Literal('refused'),
  Type.Literal('headers_too_large'),
  Type.Literal('internal_error'),
]);
export type ErrorCode = Static<typeof ErrorCode>;

export const ErrorBody = Type.Object(
  {
    error: about('What kind of error, for programs.', ErrorCode),
    message: about('What is wrong, for people.', Type.String()),
    details: about(
      'Its context: `parameter` or `field` of a bad request, what was not found or refused, the request id of a fault.',
      Type.Record(Type.String(), Type.Unknown()),
    ),
  },
  { $id: 'ErrorBody', description: 'The body of every answer of /api that is no success.' },
);
export type ErrorBody = Static<typeof ErrorBody>;
