/** Whether `text` as a whole fits `pattern`, in which `*` stands for any characters, or none. */
export function matchGlob(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === pattern;
  if (text.length < first.length + last.length) return false;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  // The parts between two stars may be taken greedily from the left.
  let middle = text.slice(first.length, text.length - last.length);
  return rest.every((part) => {
    const at = middle.indexOf(part);
    if (at === -1) return false;
    middle = middle.slice(at + part.length);
    return true;
  });
}
