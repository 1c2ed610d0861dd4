import assert from 'node:assert/strict';
import { test } from 'node:test';
import { regression } from './regression.ts';

const days = (...seconds: number[]) =>
  seconds.map((p95Duration, index) => ({ date: `2026-11-${10 + index}`, p95Duration }));
const baseline = { p95Duration: 100 };
const regressionTerms = { threshold: 50 };

test('half as long again is a regression, from the first day in a row that took so long', () => {
  assert.deepEqual(
    regression({
      items: days(160, 90, 170, 0, 180),
      baseline,
      regressionTerms,
      recent: { p95Duration: 180 },
    }),
    { percent: 80, since: '2026-11-12' },
  );
});
test('what takes a little longer is none, and what takes less is none', () => {
  assert.equal(
    regression({ items: days(140), baseline, regressionTerms, recent: { p95Duration: 149 } }),
    null,
  );
  assert.equal(regression({ items: days(60), baseline, regressionTerms, recent: { p95Duration: 60 } }), null);
});
test('without enough runs on either side nothing is said', () => {
  assert.equal(regression({ items: days(900), regressionTerms, recent: { p95Duration: 900 } }), null);
  assert.equal(regression({ items: days(900), baseline, regressionTerms }), null);
});
test('when no whole day shows it yet, its beginning is left open', () => {
  assert.deepEqual(
    regression({ items: days(90, 100), baseline, regressionTerms, recent: { p95Duration: 200 } }),
    {
      percent: 100,
      since: null,
    },
  );
});
test('what the monitor allows is none, however much it is', () => {
  const figures = { items: days(180), baseline, recent: { p95Duration: 180 } };
  assert.equal(regression({ ...figures, regressionTerms: { threshold: 80 } }), null);
  assert.deepEqual(regression({ ...figures, regressionTerms: { threshold: 79 } }), {
    percent: 80,
    since: '2026-11-10',
  });
});
