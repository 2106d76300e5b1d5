/* Sessions and events as they are listed: by whom, when and where, exactly, and a visit with its pages. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { faultsIn, pageIn, type Row, recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness({ trust: 'open' });
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

interface View {
  visitor_id: string;
  session_id?: string;
  at: string;
  url?: string;
  title?: string;
  referrer?: string;
}

const view = ({ visitor_id, session_id, at, url, title, referrer }: View) => ({
  type: 'event',
  name: 'page_view',
  visitor_id,
  session_id,
  timestamp: at,
  context: { page: { url: url ?? 'https://shop.example/', title, referrer } },
});

async function newRest() {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const list = async (path: string) => pageIn(await rest.get(path));
  const idsOf = async (path: string) => {
    const { data, pagination } = await list(path);
    expect(pagination.total, path).toBe(data.length);
    return data.map(({ id }) => id);
  };
  return {
    workspace,
    rest,
    list,
    idsOf,
    send: (m: object[]) => h.send(m, workspace.productionKey),
  };
}

test('sessions are found by visitor, person, company, source, first page and time', async () => {
  const { send, idsOf, rest, list } = await newRest();
  const [one, two] = [randomUUID(), randomUUID()];
  const [early, late, shared] = [randomUUID(), randomUUID(), randomUUID()];
  await send([
    view({
      visitor_id: one,
      session_id: early,
      at: ago(3 * dayMs),
      url: 'https://shop.example/a?x',
    }),
    view({
      visitor_id: one,
      session_id: shared,
      at: ago(dayMs),
      referrer: 'https://news.example/',
    }),
    view({ visitor_id: two, session_id: shared, at: ago(2 * dayMs) }),
    view({ visitor_id: two, session_id: late, at: ago(20 * dayMs) }),
    {
      type: 'identify',
      visitor_id: one,
      session_id: shared,
      timestamp: ago(dayMs),
      email: 'ada@siemens.com',
    },
  ]);
  await h.settle();
  // The last week, newest first.
  expect(await idsOf('/sessions')).toEqual([shared, shared, early]);
  expect(await idsOf(`/sessions?created_after=${ago(30 * dayMs)}`)).toEqual([
    shared,
    shared,
    early,
    late,
  ]);
  expect(await idsOf(`/sessions?created_before=${ago(1.5 * dayMs)}`)).toEqual([shared, early]);
  expect(await idsOf(`/sessions?visitor_id=${two}`)).toEqual([shared, late]);
  const [person] = (await list('/identities')).data;
  expect(await idsOf(`/sessions?identity_id=${person?.id}`)).toEqual([shared, early]);
  const [company] = (await list('/companies')).data;
  expect(await idsOf(`/sessions?company_id=${company?.id}`)).toEqual([shared, early]);
  expect(await idsOf('/sessions?source=referral')).toEqual([shared]);
  expect(await idsOf('/sessions?entry_page=https://shop.example/a')).toEqual([early]);
  expect(await idsOf('/sessions?country=Nowhere')).toEqual([]);
  expect(await idsOf('/sessions?test=true')).toEqual([]);
  expect(faultsIn(await rest.get('/sessions?created_after=2020-01-01'))).toEqual([
    'query.created_after',
  ]);
  // Two visits under one id.
  for (const visitor of [one, two]) {
    const session = recordIn(await rest.get(`/sessions/${shared}?visitor_id=${visitor}`));
    expect(session).toMatchObject({ id: shared, visitor_id: visitor });
  }
  expect(recordIn(await rest.get(`/sessions/${shared}`))).toMatchObject({ visitor_id: one });
  expect((await rest.get(`/sessions/${shared}?visitor_id=${randomUUID()}`)).status).toBe(404);
});

test('lists of visits show the first 100 pages of each with expand=pages, as the visit does', async () => {
  const { rest, send } = await newRest();
  const [visitor_id, other] = [randomUUID(), randomUUID()];
  const visits = [randomUUID(), randomUUID(), randomUUID()];
  const views = visits.flatMap((session_id, n) =>
    Array.from({ length: [3, 1, 130][n] ?? 0 }, (_, page) =>
      view({
        visitor_id: n === 1 ? other : visitor_id,
        session_id,
        at: ago((n + 1) * 5 * 60 * minuteMs - page * 20_000),
        title: `page ${page}`,
      }),
    ),
  );
  await send(views.slice(0, 100));
  await send(views.slice(100));
  const expectPages = async (path: string, count: number) => {
    const expanded = pageIn(await rest.get(`${path}?expand=pages&sort=-created_at`)).data;
    const plain = pageIn(await rest.get(path)).data;
    expect(expanded).toHaveLength(count);
    for (const [place, { pages, ...session }] of expanded.entries()) {
      expect(session).toEqual(plain[place]);
      const whole = recordIn(
        await rest.get(`/sessions/${session.id}?visitor_id=${session.visitor_id}`),
      );
      expect(pages).toEqual((whole.pages as unknown[]).slice(0, 100));
    }
  };
  await expectPages('/sessions', 3);
  await expectPages(`/visitors/${visitor_id}/sessions`, 2);
});

test('a visit shows its pages in order, with the seconds on each, whatever order they arrived in', async () => {
  const { send, rest } = await newRest();
  const [visitor_id, session_id] = [randomUUID(), randomUUID()];
  const start = Date.now() - 60 * minuteMs;
  const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();
  const views = [
    view({ visitor_id, session_id, at: at(0), url: 'https://shop.example/', title: 'Home' }),
    view({ visitor_id, session_id, at: at(30), url: 'https://shop.example/a', title: 'A' }),
    view({ visitor_id, session_id, at: at(75), url: 'https://shop.example/', title: 'Home' }),
  ];
  await send([
    ...views.toReversed(),
    { type: 'event', name: 'click', visitor_id, session_id, timestamp: at(40) },
    { type: 'session', action: 'end', visitor_id, session_id, timestamp: at(95) },
  ]);
  const { pages } = recordIn(await rest.get(`/sessions/${session_id}`)) as Row & { pages: Row[] };
  expect(pages.map(({ title, seconds }) => [title, seconds])).toEqual([
    ['Home', 30],
    ['A', 45],
    ['Home', 20],
  ]);
});

test('events are found by visitor, session, name, page and time, whatever their clocks', async () => {
  const { send, idsOf, list, rest } = await newRest();
  const [visitor_id, session_id] = [randomUUID(), randomUUID()];
  const own = { visitor_id, session_id };
  await send([
    view({ ...own, at: ago(2 * dayMs), url: 'https://shop.example/a' }),
    { type: 'event', name: 'signup', ...own, timestamp: ago(dayMs) },
    // By nobody's clock: its own id, without a time in it.
    { type: 'event', name: 'imported', ...own, message_id: 'row 17' },
    view({ visitor_id: randomUUID(), at: ago(3 * dayMs) }),
    { type: 'session', action: 'heartbeat', ...own, engaged_ms: 10 },
  ]);
  const names = (await list('/events')).data.map(({ name }) => name);
  expect(names).toEqual(['imported', 'signup', 'page_view', 'page_view']);
  const some = await list('/events?limit=2&offset=1');
  expect(some.pagination.total).toBe(4);
  expect(some.data.map(({ name }) => name)).toEqual(['signup', 'page_view']);
  expect(await idsOf('/events?name=imported')).toHaveLength(1);
  expect(await idsOf(`/events?visitor_id=${visitor_id}`)).toHaveLength(3);
  expect(await idsOf(`/events?session_id=${session_id}`)).toHaveLength(3);
  expect(await idsOf(`/events?session_id=${session_id}&visitor_id=${randomUUID()}`)).toEqual([]);
  expect(await idsOf('/events?page=https://shop.example/a')).toHaveLength(1);
  expect(await idsOf(`/events?created_after=${ago(1.5 * dayMs)}`)).toHaveLength(2);
  expect(
    await idsOf(`/events?visitor_id=${visitor_id}&created_before=${ago(dayMs / 2)}`),
  ).toHaveLength(2);
  expect(faultsIn(await rest.get(`/events?created_after=${ago(9 * dayMs)}`))).toEqual([
    'query.created_after',
  ]);
});

test('what a visitor and a company did reads as what a person did, with who it was', async () => {
  const { send, rest, list } = await newRest();
  const [ada, guest] = [randomUUID(), randomUUID()];
  await send([
    view({ visitor_id: ada, at: ago(3 * minuteMs), title: 'Pricing' }),
    {
      type: 'identify',
      visitor_id: ada,
      timestamp: ago(2 * minuteMs),
      email: 'ada@siemens.com',
      name: 'Ada',
    },
    view({ visitor_id: guest, at: ago(minuteMs), title: 'Home' }),
  ]);
  await h.settle();
  const sentences = async (path: string) => {
    const { data, pagination } = await list(path);
    expect(pagination.total).toBe(data.length);
    return data.map(({ who, what }) => `${who}: ${what}`);
  };
  const [person] = (await list('/identities')).data;
  const [company] = (await list('/companies')).data;
  const ofAda = await sentences(`/identities/${person?.id}/activity`);
  expect(ofAda).toContain('Ada: Viewed Pricing');
  expect(await sentences(`/visitors/${ada}/activity`)).toEqual(ofAda);
  expect(await sentences(`/companies/${company?.id}/activity`)).toEqual(ofAda);
  expect(await sentences(`/visitors/${guest}/activity`)).toEqual([
    'Anonymous visitor: Viewed Home',
    'Anonymous visitor: Started a visit on /',
  ]);
  expect((await list(`/visitors/${ada}/activity?test=true`)).data).toEqual([]);
  expect((await rest.get(`/companies/${randomUUID()}/activity`)).status).toBe(404);
});
