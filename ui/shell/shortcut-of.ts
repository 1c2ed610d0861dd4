import { type PagePath, PAGES } from './pages.ts';

/** What a key means, wherever on the page the focus is. */
export type Shortcut =
  | 'search'
  | 'theme'
  | 'help'
  | `go ${PagePath}`
  | 'next-row'
  | 'previous-row'
  | 'acknowledge'
  | 'export';

/** The key that was pressed, with what is needed to know whether it is meant for the page. */
export interface PressedKey {
  readonly key: string;
  readonly modified: boolean;
  /** The focus is in a field, where keys are text. */
  readonly typing: boolean;
}

const SINGLE: Readonly<Record<string, Shortcut>> = {
  '/': 'search',
  t: 'theme',
  '?': 'help',
  j: 'next-row',
  k: 'previous-row',
  a: 'acknowledge',
  e: 'export',
};

/** The shortcut of a key, given the key before it (null when that was long ago); null for none. */
export function shortcutOf(pressed: PressedKey, previousKey: string | null): Shortcut | null {
  if (pressed.modified || pressed.typing) return null;
  if (previousKey !== 'g') return SINGLE[pressed.key] ?? null;
  const page = PAGES.find(({ key }) => key === pressed.key);
  return page ? `go ${page.to}` : null;
}
