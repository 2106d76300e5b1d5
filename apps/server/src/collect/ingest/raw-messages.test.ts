/* The messages of a body are found without reading them: the same ones that JSON.parse finds. */
import { expect, test } from 'vitest';
import { processorMs } from '../../testing/processor-time.ts';
import { seededRandom } from '../../testing/random-history.ts';
import { rawMessages } from './raw-messages.ts';
import { readPiecewise } from './read-body.ts';

const random = seededRandom(7);
const pick = <T>(of: T[]): T => of[Math.floor(random() * of.length)] as T;

function randomText(): string {
  const length = pick([0, 1, 5, 30, 31, 32, 33, 34, 100, 1_000]);
  return Array.from({ length }, () => pick(['a', '"', '\\', ']', '}', 'ü', '😀', '\n', ','])).join(
    '',
  );
}

function randomValue(depth: number): unknown {
  const kind = depth === 0 ? pick([0, 1, 2]) : pick([0, 1, 2, 3, 4]);
  if (kind === 0) return randomText();
  if (kind === 1) return pick([0, -1.5, 1e21, true, false, null]);
  if (kind === 2) return [];
  const parts = Array.from({ length: pick([0, 1, 3]) }, () => randomValue(depth - 1));
  return kind === 3 ? parts : Object.fromEntries(parts.map((part) => [randomText(), part]));
}

test.each([undefined, 2])('each message is found at its position (spaces: %s)', async (spaces) => {
  for (let round = 0; round < 300; round += 1) {
    const batch = Array.from({ length: pick([0, 1, 2, 5]) }, () => randomValue(3));
    const whole = { [randomText()]: randomValue(2), batch, [randomText()]: randomValue(2) };
    const body = Buffer.from(JSON.stringify(whole, undefined, spaces));
    const expected = JSON.parse(body.toString()).batch;
    if (!Array.isArray(expected)) continue;
    expect(rawMessages(body).map((message) => JSON.parse(message.toString()))).toEqual(expected);
    const { messages, rawBytes } = await readPiecewise(body, true);
    expect(messages).toEqual(expected);
    expect(expected.map((_, index) => JSON.parse(rawBytes(index).toString()))).toEqual(expected);
  }
});

test.each([
  '{"batch":[{"a":"x"}',
  '{"batch":[{"a":"x\\"}]}',
  '{"batch":[1 2]}',
  '{"batch":[1],}',
  '{"batch":[1]} x',
  '{batch:[1]}',
  '{"batch":"x"}',
  '{"batch":{}}',
  '[1]',
  '',
])('an invalid batch is refused: %s', async (text) => {
  const fault = { code: 'invalid_request' };
  await expect(readPiecewise(Buffer.from(text), true)).rejects.toMatchObject(fault);
});

test('4 MiB of one long text, or of small objects, are looked through in no time', () => {
  const bodies = [
    `{"batch":["${'x'.repeat(4_000_000)}"]}`,
    `{"batch":["${'\\\\'.repeat(2_000_000)}"]}`,
    `{"batch":[[${Array.from({ length: 500_000 }, () => '{"a":1}').join()}]]}`,
  ].map((text) => Buffer.from(text));
  const began = processorMs();
  for (const body of bodies) expect(rawMessages(body)).toHaveLength(1);
  expect(processorMs() - began).toBeLessThan(5_000);
});
