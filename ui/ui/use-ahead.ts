import { useEffect, useEffectEvent, useState } from 'react';

/**
 * A value that changes at once, while `onSettled` is told of it only when it has stayed for `delayMs`: an
 * address that changed with every key would be slow, and browsers refuse it. `value` is what the address says;
 * whenever that changes from elsewhere (the back button, a link), what was chosen here gives way.
 */
export function useAhead<T>(
  value: T,
  onSettled: (next: T) => void,
  options: { readonly delayMs: number; readonly same: (a: T, b: T) => boolean },
): readonly [ahead: T, choose: (change: (before: T) => T) => void] {
  const { delayMs, same } = options;
  const [ahead, setAhead] = useState(value);
  const [seen, setSeen] = useState(value);
  // What is on its way to the address: its arrival must not undo what was chosen since.
  const [sent, setSent] = useState<{ readonly value: T } | null>(null);
  if (!same(value, seen)) {
    setSeen(value);
    setSent(null);
    if (sent === null || !same(value, sent.value)) setAhead(value);
  }
  const settle = useEffectEvent((next: T) => {
    setSent({ value: next });
    onSettled(next);
  });
  const settled = same(ahead, seen);
  useEffect(() => {
    if (settled) return;
    const timer = setTimeout(() => settle(ahead), delayMs);
    return () => clearTimeout(timer);
  }, [ahead, settled, delayMs]);
  return [ahead, setAhead];
}
