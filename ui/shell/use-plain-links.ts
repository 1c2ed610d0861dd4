import { useRouter } from '@tanstack/react-router';
import type { FocusEvent, MouseEvent } from 'react';
import { parseSearch } from '../util/search-params.ts';

/**
 * Handlers for an element whose `<a href data-row-link>` lead within the page. A Link of the router listens to
 * the address, each on its own; in a table whose rows come and go with every key that is most of their cost.
 * Whatever opens another tab or window stays the browser's.
 */
export function usePlainLinks() {
  const router = useRouter();
  const preload = (event: MouseEvent | FocusEvent) => {
    const link = linkAround(event);
    if (link) void router.preloadRoute({ to: link.pathname, search: parseSearch(link.search) });
  };
  return {
    onMouseOver: preload,
    onFocus: preload,
    onClick: (event: MouseEvent) => {
      const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      const link = linkAround(event);
      if (!link || modified || event.button !== 0 || event.defaultPrevented) return;
      event.preventDefault();
      void router.navigate({ href: link.pathname + link.search });
    },
  };
}

function linkAround(event: MouseEvent | FocusEvent): HTMLAnchorElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-row-link]') : null;
}
