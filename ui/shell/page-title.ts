/** The title of the tab: the critical count comes first, where a narrow tab still shows it. */
export function pageTitle(page: string, critical: number): string {
  const title = `${page} · Punctual`;
  return critical > 0 ? `(${critical}) ${title}` : title;
}

/** The icon of the tab: the mark, and with critical CronJobs their count on red instead. */
export function faviconHref(critical: number): string {
  if (critical === 0) return '/favicon.svg';
  const count = critical > 99 ? '99' : String(critical);
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#a8101a"/>' +
    `<text x="16" y="23" text-anchor="middle" font-family="sans-serif" font-size="20" font-weight="700" fill="#fff">${count}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
