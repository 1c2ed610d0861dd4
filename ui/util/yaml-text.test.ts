import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { parse } from 'yaml';
import { yamlText } from './yaml-text.ts';

test('a spec reads as it would in a manifest', () => {
  const spec = {
    selector: { matchNames: ['db-*'], matchLabels: {} },
    alerting: { channelRefs: [{ name: 'ops', severities: ['critical'] }], alertDelay: '5m' },
    sla: { minSuccessRate: 99.5, enabled: true, note: 'first\n\n  second' },
  };
  assert.equal(
    yamlText(spec),
    `selector:
  matchNames:
    - "db-*"
  matchLabels: {}
alerting:
  channelRefs:
    - name: ops
      severities:
        - critical
  alertDelay: "5m"
sla:
  minSuccessRate: 99.5
  enabled: true
  note: |-
    first

      second`,
  );
});

test('whatever the value, a YAML reader reads the same', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('yes', 'null', '1e3', 'a: b', '- a', 'a\nb', '#x', 'a #b', '~'),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(text, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(value, (value) => assert.deepEqual(parse(yamlText(value)), value)),
    { numRuns: 400 },
  );
});
