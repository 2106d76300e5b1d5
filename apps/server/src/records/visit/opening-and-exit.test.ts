/* What opens a session and what it is left by is the same in SQL as here. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Column, columnValues, unnestClause } from '../../platform/db/columns.ts';
import { seededRandom } from '../../testing/random-history.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { greaterBot, greaterBotInSql } from './bot-of.ts';
import {
  exitColumns,
  leavesAfter,
  leavesAfterInSql,
  never,
  openingColumns,
  opensBefore,
  opensBeforeInSql,
  opensThoughLater,
} from './opening-and-exit.ts';

const h = await sharedHarness();

const random = seededRandom(8);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const ids = Array.from({ length: 4 }, () => randomUUID());
// Both spellings of one moment, and its neighbours by a microsecond.
const times = [
  '2026-05-01T10:00:00.000Z',
  '2026-05-01T10:00:00.000000Z',
  '2026-05-01T10:00:00.000001Z',
  '2026-05-01T09:59:59.999999Z',
  '2026-05-01T10:00:00.001Z',
];

interface Candidate {
  named: boolean;
  entryUrl: string;
  openingAt: string;
  firstEventId: string;
  exitUrl: string;
  exitAt: string;
  exitEventId: string;
  bot: string;
}

function candidate(): Candidate {
  const [at, id, url] = [pick(times), pick(ids), pick(['', 'https://a.example/'])];
  return {
    named: pick([true, false]),
    entryUrl: url,
    openingAt: at,
    firstEventId: id,
    exitUrl: url,
    exitAt: url === '' ? never : at,
    exitEventId: id,
    bot: pick(['', '{"name":"Bot"}', '{"name":"bot"}', '{"name":"Ärzte"}', '{"name":"_"}', '{}']),
  };
}

const columns: Column<Candidate>[] = [
  { name: 'named', type: 'boolean', value: ({ named }) => named },
  { name: 'entry_url', type: 'text', value: ({ entryUrl }) => entryUrl },
  { name: 'opening_at', type: 'timestamptz', value: ({ openingAt }) => openingAt },
  { name: 'first_event_id', type: 'uuid', value: ({ firstEventId }) => firstEventId },
  { name: 'exit_url', type: 'text', value: ({ exitUrl }) => exitUrl },
  { name: 'exit_at', type: 'timestamptz', value: ({ exitAt }) => exitAt },
  { name: 'exit_event_id', type: 'uuid', value: ({ exitEventId }) => exitEventId },
  { name: 'bot', type: 'text', value: ({ bot }) => bot },
];

/** What PostgreSQL says of each of the pairs, whose rows are `a` and `b`. */
async function inSql(expression: string, pairs: [Candidate, Candidate][]): Promise<unknown[]> {
  const side = (name: string, first: number) => `
    (select t.*, row_number() over () as place from ${unnestClause(columns, first)}) ${name}`;
  const rows = await h.db.system((tx) =>
    tx.unsafe<{ value: unknown }[]>(
      `select ${expression} as value from ${side('a', 1)} join ${side('b', 1 + columns.length)}
         using (place) order by place`,
      [0, 1].flatMap((of) =>
        columnValues(
          columns,
          pairs.map((pair) => pair[of] as Candidate),
        ),
      ),
    ),
  );
  return rows.map(({ value }) => value);
}

const pairs = Array.from({ length: 3_000 }, (): [Candidate, Candidate] => [
  candidate(),
  candidate(),
]);

test('what opens a session', async () => {
  const opens = pairs.map(([a, b]) => opensBefore(a, b));
  expect(new Set(opens)).toEqual(new Set([true, false]));
  const sql = opensBeforeInSql(openingColumns('a'), openingColumns('b'));
  expect(await inSql(sql, pairs)).toEqual(opens);
});

test('what a session is left by', async () => {
  const leaves = pairs.map(([a, b]) => leavesAfter(a, b));
  expect(new Set(leaves)).toEqual(new Set([true, false]));
  const sql = leavesAfterInSql(exitColumns('a'), exitColumns('b'));
  expect(await inSql(sql, pairs)).toEqual(leaves);
});

test('which mark of a bot is kept', async () => {
  const sql = greaterBotInSql('a.bot', 'b.bot');
  expect(await inSql(sql, pairs)).toEqual(pairs.map(([a, b]) => greaterBot(a.bot, b.bot)));
});

test('a message that is known to be later opens a session as if its time were compared', () => {
  for (const [a, b] of pairs) {
    const later = { ...a, openingAt: '2026-05-01T10:00:01.000Z' };
    expect(opensThoughLater(a, b)).toBe(opensBefore(later, b));
  }
});

test('a name comes before a page, a page before time, and time before the id', () => {
  const [lower, higher] = ids.toSorted() as [string, string];
  const [early, late] = ['2026-05-01T10:00:00.000Z', '2026-05-01T10:00:00.000001Z'];
  const first = { named: true, entryUrl: 'a', openingAt: early, firstEventId: lower };
  const inOrder = [
    first,
    { ...first, firstEventId: higher },
    { ...first, openingAt: late },
    { ...first, entryUrl: '' },
    { ...first, named: false },
  ];
  for (const [place, own] of inOrder.entries()) {
    for (const [otherPlace, other] of inOrder.entries()) {
      expect(opensBefore(own, other)).toBe(place < otherPlace);
    }
  }
});
