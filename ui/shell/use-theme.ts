import { useSyncExternalStore } from 'react';
import { currentTheme, type Theme } from './theme.ts';

/** The chosen theme, whoever changes it. */
export function useTheme(): Theme {
  return useSyncExternalStore(onThemeChange, currentTheme);
}

/** Calls back whenever the chosen theme changes, until the returned function is called. */
function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
