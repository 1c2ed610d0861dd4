/** The colours of the theme as a canvas takes them. */
export interface TimelineColours {
  readonly ok: string;
  readonly warn: string;
  readonly bad: string;
  readonly accent: string;
  readonly line: string;
  readonly faint: string;
  readonly mute: string;
  readonly ink: string;
}

const VARIABLES: Readonly<Record<keyof TimelineColours, string>> = {
  ok: '--fill-ok',
  warn: '--fill-warn',
  bad: '--fill-bad',
  accent: '--accent',
  line: '--line',
  faint: '--line-strong',
  mute: '--mute',
  ink: '--ink',
};

/**
 * Reads the colours that hold at an element. A custom property is a text with both themes in it, so the
 * browser is asked what colour it comes to.
 */
export function timelineColours(element: HTMLElement): TimelineColours {
  const probe = document.createElement('span');
  element.append(probe);
  const entries = Object.entries(VARIABLES).map(([name, variable]) => {
    probe.style.color = `var(${variable})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(entries) as TimelineColours;
}
