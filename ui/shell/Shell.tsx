import { Outlet, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { TooltipLayer } from '../ui/TooltipLayer.tsx';
import { FreshnessBar } from './FreshnessSign.tsx';
import { PAGES } from './pages.ts';
import { HelpDialog } from './HelpDialog.tsx';
import { PrintHeading } from './PrintHeading.tsx';
import { Rail } from './Rail.tsx';
import { nextTheme, setTheme } from './theme.ts';
import { usePaletteKey } from './use-palette-key.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useTheme } from './use-theme.ts';

const CommandPalette = lazy(async () => {
  const { CommandPalette } = await import('./palette/CommandPalette.tsx');
  return { default: CommandPalette };
});

/** What every page stands in. */
export function Shell() {
  const navigate = useNavigate();
  const [help, setHelp] = useState(false);
  const [palette, setPalette] = useState(false);
  const theme = useTheme();
  const goRound = () => setTheme(nextTheme(theme));
  usePaletteKey(() => setPalette((open) => !open));
  useShortcuts((shortcut) => {
    if (shortcut === 'theme') goRound();
    else if (shortcut === 'help') setHelp(true);
    else if (shortcut === 'export') return startExport();
    else {
      const page = PAGES.find(({ to }) => shortcut === `go ${to}`);
      if (page === undefined) return false;
      void navigate({ to: page.to });
    }
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
        <PrintHeading />
        <FreshnessBar />
        <Outlet />
      </div>
      {help && <HelpDialog onClose={() => setHelp(false)} />}
      {palette && (
        <Suspense>
          <CommandPalette onTheme={setTheme} onClose={() => setPalette(false)} />
        </Suspense>
      )}
      <TooltipLayer />
    </div>
  );
}

/** Follows the page's link to its export; a page without one has nothing to export. */
function startExport(): boolean {
  const link = document.querySelector<HTMLAnchorElement>('a[data-export]');
  link?.click();
  return link !== null;
}
