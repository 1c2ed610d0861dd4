/** A page that the rail, the palette and two keys lead to. */
export interface PageEntry {
  readonly to: PagePath;
  readonly label: string;
  /** g and then this letter. */
  readonly key: string;
}

export type PagePath = '/' | '/alerts' | '/monitors' | '/sla' | '/channels' | '/reports' | '/settings';

/** In the order in which they stand in the rail. */
export const PAGES: readonly PageEntry[] = [
  { to: '/', label: 'Overview', key: 'o' },
  { to: '/alerts', label: 'Alerts', key: 'a' },
  { to: '/monitors', label: 'Monitors', key: 'm' },
  { to: '/sla', label: 'SLA', key: 's' },
  { to: '/channels', label: 'Channels', key: 'c' },
  { to: '/reports', label: 'Reports', key: 'r' },
  { to: '/settings', label: 'Settings', key: 't' },
];
