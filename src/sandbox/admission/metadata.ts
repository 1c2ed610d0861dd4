import type { KubeObject, ResourceType } from '../cluster-types.ts';
import { isType } from '../resource-types.ts';
import type { FieldError } from '../status-errors.ts';
import { Checks } from './checks.ts';

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const SUBDOMAIN_RULE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const LABEL_RULE =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

/** What is wrong with an object's name. */
export function validateMetadata(type: ResourceType, { metadata }: KubeObject): readonly FieldError[] {
  const { name } = metadata;
  if (name === '') {
    const message = 'Required value: name or generateName is required';
    return [{ reason: 'FieldValueRequired', field: 'metadata.name', message }];
  }
  return isType(type, 'namespaces')
    ? checkDnsName('metadata.name', name, LABEL, LABEL_RULE, 63)
    : checkDnsName('metadata.name', name, SUBDOMAIN, SUBDOMAIN_RULE, 253);
}

/** What is wrong with a DNS label, such as a container's name. */
export function validateDnsLabel(field: string, name: string): readonly FieldError[] {
  return checkDnsName(field, name, LABEL, LABEL_RULE, 63);
}

function checkDnsName(
  field: string,
  name: string,
  pattern: RegExp,
  rule: string,
  longest: number,
): readonly FieldError[] {
  const quoted = JSON.stringify(name);
  const error = (message: string) => ({ reason: 'FieldValueInvalid' as const, field, message });
  if (name.length > longest) {
    return [error(`Invalid value: ${quoted}: must be no more than ${longest} characters`)];
  }
  return pattern.test(name) ? [] : [error(`Invalid value: ${quoted}: ${rule}`)];
}

const LABEL_NAME = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
const LABEL_NAME_RULE =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";

/** What is wrong with an object's labels and annotations. */
export function validateLabels({ metadata }: KubeObject): readonly FieldError[] {
  const checks = new Checks();
  for (const [key, value] of Object.entries(metadata.labels ?? {})) {
    checkLabelKey(checks, 'metadata.labels', key);
    if (typeof value !== 'string') checks.invalid('metadata.labels', value, 'must be a string');
    else if (value !== '' && !isLabelName(value)) {
      checks.invalid('metadata.labels', value, `a valid label must be an empty string or ${LABEL_NAME_RULE}`);
    }
  }
  for (const [key, value] of Object.entries(metadata.annotations ?? {})) {
    checkLabelKey(checks, 'metadata.annotations', key);
    if (typeof value !== 'string') checks.invalid('metadata.annotations', value, 'must be a string');
  }
  return checks.errors;
}

function checkLabelKey(checks: Checks, field: string, key: string): void {
  const slash = key.indexOf('/');
  const prefix = slash === -1 ? null : key.slice(0, slash);
  if (!isLabelName(key.slice(slash + 1))) {
    checks.invalid(field, key, `name part ${LABEL_NAME_RULE}`);
  }
  if (prefix !== null && (prefix.length > 253 || !SUBDOMAIN.test(prefix))) {
    checks.invalid(field, key, `prefix part ${SUBDOMAIN_RULE}`);
  }
}

function isLabelName(text: string): boolean {
  return text.length <= 63 && LABEL_NAME.test(text);
}
