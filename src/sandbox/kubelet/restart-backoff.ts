const FIRST_MS = 10_000;
const LONGEST_MS = 300_000;

/**
 * The kubelet's back-off of one container or image: the first repetition comes at once, then after
 * 10 s, doubling up to 5 min. A failure more than 10 min after the one before begins anew. Follows
 * `doBackOff` of pkg/kubelet/kuberuntime and client-go's util/flowcontrol.
 */
export class RestartBackoff {
  #waitMs = 0;
  #updatedAt = -Infinity;

  /** When it may be tried again after a failure at `failedAt`, which this call counts. */
  next(failedAt: number): number {
    if (failedAt - this.#updatedAt > 2 * LONGEST_MS) this.#waitMs = 0;
    const at = failedAt + this.#waitMs;
    this.#waitMs = this.#waitMs === 0 ? FIRST_MS : Math.min(LONGEST_MS, this.#waitMs * 2);
    this.#updatedAt = at;
    return at;
  }
}
