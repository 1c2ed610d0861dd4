import { stringify } from 'yaml';

/**
 * A kubeconfig for one server: what kubectl and the service are given. `certificate` (PEM) is that of
 * an HTTPS server; over plain HTTP kubectl sends no token, so that it is refused there.
 */
export function kubeconfigText(url: string, token: string, certificate?: string): string {
  const authority =
    certificate === undefined
      ? {}
      : { 'certificate-authority-data': Buffer.from(certificate).toString('base64') };
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'sandbox', cluster: { server: url, ...authority } }],
    users: [{ name: 'sandbox', user: { token } }],
    contexts: [{ name: 'sandbox', context: { cluster: 'sandbox', user: 'sandbox', namespace: 'default' } }],
    'current-context': 'sandbox',
  });
}
