import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DeliveryOutcome, outcomeOfResponse, parseRetryAfter } from './outcome.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

const ANSWERS: readonly { name: string; status: number; kind: DeliveryOutcome['kind'] }[] = [
  { name: '200 is delivered', status: 200, kind: 'delivered' },
  { name: '204 is delivered', status: 204, kind: 'delivered' },
  { name: '301 is not followed and will not change by itself', status: 301, kind: 'rejected' },
  { name: '400 will not change by itself', status: 400, kind: 'rejected' },
  { name: '404 will not change by itself', status: 404, kind: 'rejected' },
  { name: '410 will not change by itself', status: 410, kind: 'rejected' },
  { name: '408 is worth another try', status: 408, kind: 'retry' },
  { name: '429 is worth another try', status: 429, kind: 'retry' },
  { name: '500 is worth another try', status: 500, kind: 'retry' },
];
for (const { name, status, kind } of ANSWERS) {
  test(`an answer of ${name}`, () => {
    assert.equal(outcomeOfResponse({ status, retryAfter: null, body: '' }, 5, NOW).kind, kind);
  });
}

test('Retry-After is read as seconds and as a date, and ignored when it is neither or past', () => {
  assert.equal(parseRetryAfter('7', NOW), 7_000);
  assert.equal(parseRetryAfter(new Date(NOW + 90_000).toUTCString(), NOW), 90_000);
  assert.equal(parseRetryAfter(new Date(NOW - 90_000).toUTCString(), NOW), null);
  assert.equal(parseRetryAfter('soon', NOW), null);
  assert.equal(parseRetryAfter(null, NOW), null);
});

test('the reason quotes the receiver in one line, without URLs and without control characters', () => {
  const outcome = outcomeOfResponse(
    { status: 400, retryAfter: null, body: 'bad\n\u0000token for https://hooks.example/secret/path now' },
    1,
    NOW,
  );
  assert.ok(outcome.kind === 'rejected');
  assert.equal(outcome.reason, 'the receiver answered HTTP 400: bad token for [url] now');
});
