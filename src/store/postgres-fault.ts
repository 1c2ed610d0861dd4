/** Of the socket, as Node names them. ENOENT is a Unix socket whose server is not there. */
const SOCKET_FAULTS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);

/**
 * SQLSTATEs of a server that ends, starts, recovers, or has no connection left; class 08 is the
 * connection itself.
 */
const SERVER_FAULTS = /^(?:08...|57P01|57P02|57P03|57P05|53300)$/;

/** The driver's own words, which carry no code. */
const DRIVER_FAULTS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Query read timeout)/;

/**
 * Whether the error says that the server could not be reached or went away, and not that it refused
 * what it was asked: the same may work a moment later. Looks at causes too.
 */
export function isConnectionFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    SOCKET_FAULTS.has(code) ||
    SERVER_FAULTS.test(code) ||
    DRIVER_FAULTS.test(error.message) ||
    isConnectionFault(error.cause)
  );
}
