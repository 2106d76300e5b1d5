import { expect, test } from 'vitest';
import { outcomeOf as outcomeNumber, outcomes, waitMs } from './retry.ts';

const names = Object.keys(outcomes);
const outcomeOf = (...told: Parameters<typeof outcomeNumber>) => names[outcomeNumber(...told)];

test('each status has one outcome', () => {
  const table = [200, 204, 400, 401, 403, 404, 408, 413, 429, 500, 502, 503, 504, 0].map(
    (status) => [status, outcomeOf(status, 1, 1)],
  );
  expect(Object.fromEntries(table)).toEqual({
    0: 'retry',
    200: 'done',
    204: 'done',
    400: 'drop',
    401: 'drop',
    403: 'drop',
    404: 'drop',
    408: 'retry',
    413: 'drop',
    429: 'retry',
    500: 'retry',
    502: 'retry',
    503: 'retry',
    504: 'retry',
  });
});

test('a batch that is too large is split, a message that is too large is dropped', () => {
  expect(outcomeOf(413, 2, 1)).toBe('split');
  expect(outcomeOf(413, 1, 1)).toBe('drop');
});

test('an outage has no end of tries, an error of the batch has ten', () => {
  expect([0, 408, 429, 503].map((status) => outcomeOf(status, 1, 1000))).not.toContain('drop');
  expect([500, 502, 504].map((status) => outcomeOf(status, 1, 10))).toEqual(Array(3).fill('drop'));
});

test('waiting doubles from one second to five minutes, with jitter of a half', () => {
  for (let tries = 1; tries < 2000; tries++) {
    const whole = Math.min(300_000, 1000 * 2 ** (tries - 1));
    const wait = waitMs(tries, null);
    expect(wait).toBeGreaterThanOrEqual(whole / 2);
    expect(wait).toBeLessThanOrEqual(whole);
  }
});

test('Retry-After is a least wait, of an hour at most; nonsense is passed over', () => {
  const about = (retryAfter: string) => Math.floor(waitMs(1, retryAfter) / 1000);
  expect(about('7')).toBe(7);
  expect(about('0')).toBe(0);
  const soon = new Date(Date.now() + 30_000).toUTCString();
  expect([28, 29, 30]).toContain(about(soon));
  expect(about('999999')).toBe(3600);
  for (const nonsense of ['soon', '-5', '', 'Thu, 01 Jan 2015 00:00:00 GMT']) {
    expect(waitMs(1, nonsense)).toBeLessThanOrEqual(1000);
  }
});
