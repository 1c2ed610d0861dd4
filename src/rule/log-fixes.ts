import type { BuiltInFix } from './built-in-fix.ts';
import { describePod, readLog, showCommand, showPodSpec } from './fix-commands.ts';

/**
 * Fixes for what programs write when they fail. None of the expressions repeats a repetition, so that
 * each takes time linear in the log.
 */
export const LOG_FIXES: readonly BuiltInFix[] = [
  {
    name: 'program ran out of memory',
    log: /OutOfMemoryError|heap out of memory|\bMemoryError\b|Cannot allocate memory|\bENOMEM\b|std::bad_alloc|runtime: out of memory|Allowed memory size of \d+ bytes exhausted|GC overhead limit exceeded/,
    suggestion: (facts) =>
      `The program reached its own limit of memory before the container's. Raise it to fit the container (-Xmx or ` +
      `-XX:MaxRAMPercentage for Java, --max-old-space-size for Node, smaller batches elsewhere). See what the ` +
      `container may use: ${showPodSpec(facts, 'containers[*].resources')}`,
  },
  {
    name: 'disk full',
    log: /No space left on device|\bENOSPC\b|Disk quota exceeded|\bEDQUOT\b/i,
    suggestion: (facts) =>
      `A volume or the node's disk is full. Clean up what the job leaves behind, enlarge the volume, or set ` +
      `ephemeral-storage requests. See what is mounted: ${describePod(facts)}`,
  },
  {
    name: 'read-only file system',
    log: /Read-only file ?system|\bEROFS\b/i,
    suggestion: (facts) =>
      `The job writes where it may not. Mount an emptyDir there, or unset readOnlyRootFilesystem and readOnly: ` +
      showPodSpec(facts, 'containers[*].securityContext', 'containers[*].volumeMounts'),
  },
  {
    name: 'too many open files',
    log: /Too many open files|\b(?:EMFILE|ENFILE)\b/i,
    suggestion: (facts) =>
      `The process holds more files or connections open than it may. Close them after use, work on fewer at once, ` +
      `or raise the limit (ulimit -n) in the command: ${showCommand(facts)}`,
  },
  {
    name: 'name cannot be resolved',
    log: /Could not resolve host|name resolution|Name or service not known|nodename nor servname|\b(?:ENOTFOUND|EAI_AGAIN)\b|no such host|UnknownHostException|\bNXDOMAIN\b|Unknown host|bad address '/i,
    suggestion: (facts) =>
      `A host name cannot be resolved. Check its spelling and namespace (service.namespace.svc), NetworkPolicies ` +
      `for port 53, and that the cluster's DNS is up: kubectl -n kube-system get pods -l k8s-app=kube-dns; then ` +
      `see which name: ${readLog(facts)}`,
  },
  {
    name: 'certificate not accepted',
    log: /x509:|certificate (?:has expired|verify failed|is not trusted|is not yet valid)|CERTIFICATE_VERIFY_FAILED|\bCERT_HAS_EXPIRED\b|SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF|UNABLE_TO_GET_ISSUER_CERT|ERR_TLS_CERT|SSLHandshakeException|PKIX path|SSL certificate problem|tls: (?:handshake|failed|bad|first record)|self[- ]signed certificate/i,
    suggestion: (facts) =>
      `A TLS certificate was refused: expired, for another name, or of an authority that the image does not know. ` +
      `Renew it, or mount the authority's certificate. See which: ${readLog(facts)}`,
  },
  {
    name: 'no permission in the cluster (RBAC)',
    log: /is forbidden: User "|User "system:serviceaccount:[^"]*" cannot/,
    suggestion: ({ names: { namespace, cronJob } }) =>
      `The job's service account may not do what the job asks of the cluster. Bind a Role that allows it. See what ` +
      `it may do: kubectl -n ${namespace} auth can-i --list --as=system:serviceaccount:${namespace}:$(kubectl -n ` +
      `${namespace} get cronjob ${cronJob} -o jsonpath='{.spec.jobTemplate.spec.template.spec.serviceAccountName}')`,
  },
  {
    name: 'credentials refused',
    log: /\b40[13] (?:Unauthorized|Forbidden)|HTTP\/\d(?:\.\d)? 40[13]\b|(?:status|status code|code|error|returned)[:= ]+40[13]\b|authentication (?:failed|required)|Access denied for user|\bAccessDenied\b|invalid_grant|InvalidAccessKeyId|SignatureDoesNotMatch|ExpiredToken|token (?:has |is )?expired|Permission denied \(publickey|invalid credentials|login failed/i,
    suggestion: (facts) =>
      `The other side refused the job's credentials (401, 403 or a failed login). Renew the Secret that holds them ` +
      `and check what they may do. See which Secrets the job reads: ` +
      showPodSpec(facts, 'containers[*].env', 'containers[*].envFrom', 'volumes[*].secret'),
  },
  {
    name: 'too many requests',
    log: /\b429 Too Many Requests|(?:status|status code|code|error|returned)[:= ]+429\b|rate limit (?:exceeded|reached)|\bThrottlingException\b|TooManyRequests|SlowDown/i,
    suggestion: (facts) =>
      `The other side limits how often it may be called. Call it less often or wait longer between retries, and move ` +
      `the schedule away from full hours. See what it says: ${readLog(facts)}`,
  },
  {
    name: 'connection refused',
    log: /Connection refused|\bECONNREFUSED\b|actively refused it/i,
    suggestion: (facts) =>
      `Nothing listens at the address that the job calls. Check host and port, and that the service has ready Pods: ` +
      `kubectl -n ${facts.names.namespace} get services,endpoints; then see which address: ${readLog(facts)}`,
  },
  {
    name: 'connection broken',
    log: /Connection reset|\bECONNRESET\b|Broken pipe|\bEPIPE\b|socket hang up|unexpected EOF while reading|server closed the connection/i,
    suggestion: (facts) =>
      `The other side closed the connection midway: it restarted, or a proxy cut a long request. Retry in the job, ` +
      `with smaller requests. See when it broke: ${readLog(facts)}`,
  },
  {
    name: 'timeout',
    log: /timed ?out|\bETIMEDOUT\b|\bESOCKETTIMEDOUT\b|i\/o timeout|context deadline exceeded|DeadlineExceeded|(?:Read|Connect|Socket)Timeout|TimeoutError|Gateway Time-?out/i,
    suggestion: (facts) =>
      `Something that the job waited for took too long. Check that it is up and reachable (NetworkPolicies, load), ` +
      `then the job's own timeout. See what it waited for: ${readLog(facts)}`,
  },
  {
    name: 'other side unavailable',
    log: /\b50[023] (?:Internal Server Error|Bad Gateway|Service (?:Temporarily )?Unavailable)|(?:status|status code|code|error|returned)[:= ]+50[0234]\b/i,
    suggestion: (facts) =>
      `A service that the job calls answered with an error of its own (5xx). See which, and look at that service: ` +
      readLog(facts),
  },
  {
    name: 'wrong processor architecture',
    log: /exec format error/i,
    events: /exec format error/i,
    suggestion: (facts) =>
      `The program was built for another processor, or a script lacks its first line (#!/bin/sh). Build the image ` +
      `for the node's architecture: kubectl get nodes -L kubernetes.io/arch; the image: ` +
      showPodSpec(facts, 'containers[*].image'),
  },
  {
    name: 'shell script cannot be read',
    log: /syntax error near unexpected token|syntax error: unexpected|Syntax error: |unexpected EOF while looking for matching|\[\[: not found|[Bb]ad substitution|\\r': command not found|\r: not found|bad interpreter/,
    suggestion: (facts) =>
      `The shell cannot read the script: Windows line ends, an unclosed quote, or bash syntax run by sh. ` +
      `See what is run: ${showCommand(facts)}`,
  },
  {
    name: 'module or library missing',
    log: /Cannot find module|\bModuleNotFoundError\b|No module named|ClassNotFoundException|NoClassDefFoundError|error while loading shared libraries|cannot load such file/,
    suggestion: (facts) =>
      `The image lacks a module or library that the program needs. Install it in the image, or check its version: ` +
      showPodSpec(facts, 'containers[*].image'),
  },
  {
    name: 'command not found',
    exitCodes: [127],
    log: /: (?:command )?not found(?:\n|$)|executable file not found in \$PATH/,
    events: /executable file not found in \$PATH/,
    suggestion: (facts) =>
      `A command was not found${code(facts.exitCode)}. Check its spelling, PATH, and that the image contains it. ` +
      `See the command: ${showCommand(facts)}`,
  },
  {
    name: 'command cannot be executed',
    exitCodes: [126],
    suggestion: (facts) =>
      `Exit code 126: the command exists but cannot be executed. Check that the file is executable and built for ` +
      `the node's architecture. See the command: ${showCommand(facts)}`,
  },
  {
    name: 'permission denied',
    log: /Permission denied|\bEACCES\b|Operation not permitted|\bEPERM\b/i,
    suggestion: (facts) =>
      `The job's user may not read, write or execute a file. Check runAsUser, fsGroup and the mode of what is ` +
      `mounted: ${showPodSpec(facts, 'securityContext', 'containers[*].securityContext')}`,
  },
  {
    name: 'file missing',
    log: /No such file or directory|\bENOENT\b|FileNotFound/,
    suggestion: (facts) =>
      `A file that the job needs is not there. Check the path and what is mounted: ` +
      showPodSpec(facts, 'containers[*].volumeMounts', 'volumes'),
  },
  {
    name: 'locale or encoding',
    log: /cannot change locale|unsupported locale setting|Unicode(?:Decode|Encode)Error|invalid byte sequence in|'ascii' codec can't/i,
    suggestion: (facts) =>
      `The job meets characters that its locale cannot express. Set LANG and LC_ALL to C.UTF-8 in its environment: ` +
      `kubectl -n ${facts.names.namespace} set env cronjob/${facts.names.cronJob} LANG=C.UTF-8 LC_ALL=C.UTF-8`,
  },
];

function code(exitCode: number | null): string {
  return exitCode === 127 ? ' (exit code 127)' : '';
}
