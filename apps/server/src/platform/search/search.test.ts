import { randomUUID } from 'node:crypto';
import type { Scope } from '@footfall/contract/access';
import type { SearchHit, SearchKind } from '@footfall/contract/search';
import { expect, test } from 'vitest';
import { randomHistory, seededRandom, shuffled } from '../../testing/random-history.ts';
import { recordIn, restOf } from '../../testing/rest.ts';
import { seedsFrom } from '../../testing/rounds.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { together } from '../../testing/together.ts';
import { SearchIndexer } from './indexer.ts';
import { indexedKinds, selectSearched } from './records.ts';
import { indexPending } from './tokens.ts';
import { tokensOf } from './words.ts';

const h = await sharedHarness({ trust: 'open' });

interface Answer {
  data: SearchHit[];
  has_more: Partial<Record<SearchKind, boolean>>;
}

async function search(
  q: string,
  more: Record<string, string> = {},
  key = h.workspace.secretKey,
): Promise<Answer> {
  const query = new URLSearchParams({ q, ...more });
  const answer = await h.fetch(`/api/v1/search?${query}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answer;
}

const titles = async (q: string, more: Record<string, string> = {}, key?: string) =>
  (await search(q, more, key)).data.map(({ kind, title }) => `${kind} ${title}`);

let days = 90;
/** Of a visitor of their own each, the later the newer. */
function identifyClaim(person: object) {
  days -= 1;
  const timestamp = new Date(Date.now() - days * 86_400_000).toISOString();
  return { type: 'identify', visitor_id: randomUUID(), timestamp, ...person };
}

async function identify(person: object, key?: string): Promise<string> {
  const message = identifyClaim(person);
  await h.send(message, key);
  return message.visitor_id;
}

const visitorId = await identify({
  name: 'Ann Müller',
  email: 'am@siemens.com',
  user_id: 'crm-17',
});
await identify({ name: 'Bob Fanning', email: 'bob@gmail.com' });
await identify({ email: 'ann@gmail.com' });
const rest = restOf(h);
recordIn(await rest.post('/leads', { visitor_id: visitorId, code: 'Order-2026/77' }));

// The same is found by what waits to be indexed, and by tokens.
const cases: [string, string[]][] = [
  ['ANN', ['identity Ann Müller', 'identity ann@gmail.com', 'identity Bob Fanning']],
  ['ann muller', ['identity Ann Müller']],
  ['müller, ann', ['identity Ann Müller']],
  ['Müller siem', ['identity Ann Müller']],
  ['am@siemens.com', ['identity Ann Müller']],
  ['crm 17', ['identity Ann Müller']],
  ['gmail.c', ['identity Bob Fanning', 'identity ann@gmail.com']],
  ['order-2026', ['lead Order-2026/77']],
  ['77', ['lead Order-2026/77']],
  [visitorId.slice(0, 8), [`visitor ${visitorId}`]],
  [visitorId.toUpperCase(), [`visitor ${visitorId}`]],
  ['%', []],
  ["'; --", []],
  ['a_n', []],
  ['\\', []],
  ['*nning', ['identity Bob Fanning']],
  ['\u{1f600}', []],
];

/** Companies, and leads that messages opened, have a test of their own. */
const isOfOthers = (title: string) => /^(?:company |lead [2-9A-Z]{4}-[2-9A-Z]{4}$)/.test(title);

async function expectAll() {
  await together(cases, async ([text, expected]) => {
    const shown = await titles(text, { limit: '20' });
    expect(shown.filter((title) => !isOfOthers(title)).sort(), text).toEqual(expected.toSorted());
  });
}

test('people, leads and visitors are found at once by any part, before and after they are indexed', async () => {
  await expectAll();
  await h.settle();
  await expectAll();
  const { data } = await search('ann');
  expect(data.map(({ rank }) => rank)).toEqual(data.map(({ rank }) => rank).toSorted());
  expect(data.find(({ title }) => title === 'Bob Fanning')?.rank).toBe(3);
  const [exact] = (await search('AM@siemens.com')).data;
  expect(exact).toMatchObject({
    subtitle: 'am@siemens.com',
    matched: { field: 'email', value: 'am@siemens.com' },
    rank: 1,
  });
});

test('a company is found by name and domain, a lead by its person', async () => {
  expect(await titles('siem', { kinds: 'company' })).toEqual(['company Siemens']);
  expect(await titles('iemens', { kinds: 'company' })).toEqual(['company Siemens']);
  const { data } = await search('müller', { kinds: 'lead' });
  expect(data).toMatchObject([
    { kind: 'lead', subtitle: 'Ann Müller', matched: { field: 'name', value: 'Ann Müller' } },
  ]);
});

test('a key finds what it may read, and is refused what it may not by all names', async () => {
  const keyWith = async (...scopes: Scope[]) => (await h.newKey({ scopes })).key;
  const forLeads = await keyWith('leads:read');
  // Neither the person of a lead nor that there is one.
  expect(await titles('müller', {}, forLeads)).toEqual([]);
  const { data, has_more } = await search('order', {}, forLeads);
  expect(data).toMatchObject([
    { title: 'Order-2026/77', subtitle: expect.not.stringMatching('Ann') },
  ]);
  expect(Object.keys(has_more)).toEqual(['lead']);
  expect(await titles('siemens', {}, await keyWith('companies:read'))).toEqual(['company Siemens']);
  const ask = async (path: string, key: string) => {
    const answer = await h.fetch(`/api/v1/search?${path}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    return { status: answer.status, body: await answer.json() };
  };
  expect(await ask('q=a&kinds=lead,company,visitor', forLeads)).toMatchObject({
    status: 403,
    body: { details: { reason: 'missing_scope', scopes: ['companies:read', 'visitors:read'] } },
  });
  expect(await ask('q=a', await keyWith('conversions:read'))).toMatchObject({ status: 403 });
  const { secretKey } = h.workspace;
  for (const bad of ['q=a&kinds=people', 'q=a&limit=21', `q=${'a'.repeat(81)}`]) {
    expect(await ask(bad, secretKey), bad).toMatchObject({ status: 400 });
  }
  for (const nothing of ['', 'q=', 'q=%20', 'q=%25']) {
    expect(await ask(nothing, secretKey)).toMatchObject({ status: 200, body: { data: [] } });
  }
});

test('each kind has its own limit and shows when there is more', async () => {
  const workspace = await h.newWorkspace();
  const names = Array.from({ length: 30 }, (_, place) => `Zoe Q${String(place).padStart(2, '0')}`);
  await h.send(
    names.map((name) => identifyClaim({ name, email: `${name.replace(' ', '.')}@corp.example` })),
    workspace.productionKey,
  );
  for (const settled of [false, true]) {
    if (settled) await h.settle();
    const few = await search('zoe', { limit: '3', kinds: 'identity' }, workspace.secretKey);
    expect(few.data).toHaveLength(3);
    expect(few.has_more).toEqual({ identity: true });
    const one = await search('zoe q07', { kinds: 'identity' }, workspace.secretKey);
    expect(one.data.map(({ title }) => title)).toEqual(['Zoe Q07']);
    if (settled) expect(one.has_more).toEqual({ identity: false });
    const again = await search('zoe', { limit: '3', kinds: 'identity' }, workspace.secretKey);
    expect(again).toEqual(few);
  }
  const rare = await search('q29 zoe', { kinds: 'identity' }, workspace.secretKey);
  expect(rare.data.map(({ title }) => title)).toEqual(['Zoe Q29']);
  // Another workspace finds none of them.
  expect(await titles('zoe')).toEqual([]);
});

test('test data is found with test=true alone', async () => {
  await identify({ name: 'Tessa Trial', email: 'tessa@corp.example' }, h.workspace.developmentKey);
  for (const settled of [false, true]) {
    if (settled) await h.settle();
    expect(await titles('tessa', { kinds: 'identity' })).toEqual([]);
    expect(await titles('tessa', { kinds: 'identity', test: 'true' })).toEqual([
      'identity Tessa Trial',
    ]);
  }
});

test('renamed, suspect and removed records are found in their current state after any SQL', async () => {
  const workspace = await h.newWorkspace();
  const { secretKey: key } = workspace;
  const id = await identify(
    { name: 'Carla Old', email: 'carla@corp.example' },
    workspace.productionKey,
  );
  await h.settle();
  const rows = async (sql: 'rename' | 'remove') =>
    h.db.upkeep(
      (tx) =>
        sql === 'rename'
          ? tx`update identities set name = 'Carla Fresh' where workspace_id = ${workspace.id}`
          : tx`delete from identities where workspace_id = ${workspace.id}`,
      workspace.id,
    );
  await rows('rename');
  for (const settled of [false, true]) {
    if (settled) await h.settle();
    expect(await titles('old', {}, key)).toEqual([]);
    expect(await titles('fresh', { kinds: 'identity' }, key)).toEqual(['identity Carla Fresh']);
  }
  const made = await h.fetch('/api/v1/leads', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ visitor_id: id, code: 'Susp-1' }),
  });
  expect(made.status).toBe(201);
  await h.settle();
  expect(await titles('susp', {}, key)).toEqual(['lead Susp-1']);
  await h.db.upkeep(
    (tx) => tx`update leads set suspect = true where workspace_id = ${workspace.id}`,
    workspace.id,
  );
  for (const settled of [false, true]) {
    if (settled) await h.settle();
    expect(await titles('susp', {}, key)).toEqual([]);
  }
  await rows('remove');
  for (const settled of [false, true]) {
    if (settled) await h.settle();
    expect(await titles('carla', {}, key)).toEqual([]);
  }
  expect(
    (await tokensStored(workspace.id)).tokens.filter((token) => token.includes('carla')),
  ).toEqual([]);
});

async function tokensStored(workspaceId: string) {
  return h.db.system(async (tx) => {
    const records = await tx<{ row: string }[]>`
      select concat_ws('|', kind, id, is_test, t.token) as row
      from search_records cross join lateral unnest(string_to_array(tokens, E'\n')) t (token)
      where workspace_id = ${workspaceId}`;
    const tokens = await tx<{ row: string }[]>`
      select concat_ws('|', kind, id, is_test, token) as row from search_tokens
      where workspace_id = ${workspaceId}`;
    const textOf = (rows: { row: string }[]) => rows.map(({ row }) => row).sort();
    return { records: textOf(records), tokens: textOf(tokens) };
  });
}

async function tokensRecounted(workspaceId: string): Promise<string[]> {
  const tables = { identity: 'identities', company: 'companies', lead: 'leads' };
  return h.db.system(async (tx) => {
    const rows: string[] = [];
    for (const kind of indexedKinds) {
      const ids = await tx<{ id: string }[]>`
        select id from ${tx(tables[kind])} where workspace_id = ${workspaceId}`;
      const wanted = { [kind]: ids.map(({ id }) => id) };
      const records = await selectSearched(tx, workspaceId, wanted);
      for (const { id, isTest, fields } of records[kind]) {
        rows.push(
          ...tokensOf(fields).map((token) => [kind, id, isTest ? 't' : 'f', token].join('|')),
        );
      }
    }
    return rows.sort();
  });
}

test.each(seedsFrom(1))(
  'after a random history, out of order, the tokens are those of a recount (%i)',
  async (seed) => {
    for (const trust of ['open', 'balanced'] as const) {
      const workspace = await h.newWorkspace('Random', { trust });
      const random = seededRandom(seed * 31);
      const history = shuffled(randomHistory(seed, 50, Date.now() - 3_600_000), random);
      for (let from = 0; from < history.length; ) {
        const size = 1 + Math.floor(random() * 20);
        const key = random() < 0.2 ? workspace.developmentKey : workspace.productionKey;
        await h.send(history.slice(from, from + size), key);
        from += size;
        if (random() < 0.3) await h.settle();
      }
      await h.settle();
      const { records, tokens } = await tokensStored(workspace.id);
      const recounted = await tokensRecounted(workspace.id);
      expect(recounted.length).toBeGreaterThan(20);
      expect(tokens).toEqual(recounted);
      expect(records).toEqual(recounted);
    }
  },
);

test('several processes at once leave the tokens of a recount', async () => {
  const workspace = await h.newWorkspace();
  await identify({ name: 'Dora Start', email: 'dora@corp.example' }, workspace.productionKey);
  await h.settle();
  const rename = (place: number) =>
    h.db.upkeep(
      (tx) =>
        tx`update identities set name = ${`Dora N${place}`} where workspace_id = ${workspace.id}`,
      workspace.id,
    );
  const others = [1, 2].map(
    () => new SearchIndexer(h.db, (error) => expect(error).toBe(undefined)),
  );
  for (const other of others) other.start();
  for (let place = 0; place < 15; place++) await rename(place);
  await Promise.all(others.map((other) => other.stop()));
  await h.settle();
  expect((await tokensStored(workspace.id)).tokens).toEqual(await tokensRecounted(workspace.id));
  expect(await titles('dora n14', { kinds: 'identity' }, workspace.secretKey)).toEqual([
    'identity Dora N14',
  ]);
});

test('the newest are indexed first, also where the numbers of transactions have one digit more', async () => {
  const { id } = await h.newWorkspace();
  const left = await h.db.workspace(id, async (tx) => {
    await tx`
      insert into search_pending (workspace_id, xact, kind, id)
      select ${id}, xact, 'lead', gen_random_uuid() from (values (99), (100)) as t (xact), generate_series(1, 30)`;
    await indexPending(tx, id, 40);
    return tx`
      delete from search_pending where workspace_id = ${id} returning xact::integer as xact`;
  });
  expect(left.map(({ xact }) => xact)).toEqual(Array.from({ length: 20 }, () => 99));
});
