import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { databaseLocks, lockClasses } from './lock-classes.ts';
import { migrationsFolder } from './migrate.ts';

test('no two advisory locks are one', () => {
  for (const locks of [lockClasses, databaseLocks]) {
    const numbers = Object.values(locks);
    expect(new Set(numbers).size).toBe(numbers.length);
  }
});

test('the database takes none by itself', async () => {
  const schema = await readFile(`${migrationsFolder}/schema.sql`, 'utf8');
  expect(schema).not.toMatch(/pg_(?:try_)?advisory/);
});
