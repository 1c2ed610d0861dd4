import { useEffect, useEffectEvent } from 'react';

/**
 * Calls back for Ctrl K and Cmd K, also from within a field, but not over another dialog. With a
 * modifier it is no single key, so that it works whether those are switched on or off.
 */
export function usePaletteKey(onKey: () => void): void {
  const call = useEffectEvent(onKey);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const meant = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!meant || event.key.toLowerCase() !== 'k') return;
      if (document.querySelector('dialog[open]:not([data-palette])')) return;
      event.preventDefault();
      call();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
