/**
 * The value at a simple JSON path as printer columns use them: `.spec.schedule`, `.items[0].name`,
 * `.metadata.annotations['example\.com/team']`, `.status.conditions[?(@.type=="Ready")].status`
 * (first match). Undefined when there is nothing, or when the path is of a richer kind.
 */
export function readJsonPath(object: unknown, path: string): unknown {
  const step =
    /\.((?:[^.[\]\\]|\\.)+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\[\?\(@\.([\w.]+)\s*==\s*["']([^"']*)["']\)\]/gy;
  let value = object;
  let end = 0;
  for (let match = step.exec(path); match !== null; match = step.exec(path)) {
    end = step.lastIndex;
    const [, name, index, quoted, filterPath, filterValue] = match;
    if (value === undefined || value === null) return undefined;
    if (filterPath !== undefined) value = firstWhere(value, filterPath, filterValue!);
    else value = (value as Record<string, unknown>)[(name ?? index ?? quoted!).replaceAll(/\\(.)/g, '$1')];
  }
  return end === path.length ? value : undefined;
}

function firstWhere(value: unknown, path: string, wanted: string): unknown {
  if (!Array.isArray(value)) return undefined;
  return value.find((item) => readJsonPath(item, `.${path}`) === wanted);
}
