import { Monitor, Moon, Sun } from 'lucide-react';
import { IconButton } from '../ui/Button.tsx';
import type { Theme } from './theme.ts';

const ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

/** Goes round the three themes. */
export function ThemeButton({ theme, onClick }: { readonly theme: Theme; readonly onClick: () => void }) {
  const Icon = ICONS[theme];
  return (
    <IconButton label={`Theme: ${theme}`} look="quiet" onClick={onClick}>
      <Icon size={15} aria-hidden />
    </IconButton>
  );
}
