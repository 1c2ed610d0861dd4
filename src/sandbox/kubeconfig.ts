import { stringify } from 'yaml';

/** A kubeconfig for one server: what kubectl and the service are given. */
export function kubeconfigText(url: string, token: string): string {
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'sandbox', cluster: { server: url } }],
    users: [{ name: 'sandbox', user: { token } }],
    contexts: [{ name: 'sandbox', context: { cluster: 'sandbox', user: 'sandbox', namespace: 'default' } }],
    'current-context': 'sandbox',
  });
}
