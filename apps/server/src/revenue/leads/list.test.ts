import { randomUUID } from 'node:crypto';
import { checkFilter } from '@footfall/contract/filter-check';
import { expect, test } from 'vitest';
import type { Tx } from '../../platform/db/connect.ts';
import { orderedPageOf } from '../../platform/resource-kit/paging.ts';
import { startHarness } from '../../testing/harness.ts';
import { faultsIn, pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { rowsReadBy } from '../../testing/tables.ts';
import { listLeads } from './store.ts';

const h = await startHarness();
const rest = restOf(h);

interface Seed {
  code: string;
  source: string;
  /** As PostgreSQL reads it. */
  createdAt: string;
}

/** Each test sees the leads that it made, in a workspace of its own. */
async function leadsAt(seeds: Seed[]) {
  const workspace = await h.newWorkspace();
  const own = restOf(h, workspace.secretKey);
  const ids: string[] = [];
  for (const { code, source, createdAt } of seeds) {
    const { id } = recordIn(await own.post('/leads', { code, source }));
    await h.db.upkeep(
      (tx) => tx`update leads set created_at = ${createdAt}::text::timestamptz where id = ${id}`,
      workspace.id,
    );
    ids.push(id);
  }
  const find = async (query: Record<string, string>) => {
    const page = pageIn(await own.get(`/leads?${new URLSearchParams(query)}`));
    expect(page.pagination.total).toBe(page.data.length);
    return page.data.map(({ code }) => code);
  };
  return { own, ids, find, workspace };
}

const micros = (last: string) => `2026-05-04T12:00:00.00000${last}Z`;
const threeMoments = ['1', '2', '3'].map((last) => ({
  code: last,
  source: 'website',
  createdAt: micros(last),
}));

test('leads come newest first, those of the same moment by id, latest first', async () => {
  const same = { source: 'x', createdAt: '2026-05-04T12:00:00Z' };
  const { own, ids } = await leadsAt([
    { code: 'a', ...same },
    { code: 'old', source: 'x', createdAt: '2026-05-03T12:00:00Z' },
    { code: 'b', ...same },
    { code: 'new', source: 'x', createdAt: '2026-05-04T12:00:00.000001Z' },
    { code: 'c', ...same },
  ]);
  const { data } = pageIn(await own.get('/leads'));
  expect(data.map(({ code }) => code)).toEqual(['new', 'c', 'b', 'a', 'old']);
  const sameIds = data.slice(1, 4).map(({ id }) => id);
  expect(sameIds).toEqual(sameIds.toSorted().toReversed());
  expect(data.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
});

test('without limit and offset the page is the newest 50, and the total is that of all', async () => {
  const { own, workspace } = await leadsAt([]);
  await h.db.workspace(
    workspace.id,
    (tx) => tx`
      insert into leads (workspace_id, id, is_test, visitor_id, code, source, opened_by, created_at, updated_at)
      select ${workspace.id}, gen_random_uuid(), false, gen_random_uuid(), 'n' || n, 'bulk', 'api', at, at
      from generate_series(1, 230) n, lateral (select timestamptz '2026-05-04' + n * interval '1 second' as at) t`,
  );
  const first = pageIn(await own.get('/leads'));
  expect(first.pagination).toEqual({ limit: 50, offset: 0, total: 230 });
  expect(first.data.map(({ code }) => code)).toEqual(
    Array.from({ length: 50 }, (_, place) => `n${230 - place}`),
  );
  const last = pageIn(await own.get('/leads?limit=100&offset=200'));
  expect(last.data).toHaveLength(30);
  expect(last.pagination).toEqual({ limit: 100, offset: 200, total: 230 });
  for (const offset of [230, 231, 1_000_000]) {
    const past = pageIn(await own.get(`/leads?offset=${offset}&source=bulk`));
    expect(past).toEqual({ data: [], pagination: { limit: 50, offset, total: 230 } });
  }
});

test('source and code match whole, in their own case, and no character is special', async () => {
  const codes = ['A-1', 'a-1', 'A-10', 'A_1', 'A%', '%', '_', '\\', "'", '', 'ä', '🦊 +&=#'];
  const { find, own } = await leadsAt(
    codes.map((code) => ({ code: code || 'e', source: code, createdAt: micros('1') })),
  );
  for (const code of codes) {
    expect(await find({ source: code })).toEqual([code || 'e']);
    if (code) expect(await find({ code })).toEqual([code]);
  }
  expect(await find({ code: 'A' })).toEqual([]);
  expect(await find({ code: '' })).toEqual([]);
  expect(pageIn(await own.get('/leads')).pagination.total).toBe(codes.length);
});

test('NUL and bytes that are no UTF-8 in a filter do no harm', async () => {
  const { own } = await leadsAt([{ code: 'AB', source: 'x', createdAt: micros('1') }]);
  expect(pageIn(await own.get('/leads?code=A%00B')).data).toHaveLength(1);
  for (const query of ['code=%ff', 'code=%', 'code=%zz', 'code=%ed%a0%80', 'source=%c0%80']) {
    expect(pageIn(await own.get(`/leads?${query}`)).data, query).toEqual([]);
  }
});

test('created_after and created_before are exclusive, to the microsecond', async () => {
  const { find } = await leadsAt(threeMoments);
  expect(await find({ created_after: micros('2') })).toEqual(['3']);
  expect(await find({ created_before: micros('2') })).toEqual(['1']);
  expect(await find({ created_after: micros('1'), created_before: micros('3') })).toEqual(['2']);
  expect(await find({ created_after: micros('2'), created_before: micros('2') })).toEqual([]);
  expect(await find({ created_after: micros('3'), created_before: micros('1') })).toEqual([]);
});

test.each([
  ['another offset', '2026-05-04T14:30:00.000002+02:30'],
  ['a negative offset', '2026-05-04T05:00:00.000002-07:00'],
  ['an offset without colon', '2026-05-04T14:00:00.000002+0200'],
  ['an offset of hours', '2026-05-04T14:00:00.000002+02'],
  ['small letters', '2026-05-04t12:00:00.000002z'],
  ['no offset, which is UTC', '2026-05-04T12:00:00.000002'],
  ['a comma', '2026-05-04T12:00:00,000002Z'],
  ['a plus sign that was not encoded', '2026-05-04T14:00:00.000002 02:00'],
])('an instant may be written with %s', async (_what, instant) => {
  const { find } = await leadsAt(threeMoments);
  expect(await find({ created_after: instant })).toEqual(['3']);
  expect(await find({ created_before: instant })).toEqual(['1']);
});

test('a date is its midnight in UTC', async () => {
  const { find } = await leadsAt([
    { code: 'before', source: 'x', createdAt: '2026-05-03T23:59:59.999999Z' },
    { code: 'at', source: 'x', createdAt: '2026-05-04T00:00:00Z' },
    { code: 'after', source: 'x', createdAt: '2026-05-04T00:00:00.000001Z' },
  ]);
  expect(await find({ created_after: '2026-05-04' })).toEqual(['after']);
  expect(await find({ created_before: '2026-05-04' })).toEqual(['before']);
});

test('an instant is truncated to microseconds', async () => {
  const { find } = await leadsAt(threeMoments);
  expect(await find({ created_after: '2026-05-04T12:00:00.000002999Z' })).toEqual(['3']);
  expect(await find({ created_before: '2026-05-04T12:00:00.000002999Z' })).toEqual(['1']);
});

test.each([
  ...['', 'now', 'infinity', 'yesterday', '2026', '2026-05', '2026-13-01', '2026-02-30', '1e12'],
  ...['2026-05-04T25:00:00Z', '2026-05-04T12:60:00Z', '2026-05-04T12:00:00+99:99', '1777894200'],
  ...['1969-12-31', '0000-01-01', '0070-01-01', '0099-12-31T00:00:00Z', '+275760-09-13'],
  ...['2026-05-04T12:00:00Z; drop table leads', '2026050', '2026-W19-1', '2026-05-04T'],
])('%o is no instant', async (text) => {
  for (const name of ['created_after', 'created_before']) {
    const answer = await rest.get(`/leads?${new URLSearchParams({ [name]: text })}`);
    expect(faultsIn(answer)).toEqual([`query.${name}`]);
  }
});

test('filters combine: a lead has to fit all of them', async () => {
  const seeds = ['a', 'b'].flatMap((source) =>
    ['1', '2', '3'].map((last) => ({
      code: `${source}${Number(last) % 2}`,
      source,
      createdAt: micros(last),
    })),
  );
  const { find } = await leadsAt(seeds);
  expect(await find({ source: 'a' })).toHaveLength(3);
  expect(await find({ source: 'a', code: 'a1' })).toHaveLength(2);
  expect(await find({ source: 'a', code: 'b1' })).toEqual([]);
  expect(await find({ source: 'b', code: 'b1', created_after: micros('1') })).toEqual(['b1']);
  expect(
    await find({ source: 'b', created_after: micros('1'), created_before: micros('3') }),
  ).toEqual(['b0']);
});

test('test data is left out, and shown alone with test=true', async () => {
  const { own, find, workspace } = await leadsAt([
    { code: 'live', source: 'x', createdAt: micros('1') },
  ]);
  const visitor_id = crypto.randomUUID();
  await h.send(
    { type: 'conversion', name: 'signup', code: 'trial', visitor_id },
    workspace.developmentKey,
  );
  expect(await find({})).toEqual(['live']);
  expect(await find({ test: 'false' })).toEqual(['live']);
  expect(await find({ test: 'true' })).toEqual(['trial']);
  expect(await find({ test: 'true', code: 'live' })).toEqual([]);
  for (const value of ['', '1', 'TRUE', 'yes']) {
    expect(faultsIn(await own.get(`/leads?test=${value}`))).toEqual(['query.test']);
  }
});

test('a workspace sees its own leads only, in lists and totals', async () => {
  const [one, two] = [await leadsAt(threeMoments), await leadsAt(threeMoments.slice(1))];
  expect(await one.find({})).toEqual(['3', '2', '1']);
  expect(await two.find({})).toEqual(['3', '2']);
});

test('leads of an identity and of a company are found, together with the other filters', async () => {
  const own = restOf(h, (await h.newWorkspace()).secretKey);
  const [identity_id, company_id] = [randomUUID(), randomUUID()];
  const make = async (body: object) => recordIn(await own.post('/leads', body)).id;
  const one = await make({ identity_id, source: 'a' });
  const two = await make({ company_id, source: 'a' });
  const both = await make({ identity_id, company_id, source: 'b' });
  const idsOf = async (query: string) => {
    const { data, pagination } = pageIn(await own.get(`/leads?${query}`));
    expect(pagination.total).toBe(data.length);
    return data.map(({ id }) => id).toSorted();
  };
  expect(await idsOf(`identity_id=${identity_id}`)).toEqual([one, both].toSorted());
  expect(await idsOf(`company_id=${company_id}`)).toEqual([two, both].toSorted());
  expect(await idsOf(`company_id=${company_id}&identity_id=${identity_id}`)).toEqual([both]);
  expect(await idsOf(`company_id=${company_id}&source=a`)).toEqual([two]);
  expect(await idsOf(`identity_id=${randomUUID()}`)).toEqual([]);
  expect(faultsIn(await own.get('/leads?company_id=x'))).toEqual(['query.company_id']);
});

test('changed leads are found among unchanged ones', async () => {
  const { own, workspace } = await leadsAt([]);
  await h.db.upkeep(
    (tx) => tx`
      insert into leads (workspace_id, id, is_test, visitor_id, code, source, opened_by, created_at, updated_at)
      select ${workspace.id}, gen_random_uuid(), false, gen_random_uuid(), 'c' || n, 'website', 'api', at, at
      from generate_series(1, 4000) n, lateral (select now() - n * interval '1 hour' - interval '2 days' as at) t`,
    workspace.id,
  );
  const touchOne = (tx: Tx) => tx`update leads set updated_at = now() where code = 'c3999'`;
  await h.db.upkeep(touchOne, workspace.id);
  const since = new Date(Date.now() - 86_400_000).toISOString();
  const asks: Record<string, string>[] = [
    { updated_after: since },
    { updated_after: since, sort: '-updated_at' },
    { filter: `updated_at > ${since}` },
    { sort: '-updated_at', limit: '1' },
  ];
  for (const ask of asks) {
    const { data, pagination } = pageIn(await own.get(`/leads?${new URLSearchParams(ask)}`));
    expect([ask, data.map(({ code }) => code)]).toEqual([ask, ['c3999']]);
    expect(pagination.total).toBe(ask.limit ? 4_000 : 1);
  }
  const filters = [
    { updatedAfter: since },
    { filter: checkFilter(`updated_at > ${since}`, 'lead') },
  ];
  // So often that a statement which is kept would have a plan for any time.
  const askOften = async (tx: Tx) => {
    for (let round = 0; round < 8; round++) {
      for (const own of filters) {
        const filter = { isTest: false, isSuspect: false, ...own };
        for (const sort of ['-created_at', '-updated_at']) {
          await listLeads({ tx, needsTotal: true }, workspace.id, filter, orderedPageOf({ sort }));
        }
      }
    }
  };
  const read = await h.db.workspace(workspace.id, (tx) =>
    rowsReadBy(tx, ['leads'], () => askOften(tx)),
  );
  // The one that changed, in each of its versions, twice for a page; not all of them even once.
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(4_000);
});
