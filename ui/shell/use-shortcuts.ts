import { useEffect, useEffectEvent } from 'react';
import { type Shortcut, shortcutOf } from './shortcut-of.ts';
import { readChoice, writeChoice } from './stored-choice.ts';

/** How long after g the second key may come. */
const SEQUENCE_MS = 1_000;

/** Whether single keys are shortcuts; speech input users need to switch them off (WCAG 2.1.4). */
export function shortcutsEnabled(): boolean {
  return readChoice('shortcuts') !== 'off';
}

/** Switches the single keys on or off. */
export function enableShortcuts(enabled: boolean): void {
  writeChoice('shortcuts', enabled ? null : 'off');
}

/**
 * Calls back for every shortcut while the component is mounted and no dialog is open. A handler that
 * acts on the shortcut answers true, which keeps the key from the browser.
 */
export function useShortcuts(handle: (shortcut: Shortcut) => boolean): void {
  const onShortcut = useEffectEvent(handle);
  useEffect(() => {
    let previous = { key: '', at: 0 };
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !shortcutsEnabled() || document.querySelector('dialog[open]')) return;
      const previousKey = event.timeStamp - previous.at < SEQUENCE_MS ? previous.key : null;
      const shortcut = shortcutOf(pressedKey(event), previousKey);
      previous = { key: event.key, at: event.timeStamp };
      if (shortcut !== null && onShortcut(shortcut)) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function pressedKey(event: KeyboardEvent) {
  const target = event.target instanceof HTMLElement ? event.target : null;
  return {
    key: event.key,
    modified: event.ctrlKey || event.metaKey || event.altKey,
    typing: target !== null && (target.isContentEditable || target.matches('input, textarea, select')),
  };
}
