import { expect, test } from 'vitest';
import { isTriedAgain, waitMs } from './retry.ts';

test('each status is tried again or not', () => {
  const statuses = [200, 204, 400, 401, 403, 404, 408, 413, 429, 500, 502, 503, 504, 0];
  expect(statuses.filter((status) => isTriedAgain(status, 1))).toEqual([
    408, 429, 500, 502, 503, 504, 0,
  ]);
});

test('an outage has no end of tries, an error of the batch has ten', () => {
  expect([0, 408, 429, 503].every((status) => isTriedAgain(status, 1000))).toBe(true);
  expect([500, 502, 504].map((status) => isTriedAgain(status, 9))).toEqual(Array(3).fill(true));
  expect([500, 502, 504].map((status) => isTriedAgain(status, 10))).toEqual(Array(3).fill(false));
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
