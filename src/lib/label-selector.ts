/** One condition on labels. All conditions of a selector must hold. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  /** Empty for Exists and DoesNotExist. */
  readonly values: readonly string[];
}

/** The selector that a Kubernetes object carries, as in `spec.selector`. */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

export type ParsedLabelSelector =
  | { readonly kind: 'selector'; readonly requirements: readonly LabelRequirement[] }
  | { readonly kind: 'invalid'; readonly message: string };

const NAME = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
const PREFIX = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/**
 * A selector in the form of `kubectl -l`: `app=web,tier!=db,env in (a,b),zone notin (x),gpu,!old`.
 * The empty text selects everything.
 */
export function parseLabelSelector(text: string): ParsedLabelSelector {
  const requirements: LabelRequirement[] = [];
  if (text.trim() === '') return { kind: 'selector', requirements };
  for (const part of splitOutsideParentheses(text)) {
    const requirement = parseRequirement(part.trim());
    if (requirement === null) {
      return { kind: 'invalid', message: `unable to parse requirement: ${JSON.stringify(part.trim())}` };
    }
    const problem = checkRequirement(requirement);
    if (problem !== null) return { kind: 'invalid', message: problem };
    requirements.push(requirement);
  }
  return { kind: 'selector', requirements };
}

/** The selector of an object as conditions; an empty one selects everything. */
export function toLabelRequirements(selector: LabelSelector): ParsedLabelSelector {
  const requirements: LabelRequirement[] = Object.entries(selector.matchLabels ?? {}).map(([key, value]) => ({
    key,
    operator: 'In',
    values: [value],
  }));
  for (const { key, operator, values = [] } of selector.matchExpressions ?? []) {
    if (!isOperator(operator)) {
      return {
        kind: 'invalid',
        message: `${JSON.stringify(operator)} is not a valid label selector operator`,
      };
    }
    requirements.push({ key, operator, values });
  }
  const problem = requirements.map(checkRequirement).find((each) => each !== null);
  return problem === undefined ? { kind: 'selector', requirements } : { kind: 'invalid', message: problem };
}

/** Whether labels meet every condition. As in Kubernetes, `NotIn` holds where the label is absent. */
export function matchesSelector(
  requirements: readonly LabelRequirement[],
  labels: Readonly<Record<string, string>> | undefined,
): boolean {
  return requirements.every(({ key, operator, values }) => {
    const value = labels?.[key];
    if (operator === 'Exists') return value !== undefined;
    if (operator === 'DoesNotExist') return value === undefined;
    const isListed = value !== undefined && values.includes(value);
    return operator === 'In' ? isListed : !isListed;
  });
}

function isOperator(text: string): text is LabelRequirement['operator'] {
  return text === 'In' || text === 'NotIn' || text === 'Exists' || text === 'DoesNotExist';
}

function splitOutsideParentheses(text: string): readonly string[] {
  return text.split(/,(?![^(]*\))/);
}

function parseRequirement(text: string): LabelRequirement | null {
  const equality = /^([^\s!=()]+)\s*(!=|==|=)\s*([^\s!=(),]*)$/.exec(text);
  if (equality !== null) {
    return { key: equality[1]!, operator: equality[2] === '!=' ? 'NotIn' : 'In', values: [equality[3]!] };
  }
  const set = /^([^\s!=()]+)\s+(in|notin)\s*\(([^()]*)\)$/.exec(text);
  if (set !== null) {
    const values = set[3]!.split(',').map((value) => value.trim());
    return { key: set[1]!, operator: set[2] === 'in' ? 'In' : 'NotIn', values };
  }
  const presence = /^(!?)\s*([^\s!=()]+)$/.exec(text);
  if (presence === null) return null;
  return { key: presence[2]!, operator: presence[1] === '!' ? 'DoesNotExist' : 'Exists', values: [] };
}

function checkRequirement({ key, operator, values }: LabelRequirement): string | null {
  const slash = key.lastIndexOf('/');
  const prefix = slash === -1 ? null : key.slice(0, slash);
  const name = key.slice(slash + 1);
  if (
    name.length > 63 ||
    !NAME.test(name) ||
    (prefix !== null && (prefix.length > 253 || !PREFIX.test(prefix)))
  ) {
    return `${JSON.stringify(key)} is not a valid label key`;
  }
  const needsValues = operator === 'In' || operator === 'NotIn';
  if (needsValues && values.length === 0) return `for 'in', 'notin' operators, values set can't be empty`;
  if (!needsValues && values.length > 0) return `values set must be empty for exists and does not exist`;
  const wrong = values.find((value) => value !== '' && (value.length > 63 || !NAME.test(value)));
  return wrong === undefined ? null : `${JSON.stringify(wrong)} is not a valid label value`;
}
