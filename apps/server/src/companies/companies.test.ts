import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { faultsIn, pageIn, restOf } from '../testing/rest.ts';
import { sharedHarness } from '../testing/shared-harness.ts';

const h = await sharedHarness();

interface Seed {
  name: string;
  domain: string;
  is_test?: boolean;
  created_at?: string;
}

async function companiesOf(seeds: Seed[]) {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const ids = seeds.map(() => randomUUID());
  for (const [place, { name, domain, is_test = false, created_at }] of seeds.entries()) {
    const at = created_at ?? `2026-05-04T12:00:0${place % 10}Z`;
    await h.db.workspace(
      workspace.id,
      (tx) => tx`
        insert into companies (workspace_id, id, is_test, domain, name, description, employees, main_industry, created_at, updated_at)
        values (${workspace.id}, ${ids[place] ?? ''}, ${is_test}, ${domain}, ${name}, 'Makes things', '11-50', 'Manufacturing', ${at}, ${at})`,
    );
  }
  const find = async (query: Record<string, string> = {}) => {
    const page = pageIn(await rest.get(`/companies?${new URLSearchParams(query)}`));
    expect(page.pagination.total).toBe(page.data.length);
    return page.data.map(({ domain }) => domain);
  };
  return { rest, ids, find };
}

const acme = { name: 'Acme GmbH', domain: 'acme.example' };

test('a company has exactly its fields, all of them texts', async () => {
  const { rest, ids } = await companiesOf([acme]);
  const company = {
    id: ids[0],
    name: 'Acme GmbH',
    domain: 'acme.example',
    description: 'Makes things',
    employees: '11-50',
    main_industry: 'Manufacturing',
    created_at: '2026-05-04T12:00:00Z',
  };
  expect((await rest.get('/companies')).body).toEqual({
    data: [company],
    pagination: { limit: 50, offset: 0, total: 1 },
  });
  expect((await rest.get(`/companies/${ids[0]}`)).body).toEqual({ data: company });
});

test('companies come newest first, in pages, with the total of all', async () => {
  const { rest, find } = await companiesOf([
    { name: 'B', domain: 'b.example', created_at: '2026-05-02T00:00:00Z' },
    { name: 'C', domain: 'c.example', created_at: '2026-05-03T00:00:00Z' },
    { name: 'A', domain: 'a.example', created_at: '2026-05-01T00:00:00Z' },
  ]);
  expect(await find()).toEqual(['c.example', 'b.example', 'a.example']);
  const page = pageIn(await rest.get('/companies?limit=1&offset=1'));
  expect(page.data.map(({ name }) => name)).toEqual(['B']);
  expect(page.pagination).toEqual({ limit: 1, offset: 1, total: 3 });
  const past = pageIn(await rest.get('/companies?offset=9&name=b'));
  expect(past).toEqual({ data: [], pagination: { limit: 50, offset: 9, total: 1 } });
});

test('name finds a part of the name, in any case', async () => {
  const { find } = await companiesOf([
    acme,
    { name: 'ACME Holding', domain: 'holding.example' },
    { name: 'Größe & Söhne', domain: 'sons.example' },
    { name: '', domain: 'nameless.example' },
  ]);
  expect(await find({ name: 'acme' })).toEqual(['holding.example', 'acme.example']);
  expect(await find({ name: 'ME G' })).toEqual(['acme.example']);
  expect(await find({ name: 'SÖHNE' })).toEqual(['sons.example']);
  expect(await find({ name: 'acmee' })).toEqual([]);
  expect(await find({ name: '' })).toHaveLength(4);
});

test('in a name, percent, underscore and backslash are characters like others', async () => {
  const { find } = await companiesOf([
    { name: '100% Solar', domain: 'percent.example' },
    { name: 'snake_case', domain: 'underscore.example' },
    { name: 'back\\slash', domain: 'backslash.example' },
    { name: 'Plain', domain: 'plain.example' },
  ]);
  expect(await find({ name: '%' })).toEqual(['percent.example']);
  expect(await find({ name: '_' })).toEqual(['underscore.example']);
  expect(await find({ name: '\\' })).toEqual(['backslash.example']);
  for (const name of ['P%n', 'Pl_in', '%%_', '.*', 'Plain\\', "' or 1=1 --"]) {
    expect(await find({ name }), name).toEqual([]);
  }
});

test('domain matches whole, in any case', async () => {
  const { find } = await companiesOf([acme, { name: 'Sub', domain: 'shop.acme.example' }]);
  expect(await find({ domain: 'acme.example' })).toEqual(['acme.example']);
  expect(await find({ domain: 'ACME.Example' })).toEqual(['acme.example']);
  expect(await find({ filter: 'domain = ACME.Example' })).toEqual(['acme.example']);
  for (const domain of ['acme', '', '%', 'acme_example']) {
    expect(await find({ domain }), domain).toEqual([]);
  }
});

test('name and domain combine, and test data is apart', async () => {
  const { find } = await companiesOf([acme, { ...acme, name: 'Acme Test', is_test: true }]);
  expect(await find({ name: 'acme', domain: 'acme.example' })).toEqual(['acme.example']);
  expect(await find({ name: 'other', domain: 'acme.example' })).toEqual([]);
  expect(await find({ name: 'test' })).toEqual([]);
  expect(await find({ name: 'test', test: 'true' })).toEqual(['acme.example']);
  expect(await find()).toHaveLength(1);
});

test('companies take name and domain only, besides the page and test', async () => {
  const { rest } = await companiesOf([]);
  const answer = await rest.get('/companies?created_after=2026-05-04');
  expect(faultsIn(answer)).toEqual(['query.created_after']);
  expect(faultsIn(await rest.get(`/companies?name=${'x'.repeat(201)}`))).toEqual(['query.name']);
});

test('a company of another workspace is answered with the bytes of one that does not exist', async () => {
  const [own, other] = [await companiesOf([]), await companiesOf([acme])];
  const answers = await Promise.all(
    [other.ids[0], randomUUID()].map((id) => own.rest.get(`/companies/${id}`)),
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  expect(answers[0]?.text).toBe(answers[1]?.text);
  expect(await own.find()).toEqual([]);
});
