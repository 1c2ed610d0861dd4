/** What a key means, wherever on the page the focus is. */
export type Shortcut =
  | 'search'
  | 'theme'
  | 'help'
  | 'go-overview'
  | 'go-alerts'
  | 'go-monitors'
  | 'go-channels'
  | 'next-row'
  | 'previous-row'
  | 'acknowledge';

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
};
const AFTER_G: Readonly<Record<string, Shortcut>> = {
  o: 'go-overview',
  a: 'go-alerts',
  m: 'go-monitors',
  c: 'go-channels',
};

/** The shortcut of a key, given the key before it (null when that was long ago); null for none. */
export function shortcutOf(pressed: PressedKey, previousKey: string | null): Shortcut | null {
  if (pressed.modified || pressed.typing) return null;
  return (previousKey === 'g' ? AFTER_G[pressed.key] : SINGLE[pressed.key]) ?? null;
}
