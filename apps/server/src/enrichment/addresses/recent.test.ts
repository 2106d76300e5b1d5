import { expect, test } from 'vitest';
import { Recent } from './recent.ts';

test('what is asked for again and again is remembered while others come and go', () => {
  const recent = new Recent<number>(10);
  recent.set('kept', -1);
  for (let count = 0; count < 1000; count += 1) {
    recent.set(`other ${count}`, count);
    expect(recent.get('kept')).toBe(-1);
  }
  expect(recent.get('other 0')).toBeUndefined();
  expect(recent.get('other 999')).toBe(999);
});

test('no more than twice its size is held', () => {
  const recent = new Recent<number>(10);
  for (let count = 0; count < 1000; count += 1) recent.set(`${count}`, count);
  const held = Array.from({ length: 1000 }, (_, count) => recent.get(`${count}`)).filter(
    (value) => value !== undefined,
  );
  expect(held.length).toBeGreaterThanOrEqual(10);
  expect(held.length).toBeLessThanOrEqual(20);
});
