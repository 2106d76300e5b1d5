/* 0164_plain_names.sql: what earlier versions stored by former names is read by the names of today. */
import { randomUUID } from 'node:crypto';
import { readFilterText } from '@footfall/contract/filter-text';
import { suggestionReasons } from '@footfall/contract/reasons';
import postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { emptyDatabase } from '../../testing/database.ts';
import { migrate } from './migrate.ts';

const version = 164;
const workspaceId = randomUUID();

/** Of conversions, before and after. */
const filters = {
  'right = signed': 'verification_level = signed',
  'right=signed OR -right:api': 'verification_level=signed OR -verification_level:api',
  'NOT (right != "public" AND conversion.value > 3)':
    'NOT (verification_level != "public" AND conversion.value > 3)',
  'right IN (signed, api) and name in (right, left)':
    'verification_level IN (signed, api) and name in (right, left)',
  'name = right AND right = api': 'name = right AND verification_level = api',
  'name = "right = signed" AND right : *': 'name = "right = signed" AND verification_level : *',
  "name = 'it\\'s right = x' OR right = api":
    "name = 'it\\'s right = x' OR verification_level = api",
  'name = "a \\" right = b" AND right = api':
    'name = "a \\" right = b" AND verification_level = api',
  'properties.right = 1 AND identity.traits.right = 2':
    'properties.right = 1 AND identity.traits.right = 2',
  'code = a?right=5 AND code in (b, right=5)': 'code = a?right=5 AND code in (b, right=5)',
  'identity.conversion.right = api AND conversion.right = device AND lead.properties.conversion.right = 1':
    'identity.conversion.verification_level = api AND conversion.verification_level = device AND lead.properties.conversion.right = 1',
  'did("purchase", properties.right = 1, conversion.right = api, at least 2, within 30d)':
    'did("purchase", properties.right = 1, conversion.verification_level = api, at least 2, within 30d)',
  'rights = 1 AND bright = 2 AND höright = 3': 'rights = 1 AND bright = 2 AND höright = 3',
  '{"and":[{"field":"right","op":"=","value":"right"},{"field" : "conversion.right","op":"=","value":"\\"field\\":\\"right\\""}]}':
    '{"and":[{"field":"verification_level","op":"=","value":"right"},{"field" : "conversion.verification_level","op":"=","value":"\\"field\\":\\"right\\""}]}',
  '': '',
};

const reasons = {
  'somebody with a stronger right, or who was first, says otherwise': 'outranked',
  'a signed conversion has the same external_id': 'outranked_conversion',
  'another conversion with the same external_id came before': 'later_conversion',
  'the workspace follows no names but proved ones': 'not_proved',
  '200 other visitors gave it before, so that nobody is believed without a proof': 'crowded',
  'a person has at most 512 traits of 32768 bytes together': 'too_many_traits',
  'a person can have at most 512 traits and 32768 bytes of traits': 'too_many_traits',
  'it may correct an address, but belongs to somebody who is known already': 'known_address',
  'the person already has many email addresses': 'many_addresses',
  'the address belongs to another account': 'foreign_address',
  'two people are not joined by anybody': 'no_join',
  'the person has another user_id': 'other_user_id',
  'the user_id belongs to a different person': 'foreign_user_id',
  'the day had no more new people or leads to give': 'quota',
  'user_id: "undefined" is a placeholder, which names nobody': 'placeholder',
  no_join: 'no_join',
  'in other words': 'other',
};

const listFilter = {
  and: [
    { field: 'conversion.right', op: 'in', value: ['right', '"field": "right"'] },
    { did: 'x', where: { field: 'properties.right', op: '=', value: 'right' } },
  ],
};

const answer = (field: string) =>
  `{"data":{"dry_run":false,"${field}":"01","moved":{"correction_id":1}}}`;
/** Of a lead that has such a property. */
const otherAnswer = '{"data":{"id":"01","properties":{"correction_id":1}}}';

/** With all of this stored, and then brought to this version. */
async function upgradedDatabase(): Promise<postgres.Sql> {
  const url = await emptyDatabase();
  await migrate(url, (migration) => migration.version < version);
  const owner = postgres(url, { max: 1, onnotice: () => undefined });
  onTestFinished(() => owner.end());
  for (const filter of Object.keys(filters)) {
    await owner`
      insert into saved_views (workspace_id, id, page, name, filter, sort, columns, range, test, shared)
      values (${workspaceId}, gen_random_uuid(), 'conversions', ${filter}, ${filter}, '', '{name,right,created}', '', false, false)`;
  }
  for (const query of [
    { since: '2026-05-01', until: '2026-06-01', filter: 'conversion.right = api' },
    { days: 30, filter: 'country = "right"' },
  ]) {
    await owner`
      insert into shares (workspace_id, id, token_hash, page, name, query, reveals)
      values (${workspaceId}, gen_random_uuid(), '', 'overview', '', ${owner.json(query)}, '{}')`;
  }
  await owner`
    insert into visitor_lists (workspace_id, id, name, description, color, of, filter)
    values (${workspaceId}, gen_random_uuid(), '', '', '#000000', 'visitors', ${owner.json(listFilter)}),
           (${workspaceId}, gen_random_uuid(), '', '', '#000000', null, null)`;
  for (const reason of Object.keys(reasons)) {
    await owner`
      insert into suggestions (workspace_id, id, is_test, visitor_id, event_id, kind, value, reason, by_right, created_at)
      values (${workspaceId}, gen_random_uuid(), false, gen_random_uuid(), gen_random_uuid(), ${reason}, '{}', ${reason}, 'public', now())`;
  }
  for (const text of [answer('correction_id'), otherAnswer]) {
    await owner`
      insert into idempotent_answers (workspace_id, actor_id, idempotency_key, request_hash, answer)
      values (${workspaceId}, gen_random_uuid(), ${text}, '', ${text})`;
  }
  await migrate(url);
  return owner;
}

test('what is stored by former names goes on by those of today', async () => {
  const owner = await upgradedDatabase();
  await expectFilters(owner);
  await expectShares(owner);
  await expectLists(owner);
  await expectSuggestions(owner);
  await expectAnswers(owner);
});

/** Nothing but the name is changed in them. */
async function expectFilters(owner: postgres.Sql): Promise<void> {
  const rows = await owner<{ before: string; filter: string; columns: string[] }[]>`
    select name as before, filter, columns from saved_views`;
  expect(Object.fromEntries(rows.map(({ before, filter }) => [before, filter]))).toEqual(filters);
  for (const { columns } of rows)
    expect(columns).toEqual(['name', 'verification_level', 'created']);
  for (const filter of Object.values(filters)) {
    if (filter !== '' && !filter.startsWith('{')) readFilterText(filter);
  }
}

async function expectShares(owner: postgres.Sql): Promise<void> {
  const rows = await owner<{ query: object }[]>`select query from shares order by query ? 'days'`;
  expect(rows.map(({ query }) => query)).toEqual([
    { from: '2026-05-01', to: '2026-06-01', filter: 'conversion.verification_level = api' },
    { days: 30, filter: 'country = "right"' },
  ]);
}

async function expectLists(owner: postgres.Sql): Promise<void> {
  const rows = await owner<
    { filter: object | null }[]
  >`select filter from visitor_lists order by of`;
  const [condition, did] = listFilter.and;
  expect(rows.map(({ filter }) => filter)).toEqual([
    { and: [{ ...condition, field: 'conversion.verification_level' }, did] },
    null,
  ]);
}

async function expectSuggestions(owner: postgres.Sql): Promise<void> {
  const rows = await owner<
    { kind: string; reason: string }[]
  >`select kind, reason from suggestions`;
  expect(Object.fromEntries(rows.map(({ kind, reason }) => [kind, reason]))).toEqual(reasons);
  // All there are.
  expect(new Set(Object.values(reasons))).toEqual(new Set(suggestionReasons));
}

async function expectAnswers(owner: postgres.Sql): Promise<void> {
  const rows = await owner<{ answer: string }[]>`
    select answer from idempotent_answers order by answer like '%dry_run%' desc`;
  expect(rows.map((row) => row.answer)).toEqual([answer('identity_override_id'), otherAnswer]);
}
