/* Every table has a rule for erasures. */
import { expect, test } from 'vitest';
import { personReferences } from '../../identity/making/person-references.ts';
import { startHarness } from '../../testing/harness.ts';
import { tableRules } from './table-rules.ts';

const h = await startHarness();

test('each table of the catalogue has a rule, and no other', async () => {
  const tables = await h.db.system(
    (tx) => tx<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`,
  );
  expect(Object.keys(tableRules).sort()).toEqual(tables.map(({ name }) => name));
});

test('of what hangs on a person nothing is kept', () => {
  const tables = new Set(personReferences.map(({ table }) => table));
  expect([...tables].filter((table) => 'kept' in (tableRules[table] ?? {}))).toEqual([]);
});
