import { expect, test } from 'vitest';
import { RecentEntries } from './recent-entries.ts';

test('entries in use stay while others are dropped', () => {
  const recent = new RecentEntries<number>(10);
  recent.set('kept', -1);
  for (let count = 0; count < 1000; count += 1) {
    recent.set(`other ${count}`, count);
    expect(recent.get('kept')).toBe(-1);
  }
  expect(recent.get('other 0')).toBeUndefined();
  expect(recent.get('other 999')).toBe(999);
});

test('it keeps at most twice its size', () => {
  const recent = new RecentEntries<number>(10);
  for (let count = 0; count < 1000; count += 1) recent.set(`${count}`, count);
  const kept = Array.from({ length: 1000 }, (_, count) => recent.get(`${count}`)).filter(
    (value) => value !== undefined,
  );
  expect(kept.length).toBeGreaterThanOrEqual(10);
  expect(kept.length).toBeLessThanOrEqual(20);
});

test('the latest value holds, also when an older one is remembered', () => {
  const recent = new RecentEntries<string>(2);
  recent.set('a', 'old');
  recent.set('b', 'x');
  recent.set('c', 'x');
  recent.set('a', 'new');
  expect(recent.get('a')).toBe('new');
  recent.set('d', 'x');
  expect(recent.get('a')).toBe('new');
});

test('a deleted entry is gone, however old; a missing value can be cached', () => {
  const recent = new RecentEntries<number | null>(2);
  for (const key of ['a', 'b', 'c', 'd']) recent.set(key, null);
  expect(recent.get('a')).toBeNull();
  recent.delete('a');
  recent.delete('d');
  expect(['a', 'b', 'c', 'd'].map((key) => recent.get(key))).toEqual([
    undefined,
    undefined,
    null,
    undefined,
  ]);
  recent.clear();
  expect(recent.get('c')).toBeUndefined();
});
