/** The manifest of a first monitor: every CronJob of its own namespace, told to one channel. */
export const FIRST_MONITOR = `apiVersion: punctual.dev/v1alpha1
kind: CronJobMonitor
metadata:
  name: nightly
  namespace: default
spec:
  selector:
    matchNames:
      - "*"
  sla:
    minSuccessRate: 95
    windowDays: 7
  alerting:
    channelRefs:
      - name: team-chat
`;
