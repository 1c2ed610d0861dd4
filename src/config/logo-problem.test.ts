import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { aPng } from '../lib/testing-images.ts';
import { logoProblem } from './logo-problem.ts';

test('a logo that cannot be drawn is told with its flag, its path and why', () => {
  const directory = mkdtempSync(join(tmpdir(), 'punctual-logo-'));
  try {
    const path = join(directory, 'logo.png');
    assert.equal(logoProblem(null), null);
    assert.match(logoProblem(path)!, /^--report-logo \(PUNCTUAL_REPORT_LOGO\) is ".*logo\.png".* ENOENT/);
    writeFileSync(path, aPng().subarray(0, 50));
    assert.match(logoProblem(path)!, /logo\.png", which is a PNG image that is cut off$/);
    writeFileSync(path, aPng());
    assert.equal(logoProblem(path), null);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
