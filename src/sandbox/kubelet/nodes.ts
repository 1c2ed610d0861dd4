import type { KubeObject, ObjectInput } from '../cluster-types.ts';

/** A machine of the sandbox. It exists by name only: everything runs in or beside this process. */
export interface SandboxNode {
  readonly name: string;
  readonly address: string;
  readonly labels: Readonly<Record<string, string>>;
}

export const NODES: readonly SandboxNode[] = [1, 2, 3].map((number) => ({
  name: `sandbox-node-${number}`,
  address: `172.18.0.${number + 1}`,
  labels: {
    'kubernetes.io/hostname': `sandbox-node-${number}`,
    'kubernetes.io/os': 'linux',
    'kubernetes.io/arch': 'amd64',
  },
}));

/** The Node object that stands for a machine. */
export function toNodeObject(node: SandboxNode): ObjectInput {
  return {
    metadata: { name: node.name, labels: node.labels },
    spec: { podCIDR: '10.244.0.0/16' },
    status: {
      addresses: [{ type: 'InternalIP', address: node.address }],
      conditions: [
        { type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'kubelet is posting ready status' },
      ],
    },
  };
}

export type Placement =
  | { readonly kind: 'node'; readonly node: SandboxNode }
  | { readonly kind: 'unschedulable'; readonly message: string };

/** Takes the nodes that the Pod's nodeSelector admits by turns; `turn` counts up from Pod to Pod. */
export function placePod(pod: KubeObject, nodes: readonly SandboxNode[], turn: number): Placement {
  const selector = Object.entries<string>(pod.spec?.nodeSelector ?? {});
  const fitting = nodes.filter(({ labels }) => selector.every(([key, value]) => labels[key] === value));
  const node = fitting[turn % fitting.length];
  if (node !== undefined) return { kind: 'node', node };
  const all = nodes.length;
  const message =
    `0/${all} nodes are available: ${all} node(s) didn't match Pod's node affinity/selector. ` +
    `preemption: 0/${all} nodes are available: ${all} Preemption is not helpful for scheduling.`;
  return { kind: 'unschedulable', message };
}
