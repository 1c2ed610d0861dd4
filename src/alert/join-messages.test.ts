import assert from 'node:assert/strict';
import { test } from 'node:test';
import { T0 } from '../execution/testing.ts';
import { joinMessages } from './join-messages.ts';
import { aMessage } from './testing.ts';

function lines(...members: readonly Parameters<typeof aMessage>[0][]): readonly string[] {
  const messages = members.map((member, index) => ({ id: `m-${index}`, context: aMessage(member) }));
  const { alerts } = joinMessages('chat', messages, null, T0).context;
  return alerts.map(({ event, severity, namespace, cronJobName }) =>
    [event, severity, `${namespace}/${cronJobName}`].join(' '),
  );
}

test('what fires comes before what ended, and the most serious first', () => {
  assert.deepEqual(
    lines(
      { alertId: 'a', event: 'resolved', severity: 'critical', cronJobName: 'ended' },
      { alertId: 'b', severity: 'info', cronJobName: 'quiet' },
      { alertId: 'c', severity: 'warning', cronJobName: 'slow' },
      { alertId: 'd', severity: 'critical', namespace: 'shop', cronJobName: 'broken' },
      { alertId: 'e', severity: 'critical', namespace: 'crm', cronJobName: 'z' },
    ),
    [
      'firing critical crm/z',
      'firing critical shop/broken',
      'firing warning payments/slow',
      'firing info payments/quiet',
      'resolved critical payments/ended',
    ],
  );
});

test('an alert that began and ended while it waited is one line, its end', () => {
  assert.deepEqual(
    lines({ alertId: 'a' }, { alertId: 'b', cronJobName: 'b' }, { alertId: 'a', event: 'resolved' }),
    ['firing critical payments/b', 'resolved critical payments/nightly-backup'],
  );
});

test('an alert that was told again while it waited is one line, the latest', () => {
  const messages = ['first', 'last'].map((title) => ({ id: title, context: aMessage({ title }) }));
  const { alerts } = joinMessages('chat', messages, null, T0).context;
  assert.deepEqual(
    alerts.map(({ title }) => title),
    ['last'],
  );
});

test('no log and no event comes along', () => {
  const context = aMessage({ logs: 'a log', events: 'an event', suggestedFix: 'a fix' });
  const [alert] = joinMessages('chat', [{ id: 'm', context }], null, T0).context.alerts;
  assert.deepEqual([alert?.logs, alert?.events, alert?.suggestedFix], ['', '', 'a fix']);
});

test('the id is that of the channel and the members, whenever they are joined', () => {
  const members = ['a', 'b'].map((id) => ({ id, context: aMessage({ alertId: id }) }));
  const id = (channel: string, given = members, now = T0) => joinMessages(channel, given, null, now).id;
  assert.equal(id('chat'), id('chat', members, T0 + 1));
  assert.equal(new Set([id('chat'), id('hook'), id('chat', members.slice(1))]).size, 3);
});
