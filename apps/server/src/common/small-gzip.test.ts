import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readServed } from '../served-file.ts';
import { smallGzip } from './small-gzip.ts';

const bytes = (count: number, byteAt: (at: number) => number) =>
  Uint8Array.from({ length: count }, (_, at) => byteAt(at));
/** The same each time. */
const noise = (at: number) => Math.imul(at + 1, 2_654_435_761) >>> 24;

test.each([
  ['nothing', bytes(0, noise)],
  ['a byte', bytes(1, noise)],
  ['one byte again and again', bytes(1000, () => 7)],
  ['each byte once', bytes(256, (at) => at)],
  ['noise', bytes(5000, noise)],
  ['what stood as far before as may be', bytes(40_000, (at) => noise(at % 32_768))],
  ['what stood farther before', bytes(40_000, (at) => noise(at % 32_769))],
])('whoever unpacks gzip gets %s back', (_, content) => {
  expect(gunzipSync(smallGzip(content)).equals(content)).toBe(true);
});

test('the scripts are what they were, and smaller than by the best of zlib', async () => {
  for (const name of ['sdk.js', 'extra.js', 'cookieless.js']) {
    const content = await readServed(name);
    const packed = smallGzip(content);
    expect(gunzipSync(packed).equals(content)).toBe(true);
    expect(packed.length).toBeLessThan(gzipSync(content, { level: 9 }).length - 25);
    expect(packed.equals(await readServed(`${name}.gz`))).toBe(true);
  }
});
