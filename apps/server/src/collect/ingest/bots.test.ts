/* Programs' visits are stored and named, and counted nowhere unless they are asked for. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startHarness } from '../../testing/harness.ts';
import { listPathsOfVisits } from '../../testing/read-everything.ts';
import { pageIn, recordIn, restOf } from '../../testing/rest.ts';

// The service believes this machine, as it would a proxy, whose address a request comes from.
const h = await startHarness({ TRUST_PROXY: '127.0.0.1' }, { trust: 'open' });
await h.app.addressTables.ready;

const agents = {
  chrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  gptBot:
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)',
  claudeUser:
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0; +Claude-User@anthropic.com)',
  googlebot: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  headless:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36',
};
/** Of a business, a host and an access provider. */
const [siemens, google, telekom] = ['192.35.17.1', '8.8.8.8', '217.237.150.33'];

async function newWorkspace() {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  // Once before what was sent is looked at, however many messages that were.
  let isSettled = true;
  const settled = async () => {
    if (!isSettled) await h.settle();
    isSettled = true;
  };
  return {
    workspace,
    rest,
    list: async (path: string) => {
      await settled();
      const { data, pagination } = pageIn(await rest.get(path));
      expect(pagination.total).toBe(data.length);
      return data;
    },
    visitor: async (id: string) => {
      await settled();
      return recordIn(await rest.get(`/visitors/${id}`));
    },
    async send(...messages: object[]) {
      await h.send(messages, workspace.productionKey);
      isSettled = false;
    },
    /** With these headers only, as no fetch() would. */
    async sendAs(headers: Record<string, string>, message: object, path = '/ingest') {
      const sent = request(h.url + path, {
        method: 'POST',
        agent: false,
        headers: { ...headers, 'x-svc-key': workspace.productionKey },
      });
      sent.end(JSON.stringify(message));
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      expect(answer.statusCode, await text(answer)).toBe(200);
      isSettled = false;
    },
  };
}

const view = (visitor_id: string, context: object = {}) => ({
  type: 'event',
  name: 'page_view',
  visitor_id,
  context: { page: { url: 'https://shop.example/' }, ...context },
});

test('a bot is stored and marked with its name, operator, category and the reasons', async () => {
  const { send, visitor, list } = await newWorkspace();
  const bots = [
    ['GPTBot', agents.gptBot, 'OpenAI', 'ai_crawler'],
    ['Claude-User', agents.claudeUser, 'Anthropic', 'ai_assistant'],
    ['Googlebot', agents.googlebot, 'Google', 'search_engine'],
    ['HeadlessChrome', agents.headless, '', 'headless_browser'],
  ].map(([name, user_agent, operator, category]) => {
    const reasons = [`user agent names ${name}`];
    return { id: randomUUID(), user_agent, bot: { name, operator, category, reasons } };
  });
  await send(...bots.map(({ id, user_agent }) => view(id, { user_agent, ip: telekom })));
  for (const { id, bot } of bots) {
    expect(await visitor(id)).toMatchObject({ bot, event_count: 1 });
    expect(await list(`/visitors/${id}/sessions`)).toMatchObject([{ bot, country: 'Germany' }]);
  }
});

test('lists and counts leave bots out; with bots=true there are they and nobody else', async () => {
  const { send, list } = await newWorkspace();
  const [person, bot] = [randomUUID(), randomUUID()];
  await send(
    view(person, { user_agent: agents.chrome, ip: telekom }),
    view(bot, { user_agent: agents.gptBot, ip: telekom }),
  );
  const visitorIds = async (query: string) => (await list(`/visitors${query}`)).map(({ id }) => id);
  expect(await visitorIds('')).toEqual([person]);
  expect(await visitorIds('?bots=false')).toEqual([person]);
  expect(await visitorIds('?bots=true')).toEqual([bot]);
  expect(await visitorIds('?bots=true&source=campaign')).toEqual([]);
});

test('a bot opens no lead, identifies nobody, adds no campaign or company, and converts nothing', async () => {
  const { send, list } = await newWorkspace();
  const visitor_id = randomUUID();
  const context = {
    user_agent: agents.headless,
    ip: siemens,
    campaign: { source: 'google', name: 'spring' },
  };
  await send(
    view(visitor_id, context),
    { type: 'identify', visitor_id, email: 'ada@siemens.com', context },
    { type: 'event', name: 'login', visitor_id, user_id: 'u1', context },
    { type: 'conversion', name: 'signup', visitor_id, value: 5, currency: 'EUR', context },
    { type: 'conversion', name: 'order', visitor_id, email: 'ada@siemens.com', context },
  );
  expect(listPathsOfVisits).toContain('/visitors');
  for (const path of listPathsOfVisits) expect(await list(path), path).toEqual([]);
  const events = await h.db.system(
    (tx) => tx`select type from events where visitor_id = ${visitor_id}`,
  );
  expect(events).toHaveLength(5);
  const converted = await list('/conversions?bots=true');
  expect(converted.map(({ name }) => name).sort()).toEqual(['order', 'signup']);
  expect(converted).toMatchObject([1, 2].map(() => ({ identity_id: null, lead_id: null })));
});

test('a campaign’s figures count people only', async () => {
  const { send, list } = await newWorkspace();
  const campaign = { source: 'google', name: 'spring' };
  const convert = (visitor_id: string, context: object) => ({
    type: 'conversion',
    name: 'order',
    value: 10,
    currency: 'EUR',
    visitor_id,
    context: { campaign, ...context },
  });
  const [person, bot] = [randomUUID(), randomUUID()];
  await send(
    view(person, { campaign, user_agent: agents.chrome }),
    convert(person, { user_agent: agents.chrome }),
    view(bot, { campaign, user_agent: agents.googlebot }),
    convert(bot, { user_agent: agents.googlebot }),
  );
  expect(await list('/campaigns/performance')).toMatchObject([
    {
      visitors: 1,
      sessions: 1,
      leads: 1,
      conversions: 1,
      revenue: [{ currency: 'EUR', value: 10 }],
    },
  ]);
  expect(await list('/conversions')).toMatchObject([{ visitor_id: person }]);
  expect(await list('/conversions?bots=true')).toMatchObject([{ visitor_id: bot }]);
  expect(await list('/leads')).toMatchObject([{ visitor_id: person }]);
});

const page = (headers: Record<string, string>) => ({
  origin: 'https://shop.example',
  'user-agent': agents.chrome,
  ...headers,
});

test('a browser without a language in a data centre is automation, with both reasons', async () => {
  const { sendAs, visitor, list } = await newWorkspace();
  const id = randomUUID();
  await sendAs(page({ 'x-forwarded-for': google }), view(id));
  expect(await visitor(id)).toMatchObject({
    bot: {
      name: '',
      operator: '',
      category: 'automation',
      reasons: ['hosting network', 'no Accept-Language header'],
    },
  });
  expect(await list('/visitors')).toEqual([]);
});

test('a browser with automation in a data center is a bot by that message', async () => {
  const { sendAs, visitor } = await newWorkspace();
  const [declared, undeclared] = [randomUUID(), randomUUID()];
  const headers = page({ 'x-forwarded-for': google, 'accept-language': 'de-DE' });
  const batch = [view(undeclared), view(declared, { automation: true })];
  await sendAs(headers, { batch }, '/ingest/batch');
  expect(await visitor(declared)).toMatchObject({
    bot: { category: 'automation', reasons: ['hosting network', 'navigator.webdriver'] },
  });
  expect(await visitor(undeclared)).toMatchObject({ bot: null });
});

test('a single sign makes a visit suspected: it counts and shows why', async () => {
  const { sendAs, visitor, list, rest } = await newWorkspace();
  const [driven, plain, mute] = [randomUUID(), randomUUID(), randomUUID()];
  const headers = page({ 'x-forwarded-for': telekom, 'accept-language': 'de-DE' });
  const batch = [view(plain), view(driven, { automation: true }), view(driven)];
  await sendAs(headers, { batch }, '/ingest/batch');
  await sendAs(page({ 'x-forwarded-for': telekom }), view(mute));
  const suspicion = { reasons: ['navigator.webdriver'], reason_codes: ['driven'] };
  expect(await visitor(driven)).toMatchObject({ state: 'suspected', suspicion, bot: null });
  expect(await visitor(mute)).toMatchObject({
    state: 'suspected',
    suspicion: { reasons: ['no Accept-Language header'], reason_codes: ['odd_headers'] },
  });
  expect(await visitor(plain)).toMatchObject({ state: 'person', suspicion: null, bot: null });
  expect(await list('/visitors')).toHaveLength(3);
  expect(await list('/visitors?filter=state = person')).toMatchObject([{ id: plain }]);
  expect(await list('/visitors?filter=state = suspected')).toHaveLength(2);
  expect(await list('/sessions?filter=state = suspected')).toHaveLength(2);
  expect(await list('/visitors?filter=session.state = suspected')).toHaveLength(2);
  const filter = new URLSearchParams({ filter: 'NOT session.state = suspected' });
  const figures = recordIn(await rest.get(`/stats?metrics=sessions&${filter}`));
  expect(figures).toMatchObject({ total: { sessions: 1 } });
  expect(await list(`/sessions?visitor_id=${driven}`)).toMatchObject([{ suspicion, bot: null }]);
  const { body } = await rest.get(`/visitors/${driven}/evidence`);
  const evidence = expect.arrayContaining([
    { fact: 'rule', value: 'navigator.webdriver', decides: false },
  ]);
  const claim = { claim: 'bot', holds: false, confidence: 0.5, evidence };
  const claims = expect.arrayContaining([expect.objectContaining(claim)]);
  expect(body).toMatchObject({ data: { claims } });
});

test('two signs together outweigh a suspicion, in any order', async () => {
  const { sendAs, visitor } = await newWorkspace();
  const [first, last] = [randomUUID(), randomUUID()];
  const atHome = page({ 'x-forwarded-for': telekom });
  const atHost = page({ 'x-forwarded-for': google });
  await sendAs(atHome, view(first));
  await sendAs(atHost, view(first));
  await sendAs(atHost, view(last));
  await sendAs(atHome, view(last));
  for (const id of [first, last]) {
    expect(await visitor(id)).toMatchObject({ state: 'bot', suspicion: null });
  }
});

test('an agent that acts for a person counts, by its name', async () => {
  const { sendAs, visitor, list, rest } = await newWorkspace();
  const [signed, named, plain, reader] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const headers = page({ 'x-forwarded-for': google, 'accept-language': 'en' });
  await sendAs({ ...headers, 'signature-agent': '"https://chatgpt.com"' }, view(signed));
  const acting = { ...headers, 'user-agent': `${agents.chrome} NovaAct/1.0` };
  await sendAs(acting, { type: 'identify', visitor_id: named, email: 'ann@siemens.example' });
  await sendAs(headers, view(plain));
  await sendAs({ ...headers, 'user-agent': agents.claudeUser }, view(reader));
  const state = { state: 'agent', suspicion: null, bot: null };
  expect(await visitor(signed)).toMatchObject({ ...state, agent: 'ChatGPT agent' });
  expect(await visitor(named)).toMatchObject({ ...state, agent: 'NovaAct' });
  expect(await visitor(plain)).toMatchObject({ state: 'person', agent: '' });
  expect(await visitor(reader)).toMatchObject({ state: 'bot', agent: 'Claude-User' });
  expect(await list('/leads')).toMatchObject([{ visitor_id: named }]);
  expect(await list('/visitors?filter=state = agent')).toHaveLength(2);
  expect(await list('/visitors?filter=agent = "ChatGPT agent"')).toMatchObject([{ id: signed }]);
  expect(await list('/sessions?filter=agent:*')).toHaveLength(2);
  expect(await list('/visitors?bots=true&filter=agent:*')).toMatchObject([{ id: reader }]);
  const figures = async (query: Record<string, string>) =>
    recordIn(await rest.get(`/stats?${new URLSearchParams({ metrics: 'sessions', ...query })}`));
  const by = await figures({ dimensions: 'agent' });
  const rows = ['', 'ChatGPT agent', 'NovaAct'].map((value) =>
    expect.objectContaining({
      dimensions: [expect.objectContaining({ name: 'agent', value })],
      figures: { sessions: 1 },
    }),
  );
  expect(by).toMatchObject({ groups: 3, rows: expect.arrayContaining(rows) });
  expect(await figures({ agent: 'NovaAct' })).toMatchObject({ total: { sessions: 1 } });
  expect(await figures({ filter: 'agent IN (NovaAct, "ChatGPT agent")' })).toMatchObject({
    total: { sessions: 2 },
  });
  const { body } = await rest.get(`/visitors/${signed}/evidence`);
  const fact = { fact: 'rule', value: 'Signature-Agent names chatgpt.com', decides: false };
  const claim = { claim: 'bot', holds: false, value: 'ChatGPT agent' };
  const botClaim = { ...claim, evidence: expect.arrayContaining([fact]) };
  const claims = expect.arrayContaining([expect.objectContaining(botClaim)]);
  expect(body).toMatchObject({ data: { claims } });
});

test('a member overrides a suspicion, either way, and undoes it', async () => {
  const { sendAs, visitor, list, rest } = await newWorkspace();
  const id = randomUUID();
  await sendAs(page({ 'x-forwarded-for': telekom }), view(id));
  const decide = async (kind: string) => {
    const override = recordIn(await rest.post('/overrides', { kind, visitor_id: id }));
    await h.settle();
    return async () => {
      await rest.post(`/overrides/${override.id}/undo`, {});
      await h.settle();
    };
  };
  const undo = await decide('not_bot');
  expect(await visitor(id)).toMatchObject({ state: 'person', suspicion: null, bot: null });
  expect(await list('/sessions')).toMatchObject([{ state: 'person', suspicion: null }]);
  expect(await list('/visitors?filter=state = suspected')).toEqual([]);
  await undo();
  expect(await visitor(id)).toMatchObject({ state: 'suspected' });
  const undoBot = await decide('bot');
  expect(await visitor(id)).toMatchObject({ state: 'bot', bot: { reasons: ['set by hand'] } });
  expect(await list('/sessions?bots=true')).toMatchObject([{ state: 'bot' }]);
  await undoBot();
  expect(await list('/sessions')).toMatchObject([{ state: 'suspected' }]);
  expect(await visitor(id)).toMatchObject({ state: 'suspected' });
});

test.each([
  ['without a language at home', { 'x-forwarded-for': telekom }],
  ['with a language in a data centre', { 'x-forwarded-for': google, 'accept-language': 'de-DE' }],
])('a browser %s is a person', async (_, headers) => {
  const { sendAs, visitor, list } = await newWorkspace();
  const id = randomUUID();
  await sendAs(page(headers), view(id));
  expect(await visitor(id)).toMatchObject({ bot: null });
  expect(await list('/visitors')).toHaveLength(1);
});

test('a backend in a data center is no bot, nor is the visitor it reports', async () => {
  const { sendAs, visitor, list } = await newWorkspace();
  const programs = ['node', 'curl/8.5.0', 'python-requests/2.32.0', 'okhttp/4.12.0', ''];
  const sent: [string, string, string][] = [];
  for (const agent of programs) {
    const [described, own] = [randomUUID(), randomUUID()];
    const headers = { 'x-forwarded-for': google, ...(agent && { 'user-agent': agent }) };
    await sendAs(headers, view(own));
    await sendAs(headers, view(described, { ip: telekom, user_agent: agents.chrome }));
    sent.push([agent, own, described]);
  }
  for (const [agent, own, described] of sent) {
    expect(await visitor(own), agent).toMatchObject({ bot: null });
    expect(await visitor(described), agent).toMatchObject({ bot: null, country: 'Germany' });
  }
  expect(await list('/visitors')).toHaveLength(2 * programs.length);
});

test('a page cannot speak for the browser or the address of another', async () => {
  const { sendAs, visitor } = await newWorkspace();
  const id = randomUUID();
  const headers = page({ 'x-forwarded-for': telekom, 'accept-language': 'de-DE' });
  await sendAs(headers, view(id, { user_agent: agents.gptBot, ip: google }));
  expect(await visitor(id)).toMatchObject({ bot: null, country: 'Germany' });
});
