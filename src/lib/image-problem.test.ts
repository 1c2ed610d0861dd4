import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageProblem } from './image-problem.ts';
import { A_JPEG, aPng } from './testing-images.ts';

const damaged = aPng();
damaged[45]! ^= 1;

const CASES = [
  { name: 'a whole PNG has none', bytes: aPng(), problem: null },
  { name: 'a whole JPEG has none', bytes: A_JPEG, problem: null },
  {
    name: 'a PNG without its end',
    bytes: aPng().subarray(0, -13),
    problem: 'is a PNG image that is cut off',
  },
  { name: 'a PNG with another bit', bytes: damaged, problem: 'is a PNG image that is damaged' },
  {
    name: 'a JPEG without its end',
    bytes: A_JPEG.subarray(0, -3),
    problem: 'is a JPEG image that is cut off',
  },
  { name: 'a drawing', bytes: Buffer.from('<svg/>'), problem: 'is neither a PNG nor a JPEG image' },
  { name: 'nothing', bytes: Buffer.alloc(0), problem: 'is neither a PNG nor a JPEG image' },
];
for (const { name, bytes, problem } of CASES) {
  test(`the problem of an image: ${name}`, () => assert.equal(imageProblem(bytes), problem));
}
