/* Databases of before 0001_baseline.sql: those that have all of what it stands for go on, and no others. */
import postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { emptyDatabase } from '../../testing/database.ts';
import { listMigrations, migrate } from './migrate.ts';
import { schemaText } from './schema-dump.ts';

/** With the tables of the baseline, noted as these migrations. */
async function formerDatabase(names: string[]) {
  const url = await emptyDatabase();
  await migrate(url, ({ version }) => version === 1);
  const owner = postgres(url, { max: 1, onnotice: () => undefined });
  onTestFinished(() => owner.end());
  await owner`delete from schema_migrations`;
  for (const name of names) {
    const version = Number(name.slice(0, 4));
    await owner`insert into schema_migrations (version, name) values (${version}, ${name})`;
  }
  const noted = () =>
    owner<{ name: string }[]>`select name from schema_migrations order by version`;
  return { url, owner, noted: async () => (await noted()).map(({ name }) => name) };
}

const nameOf = (version: number) => `${String(version).padStart(4, '0')}_former.sql`;
/** As many as there were. */
const all = [
  ...Array.from({ length: 77 }, (_, place) => nameOf(place + 1)),
  '0146_closed_workspaces.sql',
];

test('a database with all former migrations starts and has the tables of a new one', async () => {
  const { url, owner, noted } = await formerDatabase(all);
  // What it has of cells, and what later versions do not know.
  await owner.unsafe(`
    create table workspace_places (workspace_id uuid primary key, cell text, moving_to text, left_behind text);
    create table touches (workspace_id uuid primary key)`);
  const names = (await listMigrations()).map(({ name }) => name);
  expect(await migrate(url)).toEqual(names.slice(1));
  expect(await noted()).toEqual(names);
  expect(await migrate(url)).toEqual([]);
  const fresh = await emptyDatabase();
  await migrate(fresh);
  expect(await schemaText(url)).toBe(await schemaText(fresh));
});

test.each([
  ['the last is missing', all.slice(0, -1)],
  ['one before is missing', all.slice(1)],
])(
  'a database in which %s gets the version to start first and stays unchanged',
  async (_what, names) => {
    const { url, noted } = await formerDatabase(names);
    await expect(migrate(url)).rejects.toThrow(
      /too old .* First start the last version of Footfall 0\.1 .*0146_closed/,
    );
    expect(await noted()).toEqual(names);
  },
);

test('a database with workspaces in cells is refused in words', async () => {
  const { url, owner } = await formerDatabase(all);
  await owner.unsafe(`
    create table workspace_places (workspace_id uuid primary key, cell text, moving_to text, left_behind text);
    insert into workspace_places values (gen_random_uuid(), 'eu', null, null)`);
  await expect(migrate(url)).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringContaining('./footfall cells move WORKSPACE home'),
  });
});
