/**
 * Runs in the page before anything else of it, as text, since it is the page's program and not this one's. It
 * notes when the first rows are there, how the layout moved, and how long it takes from an input to what it changes.
 */
export const PROBE = `
  window.probe = { rowsAt: 0, shift: 0, lcp: 0, taken: [] };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) probe.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) probe.lcp = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  // A frame's callback runs before it is painted, a message that is posted there after it.
  probe.painted = () => new Promise((resolve) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now());
    port2.postMessage(null);
  }));
  new MutationObserver(async (_changes, observer) => {
    if (document.querySelector('[data-index]') === null) return;
    observer.disconnect();
    probe.rowsAt = await probe.painted();
  }).observe(document, { childList: true, subtree: true });
  probe.measure = () => new Promise((resolve, reject) => {
    let startedAt = 0;
    setTimeout(() => reject(new Error('the rows stayed as they were')), 10_000);
    const begin = (event) => { startedAt ||= event.timeStamp; };
    for (const type of ['keydown', 'click']) addEventListener(type, begin, { capture: true, once: true });
    const observer = new MutationObserver(async () => {
      if (startedAt === 0) return;
      observer.disconnect();
      resolve((await probe.painted()) - startedAt);
    });
    observer.observe(document.querySelector('[role=table][aria-label=CronJobs]'), { childList: true, subtree: true, characterData: true });
  });
  probe.frames = (ms) => new Promise((resolve) => {
    const frames = [];
    let last = performance.now();
    const end = last + ms;
    requestAnimationFrame(function next(now) {
      frames.push(now - last);
      last = now;
      if (now < end) requestAnimationFrame(next); else resolve(frames.slice(1));
    });
  });
`;
