import { Outlet, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { TooltipLayer } from '../ui/TooltipLayer.tsx';
import { FreshnessBar } from './FreshnessSign.tsx';
import { HelpDialog } from './HelpDialog.tsx';
import { Rail } from './Rail.tsx';
import { currentTheme, nextTheme, setTheme, type Theme } from './theme.ts';
import { usePaletteKey } from './use-palette-key.ts';
import { useShortcuts } from './use-shortcuts.ts';

const CommandPalette = lazy(async () => {
  const { CommandPalette } = await import('./palette/CommandPalette.tsx');
  return { default: CommandPalette };
});

/** What every page stands in. */
export function Shell() {
  const navigate = useNavigate();
  const [help, setHelp] = useState(false);
  const [theme, setShownTheme] = useState(currentTheme);
  const [palette, setPalette] = useState(false);
  const changeTheme = (next: Theme) => {
    setTheme(next);
    setShownTheme(next);
  };
  const goRound = () => changeTheme(nextTheme(currentTheme()));
  usePaletteKey(() => setPalette((open) => !open));
  useShortcuts((shortcut) => {
    if (shortcut === 'theme') goRound();
    else if (shortcut === 'help') setHelp(true);
    else if (shortcut === 'go-overview') void navigate({ to: '/' });
    else if (shortcut === 'go-alerts') void navigate({ to: '/alerts' });
    else if (shortcut === 'go-monitors') void navigate({ to: '/monitors' });
    else if (shortcut === 'go-channels') void navigate({ to: '/channels' });
    else return false;
    return true;
  });
  return (
    <div className="min-h-dvh md:flex">
      <a
        href="#main"
        className="sr-only z-30 rounded bg-raised px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <Rail theme={theme} onTheme={goRound} onHelp={() => setHelp(true)} onPalette={() => setPalette(true)} />
      <div className="min-w-0 flex-1">
        <FreshnessBar />
        <Outlet />
      </div>
      {help && <HelpDialog onClose={() => setHelp(false)} />}
      {palette && (
        <Suspense>
          <CommandPalette onTheme={changeTheme} onClose={() => setPalette(false)} />
        </Suspense>
      )}
      <TooltipLayer />
    </div>
  );
}
