/** The manifest of a first channel: what `kubectl apply` needs beside the URL itself. */
export const FIRST_CHANNEL = `apiVersion: v1
kind: Secret
metadata:
  name: team-chat
  namespace: punctual
stringData:
  url: https://chat.example.com/hooks/replace-me
---
apiVersion: punctual.dev/v1alpha1
kind: AlertChannel
metadata:
  name: team-chat
spec:
  type: chat
  chat:
    webhookSecretRef:
      name: team-chat
      namespace: punctual
      key: url
`;
