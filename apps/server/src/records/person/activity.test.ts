/* What was done, page by page: by cursor as by offset, of a time as of all, and while more comes in. */
import { expect, test } from 'vitest';
import { orderedPageOf } from '../../platform/resource-kit/paging.ts';
import { randomHistory } from '../../testing/random-history.ts';
import { pageIn, type Row, restOf } from '../../testing/rest.ts';
import { seedsFrom } from '../../testing/rounds.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { rowsReadBy } from '../../testing/tables.ts';
import { activityPage } from './activity.ts';

const h = await sharedHarness({ trust: 'open' });

type Rest = ReturnType<typeof restOf>;

/** `between`: done once, after the first page. */
async function readAll(rest: Rest, path: string, query: object, between?: () => Promise<unknown>) {
  const all: Row[] = [];
  let cursor: string | null | undefined = '';
  while (typeof cursor === 'string') {
    const parameters = new URLSearchParams({ limit: '15', ...query, cursor });
    const { data, pagination } = pageIn(await rest.get(`${path}?${parameters}`));
    if (all.length === 0) await between?.();
    all.push(...data);
    cursor = pagination.next_cursor;
  }
  return all;
}

/** By offset, newest first. */
async function wholeOf(rest: Rest, path: string) {
  const all: Row[] = [];
  for (let total = 1; all.length < total; ) {
    const page = pageIn(await rest.get(`${path}?limit=100&offset=${all.length}`));
    total = page.pagination.total;
    all.push(...page.data);
  }
  return all;
}

test.each(seedsFrom(1))(
  'by cursor, in either order, and of a time, in history %i',
  async (seed) => {
    const workspace = await h.newWorkspace();
    const rest = restOf(h, workspace.secretKey);
    await h.send(randomHistory(seed, 150, Date.now() - 3_600_000), workspace.productionKey);
    await h.settle();
    let most = 0;
    for (const kind of ['identities', 'visitors', 'companies']) {
      for (const { id } of pageIn(await rest.get(`/${kind}?limit=2`)).data) {
        const path = `/${kind}/${id}/activity`;
        const whole = await wholeOf(rest, path);
        most = Math.max(most, whole.length);
        expect(await readAll(rest, path, {})).toEqual(whole);
        expect(await readAll(rest, path, { sort: 'created_at' })).toEqual(whole.toReversed());
        // The bounds are exclusive, and records show no fractions: of the seconds at the ends some are there.
        const [after = 0, before = 0] = [0.7, 0.2].map((part) =>
          Date.parse(String(whole[Math.floor(whole.length * part)]?.created_at)),
        );
        const range = {
          created_after: new Date(after).toISOString(),
          created_before: new Date(before).toISOString(),
        };
        const rows = await readAll(rest, path, range);
        const inside = ({ created_at }: Row) =>
          Date.parse(String(created_at)) > after && Date.parse(String(created_at)) < before;
        expect(rows.filter(inside)).toEqual(whole.filter(inside));
        const atEnd = rows.filter((row) => !inside(row));
        expect(atEnd.filter(({ created_at }) => Date.parse(String(created_at)) !== after)).toEqual(
          [],
        );
        const query = new URLSearchParams({ ...range, limit: '1' });
        expect(pageIn(await rest.get(`${path}?${query}`)).pagination.total).toBe(rows.length);
      }
    }
    expect(most).toBeGreaterThan(30);
  },
);

test('a total reads events of those visits alone that do not know what was done in them', async () => {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const visitor_id = '0190aaaa-0000-7000-8000-000000000003';
  const at = (hour: number, minute: number) =>
    new Date(Date.UTC(2026, 4, 1, hour, minute)).toISOString();
  const ofVisit = (hour: number) => [
    ...[0, 1, 2, 3].map((minute) => ({
      type: 'event',
      name: 'page_view',
      timestamp: at(hour, minute),
    })),
    { type: 'session', action: 'heartbeat', engaged_ms: 9_000, timestamp: at(hour, 4) },
  ];
  const visits = Array.from({ length: 20 }, (_, hour) => {
    const session_id = `0190bbbb-0000-7000-8000-${String(hour).padStart(12, '0')}`;
    return ofVisit(hour).map((message) => ({ ...message, visitor_id, session_id }));
  });
  // Each of them alone, and some together: visits are made, and grow.
  await h.send(
    visits.flatMap(([first]) => first ?? []),
    workspace.productionKey,
  );
  await h.send(
    visits.flatMap((messages) => messages.slice(1)),
    workspace.productionKey,
  );
  const path = `/visitors/${visitor_id}/activity`;
  const totalOf = async (query = '') =>
    pageIn(await rest.get(`${path}?limit=1${query}`)).pagination.total;
  const cut = `&created_after=${at(3, 1)}&created_before=${at(9, 2)}`;
  expect(await totalOf()).toBe(100);
  expect(await totalOf(cut)).toBe(2 + 5 * 5 + 3);
  const of = { visitorId: visitor_id, isTest: false };
  const read = await h.db.workspace(workspace.id, (tx) =>
    rowsReadBy(tx, ['events'], () =>
      activityPage(tx, workspace.id, of, {}, orderedPageOf({ limit: 1 })),
    ),
  );
  expect(read).toBeLessThan(20);
  // As an older process would have stored them, or added to them.
  await h.db.workspace(
    workspace.id,
    (tx) => tx`
      update sessions set counted_messages = counted_messages - 2, activity_count = activity_count - 1
      where workspace_id = ${workspace.id} and id > ${visits[9]?.[0]?.session_id ?? ''}`,
  );
  expect(await totalOf()).toBe(100);
  expect(await totalOf(cut)).toBe(2 + 5 * 5 + 3);
});

test('cursor pages are stable while activity arrives', async () => {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const visitor_id = '0190aaaa-0000-7000-8000-000000000001';
  const view = (minutesAgo: number, title: string) => ({
    type: 'event',
    name: 'page_view',
    visitor_id,
    timestamp: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    context: { page: { url: `https://shop.example/${title}`, title } },
  });
  const views = Array.from({ length: 20 }, (_, n) => view(40 * (20 - n), `page${n}`));
  await h.send(views, workspace.productionKey);
  const path = `/visitors/${visitor_id}/activity`;
  const before = await wholeOf(rest, path);
  const later = () => h.send(view(1, 'later'), workspace.productionKey);
  expect(await readAll(rest, path, {}, later)).toEqual(before);
  const after = await wholeOf(rest, path);
  expect(after.length).toBeGreaterThan(before.length);
  expect(after.slice(after.length - before.length)).toEqual(before);
});

test('the consents of a visitor are read by cursor', async () => {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const visitor_id = '0190aaaa-0000-7000-8000-000000000002';
  const consents = [
    { analytics: true },
    { analytics: false, ads: false },
    { analytics: true, ads: true },
  ];
  // Two of them at once.
  const messages = consents.map((consent, n) => ({
    type: 'event',
    name: 'page_view',
    visitor_id,
    timestamp: new Date(Date.now() - (n === 0 ? 120_000 : 60_000)).toISOString(),
    context: { consent },
  }));
  await h.send(messages, workspace.productionKey);
  const path = `/visitors/${visitor_id}/consents`;
  const whole = await wholeOf(rest, path);
  expect(whole).toHaveLength(3);
  expect(await readAll(rest, path, { limit: '1' })).toEqual(whole);
  expect(await readAll(rest, path, { limit: '1', sort: 'last_given_at' })).toEqual(
    whole.toReversed(),
  );
});
