/** Writes one line: fields first, then a constant message, as pino does. */
export type LogLine = (fields: object, message: string) => void;

/** The logger that everything takes. pino fits it as it is. Never give it a credential. */
export interface Log {
  readonly debug: LogLine;
  readonly info: LogLine;
  readonly warn: LogLine;
  readonly error: LogLine;
  /** A logger that adds `fields` to each of its lines. */
  child(fields: Record<string, unknown>): Log;
}

/** Says nothing. */
export const silentLog: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  child: () => silentLog,
};
