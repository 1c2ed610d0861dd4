import type { Transport } from '../../../src/kube/transport.ts';
import { EXIT_CODE_ANNOTATION } from './busy-cluster.ts';

/** What the cluster itself says of a finished Job. */
export interface FinishedJob {
  readonly uid: string;
  readonly name: string;
  readonly cronJob: string;
  readonly outcome: 'success' | 'failed';
  readonly exitCode: number;
}

interface JobObject {
  readonly metadata: {
    readonly uid: string;
    readonly name: string;
    readonly annotations: Readonly<Record<string, string>>;
    readonly ownerReferences: readonly { readonly name: string }[];
  };
  readonly status: { readonly conditions: readonly { readonly type: string; readonly status: string }[] };
}

/** Of the namespace that is kept busy. */
export async function finishedJobs(cluster: Transport): Promise<FinishedJob[]> {
  const list = await cluster.json('/apis/batch/v1/namespaces/default/jobs');
  return (list as { items: JobObject[] }).items.map(({ metadata, status }) => {
    const failed = status.conditions.some(({ type, status: holds }) => type === 'Failed' && holds === 'True');
    return {
      uid: metadata.uid,
      name: metadata.name,
      cronJob: metadata.ownerReferences[0]!.name,
      outcome: failed ? 'failed' : 'success',
      exitCode: Number(metadata.annotations[EXIT_CODE_ANNOTATION]),
    };
  });
}
