/* Pages that clients show beside a model's words: who is told of them, and what they draw in a real browser. */
import { expect, test } from 'vitest';
import {
  type Agent,
  agentOf,
  listed,
  newestHeaders,
  newestMessage,
  sendMessage,
  type ToolAnswer,
} from '../../testing/agents.ts';
import { canaries, seedCanary } from '../../testing/canary-person.ts';
import { startHarness } from '../../testing/harness.ts';
import { injections } from '../../testing/injections.ts';
import { faintTexts } from '../../testing/page-checks.ts';
import { type ShownView, startViewStage } from '../../testing/shown-views.ts';

const h = await startHarness({ TRUST_PROXY: '127.0.0.1' });
const stage = await startViewStage();
const key = h.workspace.secretKey;

const uris = { list: 'ui://footfall/table', get: 'ui://footfall/record' };
const budgetBytes = 60_000;
const mimeType = 'text/html;profile=mcp-app';
const capabilities = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [mimeType] } } };

interface Result {
  tools: { name: string; _meta?: { ui: { resourceUri: string } } }[];
  resources: { uri: string; mimeType: string }[];
  contents: { text: string; mimeType: string; _meta: { ui: { csp: Record<string, string[]> } } }[];
}

async function ask(
  method: string,
  {
    can = {},
    query = '',
    uri,
    as = key,
  }: { can?: object; query?: string; uri?: string; as?: string },
): Promise<Partial<Result> & { error?: { message: string } }> {
  const message = newestMessage(method, uri === undefined ? {} : { uri }, { capabilities: can });
  const answer = await sendMessage(h, as, message, { headers: newestHeaders(method, uri), query });
  const { result, error } = (await answer.json()) as {
    result?: Result;
    error?: { message: string };
  };
  return { ...result, ...(error && { error }) };
}

async function documentOf(tool: keyof typeof uris): Promise<string> {
  const { contents } = await ask('resources/read', { uri: uris[tool] });
  return contents?.[0]?.text ?? '';
}

const shownBy = ({ tools }: Partial<Result>) =>
  Object.fromEntries(
    (tools ?? []).flatMap(({ name, _meta }) => (_meta ? [[name, _meta.ui.resourceUri]] : [])),
  );

test('only a client that shows them lists them', async () => {
  expect(shownBy(await ask('tools/list', {}))).toEqual({});
  expect((await ask('resources/list', {})).resources).toEqual([]);
  const other = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/plain'] } } };
  expect(shownBy(await ask('tools/list', { can: other }))).toEqual({});
  for (const request of [{ can: capabilities }, { query: '?views=1' }]) {
    expect(shownBy(await ask('tools/list', request))).toEqual(uris);
    const { resources } = await ask('resources/list', request);
    expect(resources?.map(({ uri }) => uri)).toEqual(Object.values(uris));
  }
  const older = await agentOf(h, key, { line: '1.x', query: '?views=1' });
  expect(shownBy({ tools: (await older.tools()) as Result['tools'] })).toEqual(uris);
});

test.each([
  ['?tools=search', []],
  ['?tools=search,get', [uris.get]],
])('a connection that may not call a tool has no view of it: %s', async (query, expected) => {
  const { resources } = await ask('resources/list', { can: capabilities, query });
  expect(resources?.map(({ uri }) => uri)).toEqual(expected);
  for (const uri of Object.values(uris)) {
    const { contents, error } = await ask('resources/read', { uri, query });
    if (expected.includes(uri)) expect(contents?.length).toBe(1);
    else expect(error?.message).toContain('no such resource');
  }
});

test('nor has a key without the scope mcp', async () => {
  const { key: narrow } = await h.newKey({ scopes: ['leads:read'] });
  const { contents } = await ask('resources/read', { uri: uris.get, as: narrow });
  expect(contents).toBeUndefined();
});

test.each(Object.values(uris))(
  '%s is one small file that may load and send nothing',
  async (uri) => {
    const { contents = [] } = await ask('resources/read', { uri });
    const [content] = contents;
    expect(content?.mimeType).toBe(mimeType);
    const html = content?.text ?? '';
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(budgetBytes);
    expect(html).toContain("default-src 'none'");
    expect(html).not.toMatch(/https?:\/\/(?!\/)|innerHTML|\beval\(|fetch\(|XMLHttpRequest/);
    expect(Object.values(content?._meta.ui.csp ?? {})).toEqual([[], [], [], []]);
  },
);

/** Somebody who came by a campaign, read, and became a lead. */
function visits(name: string, person: object, at: number): object[] {
  const visitor_id = crypto.randomUUID();
  const session_id = crypto.randomUUID();
  const when = (minute: number) =>
    new Date(Date.now() - at * 86_400_000 + minute * 60_000).toISOString();
  const campaign = { source: 'newsletter', medium: 'email', name };
  const page = (path: string, title: string) => ({
    context: { campaign, page: { url: `https://shop.example${path}`, title } },
  });
  const messageAt = (minute: number, message: object) => ({
    visitor_id,
    session_id,
    timestamp: when(minute),
    ...message,
  });
  return [
    messageAt(0, { type: 'event', name: 'page_view', ...page('/', 'Home') }),
    messageAt(2, { type: 'event', name: 'page_view', ...page('/pricing', 'Pricing') }),
    messageAt(3, { type: 'identify', ...person }),
    messageAt(4, { type: 'event', name: 'page_view', ...page('/case-studies', 'Case studies') }),
    messageAt(5, { type: 'conversion', name: 'signup', value: 490, currency: 'EUR', code: 'DEMO' }),
  ];
}

async function firstOf(agent: Agent, kind: string, include: string[]) {
  const { records } = listed(await agent.call('list', { kind }));
  return agent.call('get', { kind, id: records[0]?.id, include });
}

test('they draw a lead with its person, a company with its timeline, and campaigns', async () => {
  await h.send([
    ...visits('autumn launch', { email: 'grace@acme.example', name: 'Grace Hopper' }, 6),
    ...visits('autumn launch', { email: 'ada@acme.example', name: 'Ada Lovelace' }, 2),
    ...visits('partner webinar', { email: 'alan@other.example', name: 'Alan Turing' }, 1),
  ]);
  await h.settle();
  const agent = await agentOf(h, key);
  const { records: leads } = listed(await agent.call('list', { kind: 'lead' }));
  const answers = {
    lead: await agent.call('get', { kind: 'lead', id: leads[0]?.id }),
    company: await firstOf(agent, 'company', ['activity', 'evidence']),
    campaign: await agent.call('list', { kind: 'campaign_performance' }),
  };
  const [record, table] = await Promise.all([documentOf('get'), documentOf('list')]);
  const company = ['Activity', 'Why this company', 'Viewed Pricing'];
  const campaigns = ['autumn launch', 'partner webinar', '490 EUR'];
  // Each document in either scheme.
  const wanted = [
    ['company', 'dark', record, company],
    ['campaign', 'light', table, campaigns],
    ['campaign', 'dark', table, campaigns],
    ['lead', 'light', record, ['Alan Turing', 'Intent', 'Became a lead']],
  ] as const;
  let last: ShownView | undefined;
  for (const [kind, theme, html, words] of wanted) {
    await last?.page.close();
    last = await stage.show(agent, html, answers[kind], theme);
    for (const word of words) await last.view.waitForSelector(`text=${word}`);
    expect(await last.view.evaluate(faintTexts), `${kind} ${theme}`).toEqual([]);
    expect(last.requests).toEqual([]);
  }
  if (!last) throw new Error('nothing was shown');
  const { page, view } = last;
  await view.getByRole('button', { name: 'Open in Footfall' }).click();
  await expect
    .poll(() => page.evaluate('openedLinks'))
    .toEqual([`${h.config.publicUrl}/app/${h.workspace.id}/leads/${leads[0]?.id}`]);
  await page.close();
});

/** All that a view is made of: nothing of it loads, runs or leads anywhere. */
const harmlessElements = new Set(
  'MAIN HEADER SECTION DIV P H1 H2 H3 DL DT DD UL OL LI SPAN STRONG TIME BUTTON TABLE CAPTION THEAD TBODY TR TH TD'.split(
    ' ',
  ),
);
const whatThereIs = `({
  elements: [...document.querySelectorAll('body *:not(script)')].map(({ tagName }) => tagName),
  attributes: [...document.querySelectorAll('body *')].flatMap((one) => one.getAttributeNames()),
  scripts: document.scripts.length,
})`;

async function expectInert({ page, view, requests }: ShownView, what: string): Promise<void> {
  const { elements, attributes, scripts } = (await view.evaluate(whatThereIs)) as {
    elements: string[];
    attributes: string[];
    scripts: number;
  };
  expect(
    elements.filter((name) => !harmlessElements.has(name)),
    what,
  ).toEqual([]);
  expect(
    attributes.filter((name) => /^on|href|src|action/.test(name)),
    what,
  ).toEqual([]);
  expect([scripts, requests, page.frames().length], what).toEqual([1, [], 2]);
}

const texts = Object.values(injections);

test('text from strangers stays text in them, even if the service had sent it unescaped', async () => {
  const attacked = await h.newWorkspace('Attacked', { trust: 'open' });
  const messages = texts.flatMap((text, at) =>
    visits(text.slice(0, 200), { email: `s${at}@attacked.example`, name: text }, 1),
  );
  for (let at = 0; at < messages.length; at += 100) {
    await h.send(messages.slice(at, at + 100), attacked.productionKey);
  }
  await h.settle();
  const agent = await agentOf(h, attacked.secretKey);
  const all = { limit: 100, max_tokens: 20_000, fields: ['*'] };
  const [record, table] = await Promise.all([documentOf('get'), documentOf('list')]);
  const shown: [string, string, ToolAnswer][] = [
    ['company', record, await firstOf(agent, 'company', ['activity', 'evidence'])],
    ['lead', record, await firstOf(agent, 'lead', [])],
    ['campaigns', table, await agent.call('list', { kind: 'campaign_performance', ...all })],
    ['people', table, await agent.call('list', { kind: 'person', ...all })],
    ...rawAnswers().map(([what, answer]): [string, string, ToolAnswer] => [
      what,
      what === 'raw list' ? table : record,
      answer,
    ]),
  ];
  for (const [what, html, answer] of shown) {
    const view = await stage.show(agent, html, answer);
    expect(view.text.length, what).toBeGreaterThan(20);
    await expectInert(view, what);
    await view.page.close();
  }
});

/** As no service should tell it. */
function rawAnswers(): [string, ToolAnswer][] {
  const records = texts.map((text, at) => ({
    id: String(at),
    name: text,
    untrusted: { [text]: text },
  }));
  const activity = texts.map((what) => ({ type: what, what, who: what, created_at: what }));
  const answer = (structured: Record<string, unknown>) => ({
    structured,
    text: '',
    isError: false,
  });
  const record = {
    ...Object.fromEntries(texts.map((text) => [text, text])),
    constructor: 'x',
    name: texts[0],
  };
  return [
    ['raw list', answer({ kind: texts[0], total: 100, records })],
    [
      'raw record',
      answer({
        kind: texts[1],
        link: 'javascript:alert(1)',
        record,
        activity: { total: 100, records: activity },
      }),
    ],
  ];
}

test('a key that hides personal data draws what it may see', async () => {
  const { id: workspaceId } = await seedCanary(h);
  const { key: hidden } = await h.newKey({ workspaceId, pii: 'hidden' });
  const agent = await agentOf(h, hidden);
  const { records: leads } = listed(await agent.call('list', { kind: 'lead' }));
  const answer = await agent.call('get', { kind: 'lead', id: leads[0]?.id });
  const { page, view } = await stage.show(agent, await documentOf('get'), answer);
  await view.waitForSelector('text=(hidden)');
  expect(await view.innerText('main')).not.toMatch(canaries);
  await page.close();
});
