import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pullFailure } from './image-pull.ts';

const CASES = [
  { name: 'an ordinary image can be pulled', image: 'busybox:1.37', fails: null },
  { name: 'a registry with a port can be reached', image: 'localhost:5000/team/app@sha256:00', fails: null },
  { name: 'a path that looks like a bad registry is none', image: 'team/registry.invalid', fails: null },
  {
    name: 'a registry in .invalid cannot be found',
    image: 'registry.invalid/team/app:2.0',
    fails:
      /Head "https:\/\/registry.invalid\/v2\/team\/app\/manifests\/2.0": dial tcp: lookup registry.invalid: no such host$/,
  },
  {
    name: 'the tag does-not-exist does not exist',
    image: 'ghcr.io/team/app:does-not-exist',
    fails: /ghcr.io\/team\/app:does-not-exist: not found$/,
  },
];

for (const { name, image, fails } of CASES) {
  test(name, () => {
    const failure = pullFailure(image);
    if (fails === null) assert.equal(failure, null);
    else assert.match(failure ?? '', fails);
  });
}
