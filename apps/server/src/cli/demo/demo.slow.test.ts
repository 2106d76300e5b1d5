/*
 * A demonstration of 5,000 messages in a real service, read back over REST and compared with what its
 * generator knows to be true.
 */
import { randomUUID } from 'node:crypto';
import { businesses } from '@footfall/demo/businesses';
import { generate, type Life } from '@footfall/demo/generate';
import { groupBy } from '@footfall/demo/groups';
import type { TrueCampaign } from '@footfall/demo/true-campaigns';
import type { Truth } from '@footfall/demo/truth';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Harness } from '../../testing/harness.ts';
import {
  campaignLine,
  ObservedLife,
  second,
  sessionLine,
  trueHistory,
  trueSessionLine,
} from '../../testing/observed-life.ts';
import { listPaths } from '../../testing/read-everything.ts';
import { pageIn, type Rest, type Row, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { SLOW } from '../../testing/slow.ts';
import { type DemoResult, runDemo } from './run-demo.ts';

const untilMs = Date.parse('2026-05-31T10:20:30.400Z');
const wishes = { seed: 1, events: 5_000, days: 30, untilMs };

let h: Harness;
let rest: Rest;
let result: DemoResult;
let truth: Truth;
let life: Life;
let service: ObservedLife;

beforeAll(async () => {
  h = await sharedHarness();
  rest = restOf(h);
  result = await runDemo(h.db, h.config, { ...wishes, workspaceId: h.workspace.id });
  life = generate(result.options);
  truth = result.truth;
  service = await ObservedLife.read(rest, truth);
}, SLOW);

test('every message is stored', () => {
  expect(result).toMatchObject({ stored: wishes.events, duplicates: 0 });
});

describe('people', () => {
  test('are all found, each once, and nobody else', async () => {
    const identities = await service.list('/identities');
    expect(identities.length).toBe(truth.people.length);
    expect(service.identities.size).toBe(truth.people.length);
    expect(new Set(service.identities.values()).size).toBe(truth.people.length);
  });

  test('have exactly the visitors and the history that are theirs', { timeout: SLOW }, async () => {
    const expected = trueHistory(life, truth);
    const pairs = new Set<string>();
    for (const [{ person, slices }, { id }] of service.identities) {
      const visitors = (await service.list(`/visitors?identity_id=${id}`)).map(
        (visitor) => visitor.id,
      );
      const own = new Set(slices.map(({ visitor }) => service.visitor(visitor)));
      expect(visitors.sort(), person.name).toEqual([...own].sort());
      for (const activity of await service.list(`/identities/${id}/activity`)) {
        const isDerived = ['session_start', 'lead', 'conversion'].includes(String(activity.type));
        if (!isDerived) pairs.add(`${person.userId} ${activity.id}`);
      }
    }
    const right = [...pairs].filter((pair) => expected.has(pair)).length;
    expect({ precision: right / pairs.size, recall: right / expected.size }).toEqual({
      precision: 1,
      recall: 1,
    });
  });
});

test('sessions begin, end, count and come from where the visits did', {
  timeout: SLOW,
}, async () => {
  const campaigns = new Map(
    (await service.list('/campaigns')).map((campaign) => [campaign.id, campaignLine(campaign)]),
  );
  const human = truth.sessions.filter(({ bot }) => bot === '');
  const at = (ms: number) => new Date(ms).toISOString();
  const month = `created_after=${at(untilMs - 31 * 86_400_000 + 1_000)}&created_before=${at(untilMs + 1_000)}`;
  const shown = (await service.list(`/sessions?${month}`)).map((row) => [
    row.visitor_id,
    sessionLine(row, campaigns),
  ]);
  const wrong: unknown[] = [];
  for (const [visitor, own] of groupBy(human, (session) => session.visitor)) {
    const name = service.visitor(visitor);
    const lines = shown.flatMap(([id, line]) => (id === name ? [String(line)] : []));
    const expected = own.map(trueSessionLine);
    const missing = expected.filter((line) => !lines.includes(line));
    const extra = lines.filter((line) => !expected.includes(line));
    const isSame = missing.length + extra.length === 0 && lines.length === expected.length;
    if (!isSame) wrong.push({ visitor, missing, extra });
  }
  expect({ count: wrong.length, first: wrong.slice(0, 3) }).toEqual({ count: 0, first: [] });
});

test('leads are exactly those of the rule', async () => {
  const leads = (await service.list('/leads')).map((lead) =>
    [lead.visitor_id, lead.created_at, lead.source, service.account(lead.identity_id)].join(' '),
  );
  const expected = truth.leads.map(({ visitor, atMs, source, person }) =>
    [service.visitor(visitor), second(atMs), source, person?.userId ?? 'nobody'].join(' '),
  );
  expect(leads.sort()).toEqual(expected.sort());
});

test('leads of people with a work address have their company, and all have a place', async () => {
  const companies = new Map((await service.list('/companies')).map((row) => [row.id, row.domain]));
  const people = new Map(truth.people.map(({ person }) => [person.userId, person]));
  const leads = (await service.list('/leads')).map(({ identity_id, company_id, location }) => ({
    expected: people.get(service.account(identity_id))?.companyDomain,
    domain: companies.get(String(company_id)),
    country: (location as { country?: string }).country,
  }));
  expect(leads.filter(({ country }) => !country)).toEqual([]);
  const due = leads.filter(({ expected }) => expected);
  expect(due.length).toBeGreaterThan(10);
  expect(due.filter(({ expected, domain }) => expected !== domain)).toEqual([]);
});

test('conversions have their worth, their person and their lead', async () => {
  const leadAt = new Map(
    (await service.list('/leads')).map((lead) => [
      lead.id,
      `${lead.visitor_id} ${lead.created_at}`,
    ]),
  );
  const rows = await service.list('/conversions');
  const human = rows.filter(({ visitor_id }) => !truth.bots.has(String(visitor_id)));
  const conversions = human.map((row) =>
    [
      row.external_id || row.id,
      row.visitor_id,
      row.created_at,
      row.name,
      row.value ?? 'none',
      row.currency,
      leadAt.get(String(row.lead_id)) ?? 'no lead',
    ].join(' '),
  );
  const expected = truth.conversions
    .filter(({ isBot }) => !isBot)
    .map(({ id, visitor, atMs, name, value, currency, lead }) =>
      [
        id,
        service.visitor(visitor),
        second(atMs),
        name,
        value ?? 'none',
        currency ?? '',
        lead ? `${service.visitor(lead.visitor)} ${second(lead.atMs)}` : 'no lead',
      ].join(' '),
    );
  expect(conversions.sort()).toEqual(expected.sort());

  const people = new Map(truth.conversions.map(({ id, person }) => [id, person]));
  const wrong = human.filter((row) => {
    const person = people.get(String(row.external_id || row.id));
    return person !== undefined && service.account(row.identity_id) !== person.userId;
  });
  expect(wrong).toEqual([]);
});

describe('bots', () => {
  test('are left out of visitors and named on request', { timeout: SLOW }, async () => {
    const visitors = new Set((await service.list('/visitors')).map(({ id }) => id));
    const human = truth.sessions.filter(({ bot }) => bot === '').map(({ visitor }) => visitor);
    expect([...truth.bots.keys()].filter((visitor) => visitors.has(visitor))).toEqual([]);
    expect(visitors).toEqual(new Set(human.map((visitor) => service.visitor(visitor))));
    const bots = (await service.list('/visitors?bots=true')).map(
      ({ id, bot }): [string, unknown] => [id, (bot as { name: string }).name],
    );
    expect(new Map(bots)).toEqual(truth.bots);
  });

  test('open no lead, and their conversions are not listed', async () => {
    const conversions = new Set(
      (await service.list('/conversions')).map(({ visitor_id }) => visitor_id),
    );
    const leads = new Set((await service.list('/leads')).map(({ visitor_id }) => visitor_id));
    const seen = [...truth.bots.keys()].filter((id) => conversions.has(id) || leads.has(id));
    expect(seen).toEqual([]);
  });
});

describe('companies', () => {
  test('are rarely wrong', async () => {
    const judged = (await service.companies()).filter(({ shownName }) => shownName !== undefined);
    const wrong = judged.filter(({ isRight }) => !isRight);
    expect(judged.length).toBeGreaterThan(50);
    expect(1 - wrong.length / judged.length, JSON.stringify(wrong)).toBeGreaterThanOrEqual(0.95);
  });

  test('are found on every device of a person with a work address', async () => {
    const due = (await service.companies()).filter(({ domain }) => domain !== '');
    expect(due.length).toBeGreaterThan(20);
    expect(due.filter(({ isRight }) => !isRight)).toEqual([]);
  });

  test('are found on the networks of businesses, but for a few', async () => {
    const due = (await service.companies()).filter(({ owner }) => owner !== '');
    const missed = due.filter(({ isRight }) => !isRight);
    expect(due.length).toBeGreaterThan(20);
    expect(1 - missed.length / due.length, JSON.stringify(missed)).toBeGreaterThanOrEqual(0.85);
  });

  test('are known by networks of which the service itself knows nothing', async () => {
    const [business] = truth.companies.flatMap(({ owner }) => owner || []);
    const [company] = (
      await service.list(`/companies?name=${encodeURIComponent(business ?? '')}`)
    ).filter(({ domain }) => domain === '');
    expect(company).toMatchObject({ name: business, employees: expect.stringMatching(/^\d+/) });
    const [fact] = await service.list(`/companies/${company?.id}/evidence`);
    expect(fact).toMatchObject({
      kind: 'network_owner',
      value: expect.stringContaining(` ${business}`),
    });
    const { network = '' } = businesses.find(({ owner }) => owner === business) ?? {};
    const other = await h.newWorkspace('Other', { trust: 'open' });
    const context = { ip: `${network}.20` };
    const visit = { type: 'event', name: 'page_view', visitor_id: randomUUID(), context };
    await h.send(visit, other.productionKey);
    const own = restOf(h, other.secretKey);
    const [visitor] = pageIn(await own.get('/visitors')).data;
    expect(visitor).toMatchObject({ id: visit.visitor_id, company_id: null });
    expect(pageIn(await own.get('/companies')).data).toEqual([]);
  });

  test('show what was imported', async () => {
    const [domain = ''] = truth.companies.flatMap((company) => company.domain || []);
    const [company] = await service.list(`/companies?domain=${domain}`);
    expect(company).toMatchObject({ domain, employees: expect.stringMatching(/^\d+-\d+$/) });
    const name = String(company?.name).toLowerCase().replace(' ', '-');
    expect(name).toMatch(new RegExp(`^${domain.replace('.example', '')}`));
  });
});

const trueOutcomes = {
  first_touch: 'firstTouch',
  last_touch: 'lastTouch',
  last_non_direct: 'lastNonDirect',
} as const;

test.for(['first_touch', 'last_touch', 'last_non_direct'] as const)(
  'campaigns count by %s',
  async (model) => {
    const campaigns = await service.list(`/campaigns/performance?model=${model}`);
    const outcomeOf = (campaign: TrueCampaign) => campaign[trueOutcomes[model]];
    const expected = truth.campaigns.map((campaign) => {
      const { leads, conversions, revenue } = outcomeOf(campaign);
      const { source, medium, name, visitors, sessions } = campaign;
      return { source, medium, name, visitors, sessions, leads, conversions, revenue };
    });
    for (const campaign of expected) {
      const row = campaigns.find(
        ({ source, medium, name }) =>
          source === campaign.source && medium === campaign.medium && name === campaign.name,
      );
      const { visitors, sessions, leads, conversions } = row ?? ({} as Partial<Row>);
      const { source, medium, name } = campaign;
      const amounts = (row?.revenue ?? []) as { currency: string; value: number }[];
      const revenue = Object.fromEntries(amounts.map(({ currency, value }) => [currency, value]));
      const shown = { source, medium, name, visitors, sessions, leads, conversions, revenue };
      expect(shown).toEqual(campaign);
    }
    const google = campaigns.find(({ source, name }) => source === 'google' && name === 'brand');
    expect(google?.spend).toEqual([{ currency: 'EUR', value: expect.any(Number) }]);
  },
);

test('an interrupted demo continues with the missing part, and another run changes nothing', {
  timeout: SLOW,
}, async () => {
  const { id, secretKey } = await h.newWorkspace();
  const own = { seed: 5, events: 600, days: 3, workspaceId: id };
  const interrupted = runDemo(h.db, h.config, own, () => {
    throw new Error('interrupted');
  });
  await expect(interrupted).rejects.toThrow('interrupted');
  const { stored, duplicates, options } = await runDemo(h.db, h.config, own);
  expect(stored).toBeGreaterThan(0);
  expect(duplicates).toBeGreaterThan(0);
  expect(stored + duplicates).toBe(own.events);
  await h.settle();
  const from = restOf(h, secretKey);
  const read = () => Promise.all(listPaths.map(async (path) => (await from.get(path)).text));
  const before = await read();
  // The days stay where they were, though time went on.
  const again = await runDemo(h.db, h.config, own);
  expect(again).toMatchObject({ stored: 0, duplicates: own.events, options });
  expect(await read()).toEqual(before);
});

test('a workspace with live data of its own is left alone unless that is wanted', async () => {
  const { id, productionKey, developmentKey } = await h.newWorkspace();
  const visit = { type: 'event', name: 'page_view', email: 'ada@shop.example' };
  await h.send([visit], developmentKey);
  const small = { seed: 7, events: 20, days: 2, workspaceId: id };
  expect(await runDemo(h.db, h.config, small)).toMatchObject({ stored: 20 });
  await h.send([visit], productionKey);
  await expect(runDemo(h.db, h.config, small)).rejects.toThrow('has live data');
  expect(await runDemo(h.db, h.config, { ...small, mayMix: true })).toMatchObject({ stored: 0 });
});

test('without a workspace, one of its own is made and taken again', async () => {
  const first = await runDemo(h.db, h.config, { seed: 1, events: 10, days: 2 });
  const second = await runDemo(h.db, h.config, { seed: 1, events: 10, days: 2 });
  expect(first.workspace).toMatchObject({ name: 'Demo' });
  expect(second).toMatchObject({ workspace: { id: first.workspace.id }, stored: 0 });
  const workspaceId = '0190f0a0-0000-7000-8000-000000000000';
  await expect(
    runDemo(h.db, h.config, { seed: 1, events: 10, days: 2, workspaceId }),
  ).rejects.toThrow('No workspace has the ID');
});
