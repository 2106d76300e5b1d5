import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { IdFilter } from './id-filter.ts';
import { timedId } from './ids.ts';

const made = [randomUUID, uuidv7, () => timedId(0, randomUUID())];
const some = (count: number) => made.flatMap((make) => Array.from({ length: count }, make));

test('every id that was added may be there, in whichever case it is asked for', () => {
  const filter = new IdFilter();
  const ids = some(2_000);
  for (const id of ids) filter.add(id);
  expect(ids.filter((id) => !filter.mayHave(id))).toEqual([]);
  expect(ids.filter((id) => !filter.mayHave(id.toUpperCase()))).toEqual([]);
});

test('hardly any other may be', () => {
  const filter = new IdFilter();
  for (const id of some(1_000)) filter.add(id);
  const others = some(20_000).filter((id) => filter.mayHave(id));
  expect(others.length).toBeLessThan(30);
});
