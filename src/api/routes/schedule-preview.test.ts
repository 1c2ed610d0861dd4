import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aZone } from '../../schedule/testing.ts';
import type { ServerPorts } from '../server.ts';
import { startServer } from '../testing.ts';

async function preview(
  parameters: Record<string, string>,
  ports: Partial<ServerPorts> = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  await using server = await startServer(ports);
  const query = new URLSearchParams(parameters).toString();
  const response = await fetch(`${server.origin}/api/v1/schedule-preview?${query}`);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('the preview of a schedule', () => {
  test('tells the next slots, and the local times between them that do not come', async () => {
    const { body } = await preview({
      schedule: '30 2 * * *',
      timeZone: 'Europe/Berlin',
      from: '2026-03-28T12:00:00Z',
      count: '1',
    });
    assert.deepEqual(body, {
      schedule: '30 2 * * *',
      timeZone: 'Europe/Berlin',
      scheduleText: 'At 02:30, Europe/Berlin time',
      items: [
        {
          kind: 'skipped',
          time: null,
          localTime: '2026-03-29T02:30:00',
          reason: 'the clock goes from 02:00 to 03:00 on 2026-03-29, so this local time does not come',
        },
        { kind: 'slot', time: '2026-03-30T00:30:00Z', localTime: '2026-03-30T02:30:00', reason: null },
      ],
    });
  });

  test("begins now, by the clock of the cluster's controllers, with ten slots", async () => {
    const { body } = await preview({ schedule: '@hourly' }, { controllerZone: aZone('Asia/Kolkata') });
    const items = body['items'] as { time: string; localTime: string }[];
    assert.equal(items.length, 10);
    assert.partialDeepStrictEqual(items[0], {
      time: '2026-01-31T12:30:00Z',
      localTime: '2026-01-31T18:00:00',
    });
    assert.equal(body['timeZone'], 'Asia/Kolkata');
  });

  test('of a schedule that never runs has no slot', async () => {
    const { body } = await preview({ schedule: '0 0 31 2 *' });
    assert.partialDeepStrictEqual(body, { scheduleText: 'Never (31 February)' });
    assert.deepEqual(body['items'], []);
  });

  const REFUSED: readonly (readonly [
    name: string,
    parameters: Record<string, string>,
    parameter: string,
    message: RegExp,
  ])[] = [
    ['no schedule', {}, 'schedule', /is required/],
    [
      'a schedule that Kubernetes refuses',
      { schedule: '0 0 * * 7' },
      'schedule',
      /day of week.*above the highest/,
    ],
    [
      'a zone that does not exist',
      { schedule: '@daily', timeZone: 'Berlin' },
      'timeZone',
      /no time zone Berlin/,
    ],
    ['too many slots', { schedule: '@daily', count: '101' }, 'count', /from 1 to 100/],
    ['a bad instant', { schedule: '@daily', from: 'now' }, 'from', /RFC 3339/],
  ];
  for (const [name, parameters, parameter, message] of REFUSED) {
    test(`is refused for ${name}`, async () => {
      const { status, body } = await preview(parameters);
      assert.equal(status, 400);
      assert.deepEqual(body['details'], { parameter });
      assert.match(body['message'] as string, message);
    });
  }
});
