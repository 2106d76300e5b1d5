/* Decided by hand: who is a bot, and who is of which company. It holds for what was sent before and after. */

import { randomUUID } from 'node:crypto';
import { attributionModelNames } from '@footfall/contract/campaigns';
import { expect, test } from 'vitest';
import { decidingIn } from '../../testing/decided-visitors.ts';
import { pageIn, type Row, recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness({ trust: 'open' });

const iso = (ms: number) => new Date(ms).toISOString();

const gptBot =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)';
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const siemensAddress = '192.35.17.1';

/** Messages of one visitor, a minute apart. */
function visitorOf(user_agent: string, ip = '8.8.8.8') {
  const visitor_id = randomUUID();
  const session_id = randomUUID();
  let minutes = 0;
  const message = (body: object) => {
    minutes += 1;
    const timestamp = iso(Date.now() - 3_600_000 + minutes * 60_000);
    const campaign = { source: 'news', medium: 'email', name: 'may' };
    const context = { user_agent, ip, campaign, page: { url: 'https://shop.example/pricing' } };
    return { visitor_id, session_id, timestamp, context, ...body };
  };
  return {
    visitor_id,
    view: () => message({ type: 'event', name: 'page_view' }),
    convert: () => message({ type: 'conversion', name: 'signup', value: 5, currency: 'EUR' }),
    identify: (email: string) => message({ type: 'identify', email }),
  };
}

async function workspaceOfVisitors() {
  const workspace = await h.newWorkspace();
  const { rest, list, decide, undo } = decidingIn(h, workspace);
  return {
    ...{ rest, list, decide, undo, workspace },
    async send(...messages: object[]) {
      await h.send(messages, workspace.productionKey);
      await h.settle();
    },
  };
}

test('a visitor overridden as no bot counts with all past and future events, and undoing removes everything', async () => {
  const { send, list, decide, undo, rest } = await workspaceOfVisitors();
  const { visitor_id, view, convert, identify } = visitorOf(gptBot, siemensAddress);
  await send(view(), identify('ada@bosch.com'), convert());
  expect(await list('/visitors')).toEqual([]);
  const decision = await decide({ kind: 'not_bot', visitor_id, reason: 'our own office' });
  expect(decision).toMatchObject({ pending: 2, reason: 'our own office', by: { kind: 'key' } });
  expect(await list('/visitors')).toMatchObject([{ id: visitor_id, bot: null }]);
  await h.settle();
  await expect
    .poll(async () => {
      // What others were writing meanwhile has it looked at once more a little later.
      await h.settle();
      return recordIn(await rest.get(`/overrides/${decision.id}`)).pending;
    })
    .toBe(0);
  const people = await list('/identities');
  expect(people).toMatchObject([{ email: 'ada@bosch.com' }]);
  const [ada] = people;
  expect(await list('/leads')).toMatchObject([{ visitor_id, identity_id: ada?.id }]);
  expect(await list('/conversions')).toMatchObject([
    { visitor_id, identity_id: ada?.id, first_touch: { source: 'campaign' } },
  ]);
  expect(await list('/campaigns')).toMatchObject([{ name: 'may' }]);
  expect((await list('/companies')).map(({ name }) => name).sort()).toEqual([
    'Bosch',
    'SIEMENS AG',
  ]);

  await send(view(), identify('ada@siemens.com'), convert());
  expect(await list('/conversions')).toHaveLength(2);
  expect(await list('/sessions')).toMatchObject([{ bot: null, event_count: 6 }]);
  await undo(decision);
  await h.settle();
  for (const path of [
    '/visitors',
    '/identities',
    '/leads',
    '/conversions',
    '/sessions?visitor_id=',
  ]) {
    const query = path.endsWith('=') ? `${path}${visitor_id}` : path;
    expect(await list(query), path).toEqual([]);
  }
  await send(view());
  expect(await list('/visitors?bots=true')).toMatchObject([
    { bot: { name: 'GPTBot' }, event_count: 7 },
  ]);
});

test('a visitor overridden as a bot stops counting, also for later events, and undoing restores them', async () => {
  const { send, list, decide, undo } = await workspaceOfVisitors();
  const robot = visitorOf(chrome, siemensAddress);
  const other = visitorOf(chrome);
  await send(robot.view(), robot.identify('ada@bosch.com'), robot.convert());
  await send(other.view(), other.identify('bob@bosch.com'));
  const before = await Promise.all(
    ['/identities', '/leads', '/conversions', '/companies'].map(list),
  );
  const { visitor_id } = robot;
  const decision = await decide({ kind: 'bot', visitor_id });
  await h.settle();
  await send(robot.view(), robot.identify('eve@bosch.com'));
  expect(await list('/identities')).toMatchObject([{ email: 'bob@bosch.com' }]);
  expect(await list('/leads')).toMatchObject([{ visitor_id: other.visitor_id }]);
  expect(await list('/conversions')).toEqual([]);
  expect(await list('/visitors?bots=true')).toMatchObject([
    {
      id: visitor_id,
      bot: { name: '', category: 'other', reasons: ['set by hand'] },
      company_id: null,
    },
  ]);
  await undo(decision);
  await h.settle();
  expect(await list('/identities')).toHaveLength(3);
  const after = await Promise.all(['/leads', '/conversions', '/companies'].map(list));
  expect(after.slice(1)).toEqual(before.slice(2));
});

test('a company that is none is nobody’s by its network or domain, also of who comes later; one visitor may be all the same', async () => {
  const { send, list, decide, undo } = await workspaceOfVisitors();
  const overflow = Array.from({ length: 110 }, () => visitorOf(chrome));
  for (let from = 0; from < overflow.length; from += 80) {
    await send(
      ...overflow
        .slice(from, from + 80)
        .map((one, place) => one.identify(`p${from + place}@bosch.com`)),
    );
  }
  const guest = visitorOf(chrome, siemensAddress);
  await send(guest.view(), guest.convert());
  const companies = await list('/companies');
  const idOf = (name: string) => companies.find((company) => company.name === name)?.id ?? '';
  const [bosch, siemens] = [idOf('Bosch'), idOf('SIEMENS AG')];
  expect(await list(`/leads?company_id=${siemens}`)).toHaveLength(1);

  const decision = await decide({ kind: 'not_company', company_id: bosch });
  expect(decision).toMatchObject({ visitor_id: null, pending: 110 });
  const network = await decide({
    kind: 'not_company',
    company_id: siemens,
    visitor_id: guest.visitor_id,
  });
  await h.settle();
  const [late] = [visitorOf(chrome)];
  await send(late.identify('late@bosch.com'), guest.view());
  for (const company_id of [bosch, siemens]) {
    expect(await list(`/companies/${company_id}/evidence`)).toEqual([]);
    expect(await list(`/leads?company_id=${company_id}`)).toEqual([]);
    expect(await list(`/visitors?company_id=${company_id}`)).toEqual([]);
  }
  const mine = await decide({ kind: 'company', company_id: bosch, visitor_id: late.visitor_id });
  await h.settle();
  expect(await list(`/companies/${bosch}/evidence`)).toMatchObject([
    {
      kind: 'set_by_hand',
      value: mine.id,
      confidence: 1,
      verification_level: 'api',
      visitor_id: late.visitor_id,
    },
  ]);
  expect(await list(`/leads?company_id=${bosch}`)).toMatchObject([{ visitor_id: late.visitor_id }]);
  for (const one of [decision, network, mine]) await undo(one);
  await h.settle();
  const filtered = await Promise.all(
    [`/companies/${bosch}/evidence?limit=1`, `/leads?company_id=${siemens}`].map(list),
  );
  expect(filtered).toMatchObject([[{ kind: 'email_domain' }], [{ visitor_id: guest.visitor_id }]]);
  const { pagination } = pageIn(await restOf(h).get('/overrides'));
  expect(pagination.total).toBe(0);
});

test('an invalid decision is refused with advice, and a valid one is in the audit log and in changes', async () => {
  const { send, decide, rest, list, undo, workspace } = await workspaceOfVisitors();
  const one = visitorOf(chrome, siemensAddress);
  await send(one.view());
  const { visitor_id } = one;
  const { next } = (await rest.get('/changes')).body as { next: string };
  const company_id = (await list('/companies'))[0]?.id;
  const refusals: [object, number][] = [
    [{ kind: 'bot' }, 400],
    [{ kind: 'not_bot', visitor_id, company_id }, 400],
    [{ kind: 'company', company_id }, 400],
    [{ kind: 'not_company', visitor_id }, 400],
    [{ kind: 'human', visitor_id }, 400],
    [{ kind: 'bot', visitor_id: randomUUID() }, 404],
    [{ kind: 'not_company', company_id: randomUUID() }, 404],
  ];
  for (const [body, status] of refusals) {
    const answer = await rest.post('/overrides', body);
    expect(answer.status, JSON.stringify(body)).toBe(status);
  }
  const decision = await decide({
    kind: 'not_company',
    visitor_id,
    company_id,
    reason: 'Ada was a guest',
  });
  for (const kind of ['company', 'not_company']) {
    expect((await rest.post('/overrides', { kind, visitor_id, company_id })).status).toBe(409);
  }
  const since = `updated_after=${new Date(Date.now() + 1).toISOString()}`;
  expect(await list(`/overrides?${since}`)).toEqual([]);
  await undo(decision);
  expect((await list(`/overrides?${since}&sort=-updated_at`)).map(({ id }) => id)).toEqual([
    decision.id,
  ]);
  expect((await rest.post(`/overrides/${decision.id}/undo`, {})).status).toBe(409);
  await h.settle();
  const audit = await list('/audit-log');
  expect(audit.map(({ action, resource_id }) => [action, resource_id])).toEqual([
    ['undoOverride', decision.id],
    ['createOverride', decision.id],
  ]);
  // Transactions of others may hold them back a moment.
  await expect
    .poll(async () => {
      const { data } = (await rest.get(`/changes?after=${next}`)).body as { data: Row[] };
      return data.map(({ kind }) => kind);
    })
    .toEqual(expect.arrayContaining(['visitor', 'company']));

  const hidden = await h.newKey({ workspaceId: workspace.id, pii: 'hidden' });
  expect(pageIn(await restOf(h, hidden.key).get('/overrides')).data).toMatchObject([
    { reason: '(hidden)' },
  ]);
  const reads = await h.newKey({ workspaceId: workspace.id, scopes: ['visitors:read'] });
  const answer = await restOf(h, reads.key).post('/overrides', { kind: 'bot', visitor_id });
  expect(answer.status).toBe(403);
});

test('each claim shows its evidence and what decides, and hides fields the key may not read', async () => {
  const { send, list, decide, rest, workspace } = await workspaceOfVisitors();
  const robot = visitorOf(gptBot, siemensAddress);
  const guest = visitorOf(chrome, siemensAddress);
  await send(robot.view(), guest.view(), guest.identify('ada@bosch.com'), guest.convert());
  const claimsOf = async (path: string, from = rest) =>
    (recordIn(await from.get(`${path}/evidence`)).claims ?? []) as Row[];
  expect((await claimsOf(`/visitors/${robot.visitor_id}`))[0]).toMatchObject({
    ...{ claim: 'bot', holds: true, value: 'GPTBot', confidence: 0.99 },
    evidence: [{ fact: 'rule', value: 'user agent names GPTBot', decides: true }, {}, {}, {}],
  });
  const companies = await list('/companies');
  const siemens = companies.find(({ name }) => name === 'SIEMENS AG')?.id;
  const refused = await decide({
    kind: 'not_company',
    visitor_id: guest.visitor_id,
    company_id: siemens,
  });
  const human = await decide({ kind: 'not_bot', visitor_id: robot.visitor_id, reason: 'ours' });
  await h.settle();
  expect(await claimsOf(`/visitors/${guest.visitor_id}`)).toMatchObject([
    {
      claim: 'bot',
      holds: false,
      confidence: 0.9,
      evidence: [{ fact: 'rule' }, { fact: 'user_agent', value: chrome }, {}, {}],
    },
    {
      claim: 'source',
      value: 'email: news',
      evidence: [{ fact: 'utm_medium', decides: true }, {}, {}, {}],
    },
    { claim: 'company', holds: true, value: 'bosch.com', confidence: 0.95, override_id: null },
    { claim: 'company', holds: false, subject_id: siemens, confidence: 1, override_id: refused.id },
  ]);
  const [bot] = await claimsOf(`/visitors/${robot.visitor_id}`);
  expect(bot).toMatchObject({
    holds: false,
    confidence: 1,
    override_id: human.id,
    verification_level: 'api',
  });
  expect(bot?.evidence).toMatchObject([
    { fact: 'override', value: 'ours' },
    { fact: 'rule', decides: false },
    {},
    {},
    {},
  ]);
  const [[conversion], [lead]] = [await list('/conversions'), await list('/leads')];
  expect(await claimsOf(`/conversions/${conversion?.id}`)).toMatchObject(
    attributionModelNames.map((model) => ({
      claim: 'credit',
      model,
      share: 1,
      value: 'email: news',
    })),
  );
  expect(await claimsOf(`/leads/${lead?.id}`)).toMatchObject([{ claim: 'source' }]);
  expect(await claimsOf(`/sessions/${lead?.session_id}`)).toMatchObject([
    { claim: 'bot' },
    { claim: 'source' },
  ]);
  const key = await h.newKey({
    workspaceId: workspace.id,
    pii: 'hidden',
    scopes: ['visitors:read'],
  });
  const claims = await claimsOf(`/visitors/${guest.visitor_id}`, restOf(h, key.key));
  expect(claims).toHaveLength(2);
  expect(JSON.stringify(claims)).not.toContain('Mozilla');
});
