/** Text for one line or more of print: what moves a pen or nothing at all is left out, a tab is a space. */
export function plain(text: string): string {
  return text.replaceAll('\t', ' ').replaceAll(/[^\P{C}\n]/gu, '');
}

/** `1 h 4 m`, `45 s`, `850 ms`; `-` for 0. */
export function durationWords(seconds: number): string {
  if (seconds <= 0) return '-';
  if (seconds < 1) return `${Math.max(1, Math.round(seconds * 1_000))} ms`;
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} m ${whole % 60} s`;
  if (whole < 86_400) return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} m`;
  return `${Math.floor(whole / 86_400)} d ${Math.floor((whole % 86_400) / 3_600)} h`;
}

/** One decimal; 100 % alone means that nothing failed. */
export function percentWords(value: number): string {
  if (value >= 100) return '100 %';
  return `${value <= 0 ? '0' : Math.min(99.9, Math.max(0.1, value)).toFixed(1)} %`;
}

/** `2026-11-21 14:05 UTC` */
export function instantWords(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
