import { useEffect, useRef } from 'react';
import { absoluteLines } from '../util/time.ts';
import { tooltipPlace } from './tooltip-place.ts';

const ANCHORS = '[data-tip],[data-tip-at]';

/**
 * The one tooltip of the page. It serves every element with `data-tip` (a text) or `data-tip-at` (an
 * instant, with `data-tip-zone`), on hover and on focus; Escape hides it. Thousands of rows thus
 * carry an attribute each instead of a component each. A popover, so that it stands above dialogs.
 */
export function TooltipLayer() {
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => followAnchors(layer.current!), []);
  return (
    <div
      ref={layer}
      popover="manual"
      aria-hidden
      className="pointer-events-none fixed m-0 max-w-80 rounded-md border border-line bg-raised px-2 py-1 text-xs whitespace-pre-line text-ink shadow-lg"
    />
  );
}

function followAnchors(layer: HTMLElement): () => void {
  const controller = new AbortController();
  const options = { signal: controller.signal, capture: true, passive: true } as const;
  const hide = () => layer.hidePopover();
  const update = (event: Event) => {
    const anchor = event.target instanceof Element ? event.target.closest<HTMLElement>(ANCHORS) : null;
    if (anchor) show(layer, anchor);
    else hide();
  };
  document.addEventListener('pointerover', update, options);
  document.addEventListener('focusin', update, options);
  document.addEventListener('focusout', hide, options);
  document.addEventListener('pointerdown', hide, options);
  document.addEventListener('scroll', hide, options);
  document.addEventListener('keydown', (event) => event.key === 'Escape' && hide(), options);
  return () => controller.abort();
}

function show(layer: HTMLElement, anchor: HTMLElement): void {
  layer.textContent = textOf(anchor);
  // Shown anew, it goes to the top of the top layer, above a dialog that opened meanwhile.
  layer.hidePopover();
  layer.showPopover();
  const { left, top } = tooltipPlace(anchor.getBoundingClientRect(), layer.getBoundingClientRect(), {
    width: document.documentElement.clientWidth,
    height: document.documentElement.clientHeight,
  });
  layer.style.left = `${left}px`;
  layer.style.top = `${top}px`;
}

function textOf(anchor: HTMLElement): string {
  const { tip, tipAt, tipZone } = anchor.dataset;
  return tipAt === undefined ? (tip ?? '') : absoluteLines(Date.parse(tipAt), tipZone ?? null).join('\n');
}
