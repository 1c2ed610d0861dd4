interface Size {
  readonly width: number;
  readonly height: number;
}
interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

const GAP = 6;

/** Where a tooltip stands: centred above its anchor, below where there is no room, inside the window. */
export function tooltipPlace(anchor: Box, tip: Size, window: Size): { left: number; top: number } {
  const centred = anchor.left + (anchor.width - tip.width) / 2;
  const above = anchor.top - GAP - tip.height;
  return {
    left: Math.max(GAP, Math.min(centred, window.width - tip.width - GAP)),
    top: above >= GAP ? above : anchor.top + anchor.height + GAP,
  };
}
