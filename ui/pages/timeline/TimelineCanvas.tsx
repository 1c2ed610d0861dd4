import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Span, TimelineAxis } from '../../charts/timeline-axis.ts';
import type { Lane, LaneMark } from '../../charts/timeline-lane.ts';
import { useTheme } from '../../shell/use-theme.ts';
import { usePrinting } from '../../ui/use-printing.ts';
import { useMedia } from '../../ui/use-media.ts';
import type { Row } from '../overview/select-rows.ts';
import { drawTimeline, ROW_HEIGHT } from './draw-timeline.ts';
import { timelineColours } from './timeline-colours.ts';
import { HEADER_HEIGHT } from './TimelineHeader.tsx';
import { STATUS_HEIGHT } from './TimelineStatus.tsx';
import { qualifiedName } from '../../util/qualified-name.ts';

/**
 * The marks of all visible rows on one canvas. It stays in the window while the page scrolls under it, and
 * draws what stands behind it. Readers have the rows' texts instead.
 */
export function TimelineCanvas(props: {
  readonly frame: RefObject<HTMLElement | null>;
  readonly body: RefObject<HTMLElement | null>;
  readonly rows: readonly Row[];
  readonly lanes: ReadonlyMap<string, Lane>;
  readonly axis: TimelineAxis;
  readonly now: number;
  readonly outages: readonly Span[];
  readonly chosen: { readonly key: string; readonly mark: LaneMark } | null;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  // All change what the colours come to, and so it is rendered, and drawn, anew.
  useTheme();
  useMedia('(prefers-color-scheme: dark)');
  usePrinting();
  const draw = useEffectEvent(() => {
    const element = canvas.current!;
    const { width, height } = fitToWindow(element);
    const context = element.getContext('2d');
    if (context === null || width === 0) return;
    const { rows, lanes, axis, now, chosen, outages } = props;
    const scrolled = element.getBoundingClientRect().top - props.body.current!.getBoundingClientRect().top;
    // On paper there is what is in view: the rows' runs, and with them the canvas, are of these alone.
    const { style } = props.frame.current!;
    style.setProperty('--drawn', `${height}px`);
    style.setProperty('--scrolled', `${Math.max(0, scrolled)}px`);
    const first = Math.max(0, Math.floor(scrolled / ROW_HEIGHT));
    const visible = rows.slice(first, first + Math.ceil(height / ROW_HEIGHT) + 1);
    drawTimeline(
      context,
      { width, height },
      {
        axis,
        now,
        outages,
        colours: timelineColours(element.parentElement!),
        rows: visible.map((row, index) => ({
          top: (first + index) * ROW_HEIGHT - scrolled,
          lane: lanes.get(qualifiedName(row)) ?? null,
          chosen: chosen?.key === qualifiedName(row) ? chosen.mark : null,
        })),
      },
    );
  });
  useEffect(() => draw());
  useEffect(() => {
    let frame = 0;
    const onMove = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => draw());
    };
    const controller = new AbortController();
    const options = { passive: true, signal: controller.signal } as const;
    window.addEventListener('scroll', onMove, options);
    window.addEventListener('resize', onMove, options);
    return () => {
      controller.abort();
      cancelAnimationFrame(frame);
    };
  }, []);
  return (
    <div className="pointer-events-none absolute inset-y-0 right-0 left-[var(--names)]">
      <canvas
        ref={canvas}
        aria-hidden
        className="sticky block w-full forced-color-adjust-none print:mt-[var(--scrolled)] print:h-[var(--drawn)]!"
        style={{
          top: HEADER_HEIGHT,
          height: `min(100%, calc(100dvh - ${HEADER_HEIGHT + STATUS_HEIGHT}px))`,
        }}
      />
    </div>
  );
}

/** Gives the canvas a pixel for every pixel of the screen, and returns its size in CSS px. */
function fitToWindow(canvas: HTMLCanvasElement): { readonly width: number; readonly height: number } {
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = window.devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  canvas.getContext('2d')?.setTransform(ratio, 0, 0, ratio, 0, 0);
  return { width, height };
}
