import { expect, test } from 'vitest';
import { Distinct } from './distinct.ts';

test('counts are exact while they fit, and near the truth in bounded memory beyond', () => {
  const few = new Distinct(1000);
  for (let number = 0; number < 900; number++) few.add(`day ${number % 2}`, `visitor ${number}`);
  for (let number = 0; number < 900; number++) few.add(`day ${number % 2}`, `visitor ${number}`);
  expect([few.count('day 0'), few.count('day 1'), few.count('none')]).toEqual([450, 450, 0]);
  expect(few.isEstimate).toBe(false);

  const many = new Distinct(1000);
  for (let number = 0; number < 50_000; number++) {
    many.add(`day ${number % 2}`, `visitor ${number}`);
  }
  expect(many.isEstimate).toBe(true);
  // Of some 400 kept of each day; the hashes are always the same.
  for (const day of ['day 0', 'day 1']) {
    expect(Math.abs(many.count(day) - 25_000)).toBeLessThan(4_000);
  }
});
