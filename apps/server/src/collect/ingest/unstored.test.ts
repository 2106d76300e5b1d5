/* Messages of pages whose browser keeps nothing, so that each page has ids of its own: who is whom. */
import { randomUUID } from 'node:crypto';
import type { IngestAnswer } from '@footfall/contract/ingest';
import { expect, test } from 'vitest';
import { changeSettings } from '../../accounts/workspaces/settings.ts';
import { checkStats } from '../../stats/check.ts';
import { settleAll } from '../../testing/counted-history.ts';
import { startHarness, type TestWorkspace } from '../../testing/harness.ts';
import { pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { visitsOf } from '../../testing/visits-of.ts';

const h = await startHarness({ TRUST_PROXY: '127.0.0.1' }, { cookieless: 'allow' });

const site = 'https://shop.example';
const tags = { campaign: { name: 'spring', source: 'news', medium: 'email' } };
/** Some minutes ago. */
const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

interface From {
  workspace: TestWorkspace;
  ip?: string;
  headers?: Record<string, string>;
}

async function send(messages: object[], { workspace, ip = '203.0.113.7', headers }: From) {
  const answer = await h.fetch('/ingest/batch', {
    method: 'POST',
    headers: {
      'x-svc-key': workspace.productionKey,
      'x-forwarded-for': ip,
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'accept-language': 'en',
      origin: site,
      ...headers,
    },
    body: JSON.stringify({ batch: messages }),
  });
  return ((await answer.json()) as IngestAnswer).data;
}

/** What the script sends of a page: the start of a visit, the view, and the attention at the end. */
function pageOf(path: string, minutesAgo: number, context: object = {}) {
  const ids = { visitor_id: randomUUID(), session_id: randomUUID() };
  const message = (minutes: number, more: object) => ({
    ...more,
    ...ids,
    message_id: randomUUID(),
    unstored: true,
    timestamp: at(minutes),
    context: { ...context, page: { url: site + path } },
  });
  return {
    ...ids,
    message,
    all: [
      message(minutesAgo, { type: 'session', action: 'start' }),
      message(minutesAgo, { type: 'event', name: 'page_view' }),
      message(minutesAgo - 1, { type: 'session', action: 'heartbeat', engaged_ms: 20_000 }),
    ],
  };
}

const journey = () => [pageOf('/landing', 9, tags), pageOf('/second', 7), pageOf('/third', 5)];

test('pages are one visitor in one visit, with the campaign of the first', async () => {
  const workspace = await h.newWorkspace();
  for (const { all, visitor_id, session_id } of journey()) {
    const { accepted, ignored, results } = await send(all, { workspace });
    expect({ accepted, ignored }).toEqual({ accepted: 1, ignored: 2 });
    expect(results[0]).toMatchObject({
      status: 'ignored',
      reason: 'unstored: session messages are ignored if the browser stores nothing',
    });
    expect(results[1]?.visitor_id).not.toBe(visitor_id);
    expect(results[1]?.session_id).not.toBe(session_id);
  }
  const { visitors, visits } = await visitsOf(h, workspace);
  expect(visitors).toMatchObject([{ source: 'campaign', campaign: tags.campaign }]);
  expect(visits).toMatchObject([
    {
      entry_url: `${site}/landing`,
      exit_url: `${site}/third`,
      page_view_count: 3,
      event_count: 3,
      source: 'campaign',
    },
  ]);
  await settleAll(h, workspace);
  expect(await h.db.workspace(workspace.id, (tx) => checkStats(tx, workspace.id))).toEqual([]);
});

test('it is the visitor of pages without ids, of the same address alone', async () => {
  const workspace = await h.newWorkspace();
  const view = () => pageOf('/', 1).message(1, { type: 'event', name: 'page_view' });
  const visitorOf = async (message: object, ip?: string) => {
    const { results } = await send([message], ip ? { workspace, ip } : { workspace });
    return results[0]?.visitor_id;
  };
  const { visitor_id: _, session_id: __, unstored: ___, ...nameless } = view();
  const visitorId = await visitorOf({ ...nameless, cookieless: true });
  expect(await visitorOf(view())).toBe(visitorId);
  const other = await visitorOf(view(), '203.0.113.8');
  expect(other).not.toBe(visitorId);
  // Whom a stranger names makes no difference.
  const stranger = await visitorOf(view(), '203.0.113.9');
  for (const visitor_id of [visitorId, other]) {
    expect(await visitorOf({ ...view(), visitor_id }, '203.0.113.9')).toBe(stranger);
  }
  expect([visitorId, other]).not.toContain(stranger);
});

test('nobody takes over the visit of the day by saying both', async () => {
  const workspace = await h.newWorkspace();
  const [first, second] = journey();
  await send(first?.all ?? [], { workspace });
  const start = { type: 'session', action: 'start', cookieless: true };
  await send([second?.message(7, start) ?? {}], { workspace });
  const { visitors, visits } = await visitsOf(h, workspace);
  expect(visitors.map(({ id }) => id)).not.toContain(second?.visitor_id);
  expect(visits).toMatchObject([{ entry_url: `${site}/landing`, page_view_count: 1 }]);
});

test('an identify and a conversion belong to that visitor', async () => {
  const workspace = await h.newWorkspace();
  const [landing, second] = journey();
  const email = 'ada@engines.example';
  await send(landing?.all ?? [], { workspace });
  await send(
    [
      second?.message(7, { type: 'event', name: 'page_view' }) ?? {},
      second?.message(6, { type: 'identify', name: 'Ada', email }) ?? {},
      second?.message(6, { type: 'conversion', name: 'trial' }) ?? {},
    ],
    { workspace },
  );
  const { visitors } = await visitsOf(h, workspace);
  const rest = restOf(h, workspace.secretKey);
  const [person] = pageIn(await rest.get('/identities')).data;
  expect(person).toMatchObject({ email });
  expect(visitors).toMatchObject([{ identity_id: person?.id, source: 'campaign' }]);
  const [conversion] = pageIn(await rest.get('/conversions')).data;
  expect(conversion).toMatchObject({ visitor_id: visitors[0]?.id });
});

test('without the setting each page is a visitor, and nothing is refused', async () => {
  const workspace = await h.newWorkspace();
  await h.db.system((tx) => changeSettings(tx, workspace.id, { cookieless: 'refuse' }));
  const pages = journey();
  for (const { all } of pages) {
    expect(await send(all, { workspace })).toMatchObject({ accepted: 3, rejected: 0 });
  }
  const { visitors, visits } = await visitsOf(h, workspace);
  const ids = (field: 'visitor_id' | 'session_id') => pages.map((page) => page[field]).sort();
  expect(visitors.map(({ id }) => id).sort()).toEqual(ids('visitor_id'));
  expect(visits.map(({ id }) => id).sort()).toEqual(ids('session_id'));
});

test('a relaying backend gets no addresses, and the ids stay', async () => {
  const workspace = await h.newWorkspace();
  const { all, visitor_id, session_id } = pageOf('/', 1);
  const answer = await h.fetch('/ingest/batch', {
    method: 'POST',
    headers: { 'x-svc-key': workspace.productionKey },
    body: JSON.stringify({ batch: all }),
  });
  const { data } = (await answer.json()) as IngestAnswer;
  expect(data).toMatchObject({ accepted: 3 });
  expect(data.results[1]).toMatchObject({ visitor_id, session_id });
  await h.settle();
  const rest = restOf(h, workspace.secretKey);
  expect(recordIn(await rest.get(`/visitors/${visitor_id}`))).toMatchObject({ id: visitor_id });
});

test('a signal of the browser, and consent that is refused, stay a refusal', async () => {
  const workspace = await h.newWorkspace();
  await h.db.system((tx) => changeSettings(tx, workspace.id, { privacy_signals: 'refuse' }));
  const { all } = pageOf('/', 1, { consent: 'granted' });
  for (const signal of ['sec-gpc', 'dnt']) {
    expect(await send(all, { workspace, headers: { [signal]: '1' } })).toMatchObject({
      ignored: 3,
    });
  }
  const refused = pageOf('/', 1, { consent: { analytics: false } });
  expect(await send(refused.all, { workspace })).toMatchObject({ ignored: 3, accepted: 0 });
  expect((await visitsOf(h, workspace)).visitors).toEqual([]);
});
