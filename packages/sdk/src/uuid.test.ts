import { expect, test } from 'vitest';
import { uuid } from './uuid.ts';

test('ids are UUIDv7, lie in order of time, and do not repeat', () => {
  const ids = Array.from({ length: 5000 }, (_, index) => uuid(1_700_000_000_000 + index));
  for (const id of ids) {
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  }
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(Array.from({ length: 5000 }, () => uuid(0))).size).toBe(5000);
  expect(Number.parseInt(uuid(1_700_000_000_000).replaceAll('-', '').slice(0, 12), 16)).toBe(
    1_700_000_000_000,
  );
});
