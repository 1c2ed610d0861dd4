/** Of ten thousand names only so many are offered; a letter more finds the others. */
const MOST = 50;

/** The first names that contain what was typed, in any case. */
export function offeredNames(names: Iterable<string>, typed: string): readonly string[] {
  const part = typed.toLowerCase();
  const offered: string[] = [];
  for (const name of names) {
    if (offered.length === MOST) break;
    if (name.toLowerCase().includes(part)) offered.push(name);
  }
  return offered;
}
