import { useEffect, useEffectEvent, useState } from 'react';

/** How long after the last key the address follows. */
const SETTLE_MS = 200;

/**
 * A text that follows the keys at once, while `onSettled` is told of it only when they pause: an address that
 * changes with every key would be slow, and browsers refuse it. `value` is what the address says.
 */
export function useTypedText(
  value: string,
  onSettled: (text: string) => void,
): readonly [text: string, type: (text: string) => void] {
  const [text, setText] = useState(value);
  const [settled, setSettled] = useState(value);
  // The address changed from elsewhere: the back button, a link, "clear filters".
  if (value !== settled) {
    setSettled(value);
    setText(value);
  }
  const settle = useEffectEvent((next: string) => {
    setSettled(next);
    onSettled(next);
  });
  useEffect(() => {
    if (text === settled) return;
    const timer = setTimeout(() => settle(text), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text, settled]);
  return [text, setText];
}
