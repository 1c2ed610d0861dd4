import { Link } from '@tanstack/react-router';
import {
  BellRing,
  FileText,
  Keyboard,
  LayoutList,
  type LucideIcon,
  Radar,
  Search,
  Send,
  Settings,
  ShieldCheck,
} from 'lucide-react';
import { IconButton } from '../ui/Button.tsx';
import { FreshnessSign } from './FreshnessSign.tsx';
import { type PagePath, PAGES } from './pages.ts';
import type { Theme } from './theme.ts';
import { ThemeButton } from './ThemeButton.tsx';

const ICONS: Readonly<Record<PagePath, LucideIcon>> = {
  '/': LayoutList,
  '/alerts': BellRing,
  '/monitors': Radar,
  '/sla': ShieldCheck,
  '/channels': Send,
  '/reports': FileText,
  '/settings': Settings,
};

/** The way around: a rail at the left, on narrow screens a bar at the top. */
export function Rail(props: {
  readonly theme: Theme;
  readonly onTheme: () => void;
  readonly onHelp: () => void;
  readonly onPalette: () => void;
}) {
  return (
    <header className="z-20 flex flex-wrap items-center gap-1 border-b border-line bg-raised px-3 py-1.5 md:sticky md:top-0 md:h-dvh md:w-44 md:shrink-0 md:flex-col md:items-stretch md:border-r md:border-b-0 md:p-2">
      <Link to="/" className="flex h-9 items-center gap-2 px-1 font-semibold md:px-2">
        <Mark />
        Punctual
      </Link>
      <nav
        aria-label="Main"
        className="order-last flex w-full overflow-x-auto max-md:-mx-2 md:order-none md:flex-col md:overflow-visible"
      >
        {PAGES.map(({ to, label }) => {
          const Icon = ICONS[to];
          return (
            <Link
              key={to}
              to={to}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              className={ENTRY}
            >
              <Icon size={15} aria-hidden />
              {label}
            </Link>
          );
        })}
      </nav>
      <div className="ml-auto flex items-center gap-1 md:mt-auto md:ml-0 md:flex-wrap">
        <span className="md:w-full md:px-2 md:pb-1">
          <FreshnessSign />
        </span>
        <IconButton label="Go to… (Ctrl or Cmd K)" onClick={props.onPalette}>
          <Search size={15} aria-hidden />
        </IconButton>
        <ThemeButton theme={props.theme} onClick={props.onTheme} />
        <IconButton label="Keyboard shortcuts" onClick={props.onHelp} className="pointer-coarse:hidden">
          <Keyboard size={15} aria-hidden />
        </IconButton>
      </div>
    </header>
  );
}

const ENTRY =
  'flex h-7 items-center gap-2 rounded-[5px] px-2 text-mute hover:bg-hover hover:text-ink aria-[current]:bg-tint-accent aria-[current]:font-medium aria-[current]:text-ink pointer-coarse:h-9 [&>svg]:max-sm:hidden';

function Mark() {
  return (
    <svg width={18} height={18} viewBox="0 0 32 32" aria-hidden className="shrink-0 text-accent">
      <circle cx={16} cy={16} r={13} fill="none" stroke="currentColor" strokeWidth={3.5} />
      <path
        d="M16 8.5V17l5 3"
        fill="none"
        stroke="currentColor"
        strokeWidth={3.5}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
