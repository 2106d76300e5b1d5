/* Messages without a visitor's id: who is whom for a day, and what becomes of the visit when the browser has an id. */
import { randomUUID } from 'node:crypto';
import type { IngestAnswer } from '@footfall/contract/ingest';
import { expect, test } from 'vitest';
import { forgetNetworkSecrets } from '../../accounts/workspaces/network-secrets.ts';
import { changeSettings } from '../../accounts/workspaces/settings.ts';
import { checkStats } from '../../stats/check.ts';
import { settleAll } from '../../testing/counted-history.ts';
import { startHarness, type TestWorkspace } from '../../testing/harness.ts';
import { injectRequest } from '../../testing/inject-request.ts';
import { appStarter } from '../../testing/limited-apps.ts';
import { pageIn, restOf } from '../../testing/rest.ts';
import { visitsOf } from '../../testing/visits-of.ts';

const h = await startHarness({ TRUST_PROXY: '127.0.0.1' }, { cookieless: 'allow' });
const startApp = appStarter(h);

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const site = 'https://shop.example';
/** Some minutes ago. */
const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const view = (path: string, more: object = {}) => ({
  type: 'event',
  name: 'page_view',
  cookieless: true,
  ...more,
  context: { page: { url: site + path }, ...('context' in more ? (more.context as object) : {}) },
});

interface From {
  ip?: string;
  agent?: string;
  origin?: string | null;
  workspace?: TestWorkspace;
  headers?: Record<string, string>;
}

async function send(
  messages: object[],
  {
    ip = '203.0.113.7',
    agent = firefox,
    origin = site,
    workspace = h.workspace,
    headers,
  }: From = {},
) {
  const answer = await h.fetch('/ingest/batch', {
    method: 'POST',
    headers: {
      'x-svc-key': workspace.productionKey,
      'x-forwarded-for': ip,
      'user-agent': agent,
      'accept-language': 'en',
      ...(origin && { origin }),
      ...headers,
    },
    body: JSON.stringify({ batch: messages }),
  });
  return ((await answer.json()) as IngestAnswer).data;
}

async function visitorOf(message: object, from?: From) {
  const { results } = await send([message], from);
  expect(results).toMatchObject([{ status: 'accepted' }]);
  return results[0]?.visitor_id;
}

test('one visitor for an address, a browser and a site on a day, and another for each other', async () => {
  const workspace = await h.newWorkspace();
  const visitorId = await visitorOf(view('/a'), { workspace });
  expect(await visitorOf(view('/b'), { workspace })).toBe(visitorId);
  const others = [
    await visitorOf(view('/a'), { workspace, ip: '203.0.113.8' }),
    await visitorOf(view('/a'), { workspace, agent: chrome }),
    await visitorOf(view('', { context: { page: { url: 'https://other.example/' } } }), {
      workspace,
    }),
    await visitorOf(view('/a'), { workspace: await h.newWorkspace() }),
  ];
  expect(new Set([visitorId, ...others]).size).toBe(5);
  await h.settle();
  const rest = restOf(h, workspace.secretKey);
  // The two pages are one visit, and the address is shortened as ever.
  const { data } = pageIn(await rest.get(`/visitors/${visitorId}/sessions`));
  expect(data).toMatchObject([{ page_view_count: 2, entry_url: `${site}/a`, ip: '203.0.113.0' }]);
});

test('another process computes the same visitor id, and another day a new one', async () => {
  const workspace = await h.newWorkspace();
  const visitorId = await visitorOf(view('/a'), { workspace });
  const ask = async () => {
    const app = await startApp();
    const answer = await injectRequest(app, {
      method: 'POST',
      url: '/ingest',
      remoteAddress: '127.0.0.1',
      headers: {
        'x-svc-key': workspace.productionKey,
        'x-forwarded-for': '203.0.113.7',
        'user-agent': firefox,
        origin: site,
      },
      payload: view('/b'),
    });
    return answer.json<IngestAnswer>().data.results[0]?.visitor_id;
  };
  expect(await ask()).toBe(visitorId);
  // The day goes by: its secret is thrown away, and nobody can make the id again.
  await h.db.system(async (tx) => {
    await tx`update network_secrets set day = day - 2 where workspace_id = ${workspace.id}`;
    await forgetNetworkSecrets(tx);
    expect(await tx`select from network_secrets where workspace_id = ${workspace.id}`).toEqual([]);
  });
  expect(await ask()).not.toBe(visitorId);
});

test('it is for pages, where the workspace allows it', async () => {
  const workspace = await h.newWorkspace();
  const refusalOf = async (from: From) => (await send([view('/a')], from)).results[0];
  expect(await refusalOf({ workspace, origin: null })).toMatchObject({
    status: 'rejected',
    error: expect.stringContaining('cookieless: is only for web pages'),
  });
  const strict = await h.newWorkspace();
  await h.db.system((tx) => changeSettings(tx, strict.id, { cookieless: 'refuse' }));
  expect(await refusalOf({ workspace: strict })).toMatchObject({
    status: 'rejected',
    error:
      'cookieless: the workspace does not allow visitors without an id. An admin can allow them in the settings',
  });
  const heeding = await h.newWorkspace();
  await h.db.system((tx) => changeSettings(tx, heeding.id, { privacy_signals: 'refuse' }));
  for (const signal of ['sec-gpc', 'dnt']) {
    const headers = { [signal]: '1' };
    expect(await refusalOf({ workspace: heeding, headers })).toMatchObject({ status: 'ignored' });
  }
});

test('an identified cookieless visitor stays the visitor of that day', async () => {
  const workspace = await h.newWorkspace();
  const visitorId = await visitorOf(view('/a'), { workspace });
  const email = 'ada@engines.example';
  expect(
    await visitorOf({ ...view('/a'), type: 'identify', name: 'Ada', email }, { workspace }),
  ).toBe(visitorId);
  await h.settle();
  const rest = restOf(h, workspace.secretKey);
  const [person] = pageIn(await rest.get('/identities')).data;
  expect(person).toMatchObject({ email });
  expect(pageIn(await rest.get('/visitors')).data).toMatchObject([
    { id: visitorId, identity_id: person?.id },
  ]);
});

const tags = { campaign: { name: 'spring', source: 'news', medium: 'email' } };

/** Two pages without an id; the browser has one from the second on. */
function journey() {
  const visitor_id = randomUUID();
  const own = { visitor_id, session_id: randomUUID(), cookieless: undefined };
  const landing = view('/landing', {
    timestamp: at(9),
    message_id: randomUUID(),
    context: { page: { url: `${site}/landing`, referrer: 'https://news.example/' }, ...tags },
  });
  const second = view('/second', { timestamp: at(8), message_id: randomUUID() });
  const goesOn = {
    ...view('/second', { timestamp: at(7), message_id: randomUUID() }),
    ...own,
    type: 'session',
    action: 'start',
    cookieless: true,
  };
  const third = view('/third', { ...own, timestamp: at(6), message_id: randomUUID() });
  return { visitor_id, session_id: own.session_id, all: [landing, second, goesOn, third] };
}

test.each([
  ['one after another', [[0], [1], [2], [3]]],
  ['all at once', [[0, 1, 2, 3]]],
  ['the last page before the word that it goes on', [[0, 1], [3], [2]]],
])('a browser that gets an id continues its visit: %s', async (_, order) => {
  const workspace = await h.newWorkspace();
  const { visitor_id, session_id, all } = journey();
  for (const places of order) {
    await send(
      places.map((place) => all[place] ?? {}),
      { workspace },
    );
    await h.settle();
  }
  const { visitors, visits } = await visitsOf(h, workspace);
  expect(visitors).toMatchObject([
    {
      id: visitor_id,
      source: 'campaign',
      entry_url: `${site}/landing`,
      referrer: 'https://news.example/',
      campaign: tags.campaign,
    },
  ]);
  expect(visits).toMatchObject([
    {
      id: session_id,
      entry_url: `${site}/landing`,
      exit_url: `${site}/third`,
      page_view_count: 3,
      event_count: 4,
      source: 'campaign',
      campaign: tags.campaign,
      browser: 'Firefox',
    },
  ]);
  await settleAll(h, workspace);
  expect(await h.db.workspace(workspace.id, (tx) => checkStats(tx, workspace.id))).toEqual([]);
});

test('messages in flight without an id join the visit of the new id', async () => {
  const workspace = await h.newWorkspace();
  const { all, session_id } = journey();
  for (const place of [3, 2, 0, 1]) {
    await send([all[place] ?? {}], { workspace });
    await h.settle();
  }
  // Some minutes later.
  await h.db.workspace(
    workspace.id,
    (tx) => tx`update jobs set run_at = now() where kind = 'upgrades'`,
  );
  const { visitors, visits } = await visitsOf(h, workspace);
  expect(visitors).toMatchObject([{ source: 'campaign', entry_url: `${site}/landing` }]);
  expect(visits).toMatchObject([
    { id: session_id, entry_url: `${site}/landing`, page_view_count: 3, campaign: tags.campaign },
  ]);
});

test('nobody continues the visit of another address, an earlier hour or a known person', async () => {
  const workspace = await h.newWorkspace();
  const stranger = journey();
  await send(stranger.all.slice(0, 2), { workspace });
  await send(stranger.all.slice(2), { workspace, ip: '203.0.113.8' });
  const late = journey();
  await send([{ ...late.all[0], timestamp: at(60) }], { workspace, ip: '203.0.113.9' });
  await send(late.all.slice(2), { workspace, ip: '203.0.113.9' });
  const named = journey();
  const ada = { type: 'identify', email: 'ada@engines.example', timestamp: at(8) };
  await send([named.all[0] ?? {}, view('/', ada), ...named.all.slice(2)], {
    workspace,
    ip: '203.0.113.10',
  });
  const { visits } = await visitsOf(h, workspace);
  const entries = visits.map(({ entry_url }) => entry_url).sort();
  expect(entries).toEqual(
    ['/landing', '/landing', '/landing', '/second', '/second', '/second'].map(
      (path) => site + path,
    ),
  );
});

test('later events of a colleague behind the same address stay theirs', async () => {
  const workspace = await h.newWorkspace();
  const { all, visitor_id } = journey();
  await send(all, { workspace });
  await send([view('/colleague', { timestamp: at(5) })], { workspace });
  const { visitors, visits } = await visitsOf(h, workspace);
  expect(visits.map(({ page_view_count }) => page_view_count).sort()).toEqual([1, 3]);
  expect(visitors.map(({ id }) => id)).toContain(visitor_id);
  await send(all, { workspace });
  expect(await visitsOf(h, workspace)).toEqual({ visitors, visits });
});
