import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faviconHref, pageTitle } from './page-title.ts';

test('the title begins with the critical count', () => {
  assert.equal(pageTitle('Overview', 3), '(3) Overview · Punctual');
});
test('without critical CronJobs the title has no count', () => {
  assert.equal(pageTitle('Overview', 0), 'Overview · Punctual');
});
test('the icon carries the count, cut to two digits', () => {
  assert.match(decodeURIComponent(faviconHref(7)), />7</);
  assert.match(decodeURIComponent(faviconHref(365)), />99</);
});
test('without critical CronJobs it is the mark', () => assert.equal(faviconHref(0), '/favicon.svg'));
