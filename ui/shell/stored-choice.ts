/**
 * A choice of the reader that this browser remembers. Null when none was made, and where storage is
 * forbidden, which then only means that it is forgotten with the page.
 */
export function readChoice(name: string): string | null {
  try {
    return localStorage.getItem(`punctual.${name}`);
  } catch {
    return null;
  }
}

/** Remembers a choice, or with null forgets it. */
export function writeChoice(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`punctual.${name}`);
    else localStorage.setItem(`punctual.${name}`, value);
  } catch {
    // See above.
  }
}
