import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * The width of an element, and how far below the top of the page it begins, in px. Follows every
 * change of the layout, since what stands above the element moves it without resizing it.
 */
export function useBox(element: RefObject<HTMLElement | null>): {
  readonly width: number;
  readonly top: number;
} {
  const [box, setBox] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const measure = () => {
      const { width, top } = element.current!.getBoundingClientRect();
      const next = { width: Math.round(width), top: Math.round(top + window.scrollY) };
      setBox((box) => (box.width === next.width && box.top === next.top ? box : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, [element]);
  return box;
}
