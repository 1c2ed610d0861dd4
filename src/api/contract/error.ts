import { type Static, Type } from 'typebox';

/** What kind of answer it is; each has one HTTP status. */
export const ErrorCode = Type.Union([
  Type.Literal('bad_request'),
  /** The access token is missing or another one. */
  Type.Literal('unauthorized'),
  Type.Literal('forbidden'),
  Type.Literal('not_found'),
  /** The cluster did not accept what a well-formed request asked for. */
  Type.Literal('refused'),
  Type.Literal('internal_error'),
]);
export type ErrorCode = Static<typeof ErrorCode>;

/** The body of every answer of /api that is no success. */
export const ErrorBody = Type.Object(
  {
    error: ErrorCode,
    message: Type.String(),
    /** Its context: `parameter` or `field` of a bad request, what was not found, the request id of a fault. */
    details: Type.Record(Type.String(), Type.Unknown()),
  },
  { $id: 'ErrorBody' },
);
export type ErrorBody = Static<typeof ErrorBody>;
