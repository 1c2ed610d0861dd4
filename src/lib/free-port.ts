import { createServer } from 'node:net';

/**
 * Rejects with the error of `listen` (EADDRINUSE, EACCES, EADDRNOTAVAIL) when nothing could listen
 * there now. For a check before long work: somebody else may still come first.
 */
export function checkPortFree(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
