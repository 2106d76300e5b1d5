import { expect, test } from 'vitest';
import { migrationComments } from './migration-comments.ts';

test('a comment above or behind a table, a column or an index describes it', () => {
  const first = `-- About the whole file.

-- What visits are,
-- in two lines.
create table visits (
  id uuid not null,
  kind text not null,                 -- one of two; never both
  -- Since it began,
  ended_at timestamptz                -- in UTC
);
-- For lists.
create unique index visits_newest
  on visits (ended_at);
-- Not about the table.
insert into visits select 1;
`;
  const second = `-- Why it is changed.
alter table visits
  -- The first one.
  add column page text,
  add column last text;
-- Found by kind.
create index visits_kind on visits (kind);
`;
  expect(Object.fromEntries(migrationComments([first, second]))).toEqual({
    visits: ['What visits are,', 'in two lines.'],
    'visits.kind': ['one of two; never both'],
    'visits.ended_at': ['Since it began,', 'in UTC'],
    visits_newest: ['For lists.'],
    'visits.page': ['The first one.'],
    visits_kind: ['Found by kind.'],
  });
});

test('a later migration knows better', () => {
  const comments = migrationComments([
    'create table visits (\n  kind text -- as it was\n);\n',
    'alter table visits\n  -- as it is\n  add column kind text;\n',
  ]);
  expect(comments.get('visits.kind')).toEqual(['as it is']);
});
