import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { buildDashboard } from './dashboard.ts';

const BUILT = join(import.meta.dirname, '../../dist/ui');
const KB = 1_000;

describe('what a reader downloads', () => {
  before(buildDashboard);

  test('the first page needs at most 180 KB of scripts', () => {
    const index = readFileSync(join(BUILT, 'index.html'), 'utf8');
    const scripts = [...index.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path]) => path!);
    assert.ok(scripts.length > 0);
    assertAtMost(180 * KB, scripts);
  });

  test('no other script is larger than 60 KB', () => {
    const index = readFileSync(join(BUILT, 'index.html'), 'utf8');
    const later = built('assets/*.js').filter((path) => !index.includes(basename(path)));
    for (const path of later) assertAtMost(60 * KB, [path]);
  });

  test('all scripts together are at most 300 KB, the styles 12 KB, the fonts 90 KB', () => {
    assertAtMost(300 * KB, built('assets/*.js'));
    assertAtMost(12 * KB, built('assets/*.css'));
    assertAtMost(90 * KB, built('assets/*.woff2'));
  });
});

function built(pattern: string): readonly string[] {
  return globSync(pattern, { cwd: BUILT });
}

function assertAtMost(most: number, paths: readonly string[]): void {
  const bytes = paths.map((path) => gzipSync(readFileSync(join(BUILT, path))).length);
  const total = bytes.reduce((sum, each) => sum + each, 0);
  assert.ok(total <= most, `${paths.join(', ')}: ${total} bytes, more than ${most}`);
}
