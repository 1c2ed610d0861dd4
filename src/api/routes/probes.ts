import type { AppInstance } from '../app-instance.ts';

/** What the probes call. */
export interface ProbePorts {
  /** What the service still waits for, in words; empty when it is ready. */
  notReadyReasons(): readonly string[];
  /** Fits a prom-client registry. */
  readonly metrics: { readonly contentType: string; metrics(): Promise<string> };
}

/** What Kubernetes and Prometheus ask. Liveness asks nothing but whether the event loop turns. */
export function probeRoutes(app: AppInstance, ports: ProbePorts): void {
  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    const reasons = ports.notReadyReasons();
    void reply.code(reasons.length === 0 ? 200 : 503);
    return { status: reasons.length === 0 ? 'ready' : 'not ready', reasons };
  });

  app.get('/metrics', async (_request, reply) => {
    void reply.type(ports.metrics.contentType);
    return ports.metrics.metrics();
  });
}
