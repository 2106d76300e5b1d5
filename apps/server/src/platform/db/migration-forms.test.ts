/* What a Citus cluster refuses of tables that are distributed: a migration says it otherwise (decision 0115). */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { listMigrations, migrationsFolder } from './migrate.ts';
import { sqlStatements } from './sql-statements.ts';

const refused = [
  { form: /^drop index [^,]*\n,/, cure: 'one drop index for each' },
  { form: /^alter table .* rename constraint /, cure: 'alter index … rename, or drop and add it' },
  {
    form: /^alter table .*\badd (?:constraint|check|unique|primary key|foreign key|exclude)\b.*\n,|^alter table .*\n,.*\badd (?:constraint|check|unique|primary key|foreign key|exclude)\b/s,
    cure: 'a constraint is added by a statement of its own',
  },
  {
    form: /^alter table .*\badd (?:check|unique|primary key|foreign key|exclude)\b/s,
    cure: 'a constraint that is added has a name',
  },
];

/** Without comments, texts and bodies of functions; a comma outside of brackets begins a line. */
function formOf(statement: string): string {
  const bare = statement
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\$(\w*)\$.*?\$\1\$|'[^']*'/gs, "''");
  let depth = 0;
  return [...bare.trim().replaceAll(/\s+/g, ' ')]
    .map((sign) => {
      if (sign === '(') depth += 1;
      if (sign === ')') depth -= 1;
      return sign === ',' && depth === 0 ? '\n,' : sign;
    })
    .join('');
}

function faultsIn(text: string): string[] {
  const forms = sqlStatements(text).map(formOf);
  return forms.flatMap((shape) =>
    refused.filter(({ form }) => form.test(shape)).map(({ cure }) => cure),
  );
}

test.each([
  ['drop index a, b;', 'one drop index for each'],
  ['-- Why.\nalter table a rename constraint b to c;', 'alter index … rename, or drop and add it'],
  [
    "alter table a\n  add constraint b check (c in ('x', 'y')),\n  drop column d;",
    'a constraint is added by a statement of its own',
  ],
  [
    'alter table a drop column d, add constraint b unique (x);',
    'a constraint is added by a statement of its own',
  ],
  ['alter table a add check (c > 0);', 'a constraint that is added has a name'],
])('%s is refused', (text, cure) => {
  expect(faultsIn(text)).toEqual([cure]);
});

test('statements are split at their ends, whatever quotes they contain', () => {
  const text = "-- One; two.\nselect ';';\ndo $x$ begin; end $x$; /* a; b */ select 1; -- over\n";
  expect(sqlStatements(text)).toEqual([
    "-- One; two.\nselect ';';",
    'do $x$ begin; end $x$;',
    '/* a; b */ select 1;',
  ]);
});

test('no migration uses a statement that Citus refuses on existing tables', async () => {
  for (const { version, name } of await listMigrations()) {
    // The baseline finds none.
    if (version === 1) continue;
    const text = await readFile(`${migrationsFolder}${name}`, 'utf8');
    expect([name, faultsIn(text)]).toEqual([name, []]);
  }
});
