/* Old events go, and nothing that was made of them changes: neither then nor by what comes later. */
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { changeSettings, settingsFreshForMs } from '../../accounts/workspaces/settings.ts';
import { buildApp } from '../../app.ts';
import { enqueueJobs, type JobKind } from '../../platform/jobs/queue.ts';
import { enqueueEverybody } from '../../records/person/outdated-scores.ts';
import { startHarness } from '../../testing/harness.ts';
import { randomHistory, seededRandom, shuffled } from '../../testing/random-history.ts';
import { readEverything } from '../../testing/read-everything.ts';
import { pageIn, type Rest, recordIn, restOf } from '../../testing/rest.ts';
import { seedsFrom } from '../../testing/rounds.ts';
import { until } from '../../testing/service-process.ts';
import { SLOW } from '../../testing/slow.ts';
import { tablesWith } from '../../testing/tables.ts';
import { keepRetention } from './keep-retention.ts';

const h = await startHarness();
const rest = restOf(h);
const tables = await tablesWith(h.db, 'is_test');
const { id: workspaceId } = h.workspace;
const seeds = seedsFrom(1);
/** Where one history is tried, a shorter one. */
const [size, lateSize] = seeds.length > 1 ? [40, 12] : [20, 6];
const endMs = Date.now() - 60 * 60_000;

type Message = Record<string, unknown>;
const timeOf = ({ timestamp }: Message) => Date.parse(String(timestamp));

/** Of what messages made, in one order; the messages themselves are gone, with the titles of their pages. */
async function readAll(from: Rest): Promise<Record<string, unknown>> {
  const reads = await readEverything(async (path) => {
    if (/^\/(events|changes|identity-overrides|audit-log)|\/activity\?|[?&]sort=/.test(path))
      return '{"data":[]}';
    const { status, text } = await from.get(path);
    expect(status, `${path}: ${text}`).toBe(200);
    return path.includes('/sessions') ? text.replaceAll(/"title":"[^"]*"/g, '"title":""') : text;
  });
  return Object.fromEntries(Object.entries(reads).map(([path, text]) => [path, JSON.parse(text)]));
}

/** Asks for everything that is made of messages to be made anew. */
async function askForAll(): Promise<void> {
  await h.db.upkeep(async (tx) => {
    const sessions = await tx<{ id: string; visitorId: string; isTest: boolean }[]>`
      select id, visitor_id as "visitorId", is_test as "isTest" from sessions where workspace_id = ${workspaceId}`;
    const ofVisitors = sessions.map(({ visitorId: subject, isTest }) => ({ subject, isTest }));
    const ofSessions = sessions.map(({ id: subject, isTest }) => ({ subject, isTest }));
    const all: [JobKind, typeof ofVisitors][] = [
      ['sessions', ofSessions],
      ['people', ofVisitors],
      ['attribution', ofVisitors],
    ];
    for (const [kind, subjects] of all) {
      await enqueueJobs(tx, workspaceId, kind, [
        ...new Map(subjects.map((one) => [`${one.subject}${one.isTest}`, one])).values(),
      ]);
    }
    await enqueueEverybody(tx, workspaceId);
    // Days are other ones, so that the figures are made from the beginning.
    await changeSettings(tx, workspaceId, { time_zone: 'Pacific/Auckland' });
  }, workspaceId);
}

async function correctAndUndo(from: Rest): Promise<void> {
  const people = pageIn(await from.get('/identities?limit=100&sort=created_at')).data;
  const [first, second] = people;
  const made: unknown[] = [];
  for (const { id } of people) {
    const links = await from.get(`/identities/${id}/links`);
    // Somebody's who is joined with others by now.
    if (links.status !== 200) continue;
    const [link] = pageIn(links).data;
    const answer = link && (await from.post(`/identities/${id}/detach`, { link_id: link.id }));
    if (answer?.status === 200) made.push(recordIn(answer).identity_override_id);
  }
  if (first && second) {
    const answer = await from.post(`/identities/${first.id}/join`, { identity_id: second.id });
    if (answer.status === 200) made.push(recordIn(answer).identity_override_id);
  }
  await h.settle();
  for (const id of made) recordIn(await from.post(`/identity-overrides/${id}/undo`, {}));
}

interface Life {
  early: Message[];
  late: Message[];
  /** Undefined: all events are kept. */
  keptSince: Date | undefined;
}

/** What is read in the end; everything is made anew once in between. */
async function readsAfter({ early, late, keptSince }: Life) {
  await h.settle();
  await h.db.upkeepEverywhere(async (tx) => {
    for (const table of [...tables, 'retention_runs']) await tx`delete from ${tx(table)}`;
  });
  await h.db.system(async (tx) => {
    await tx`update workspaces set events_kept_since = null`;
    await changeSettings(tx, workspaceId, { time_zone: 'UTC' });
  });
  const app = async (work: (send: (batch: Message[]) => Promise<Counts>) => Promise<void>) => {
    const own = await buildApp({ config: h.config, db: h.db, log: pino({ level: 'silent' }) });
    const url = await own.listen({ port: 0, host: '127.0.0.1' });
    await own.addressTables.ready;
    const headers = { 'x-svc-key': h.workspace.productionKey, 'content-type': 'application/json' };
    try {
      await work(async (batch) => {
        const body = JSON.stringify({ batch });
        const answer = await fetch(`${url}/ingest/batch`, { method: 'POST', headers, body });
        expect(answer.status).toBe(200);
        await own.background.settle();
        return ((await answer.json()) as { data: Counts }).data;
      });
    } finally {
      await own.close();
    }
  };
  let removed = 0;
  await app(async (send) => {
    await send(early);
  });
  if (keptSince) {
    const announcedAt = new Date(Date.now() - 120_000);
    await h.db.system(
      (
        tx,
      ) => tx`update workspaces set events_kept_since = ${keptSince}, events_kept_told_at = ${announcedAt}
        where workspace_id = ${workspaceId}`,
    );
    const onRemoved = (_: unknown, rows: number) => {
      removed += rows;
    };
    await keepRetention(h.db, { isEnding: () => false, onRemoved });
  }
  await app(async (send) => {
    const isKept = (message: Message) => !keptSince || timeOf(message) >= keptSince.getTime();
    if (keptSince) {
      const old = [...early, ...late].filter((message) => !isKept(message));
      const { accepted, duplicates, ignored = 0 } = await send(old);
      expect([accepted, duplicates, ignored]).toEqual([0, 0, old.length]);
    }
    await send(late.filter(isKept));
    const again = early.filter(isKept);
    const { duplicates } = await send(again);
    expect(duplicates).toBe(again.length);
    await askForAll();
    await h.settle();
    await correctAndUndo(rest);
    await h.settle();
  });
  return { reads: await readAll(rest), removed };
}

interface Counts {
  accepted: number;
  duplicates: number;
  ignored?: number;
}

test.each(seeds)(
  'what was made of events stays when they go, whatever comes late or is made anew (%i)',
  async (seed) => {
    const random = seededRandom(seed * 7919);
    const trust = random() < 0.5 ? 'open' : 'balanced';
    await h.db.system((tx) => changeSettings(tx, workspaceId, { trust }));
    const history = randomHistory(seed, size, endMs);
    const firstMs = timeOf(history[0] ?? {});
    const since = firstMs + (endMs - firstMs) * (0.45 + random() * 0.5);
    const keptSince = new Date(since);
    const isLate = new Set(shuffled(history, random).slice(0, lateSize));
    const late = history.filter((message) => isLate.has(message));
    const early = history.filter((message) => !isLate.has(message));
    const inTime = late.filter((message) => timeOf(message) >= since);
    const { reads, removed } = await readsAfter({ early, late, keptSince });
    expect(removed).toBeGreaterThan(0);
    const { reads: expected } = await readsAfter({ early, late: inTime, keptSince: undefined });
    expect(Object.keys(reads).sort()).toEqual(Object.keys(expected).sort());
    for (const [path, answer] of Object.entries(expected)) {
      expect(reads[path], path).toEqual(answer);
    }
  },
  SLOW,
);

test('while a month is removed messages come in: what is accepted is there once, and what was to go is gone', {
  timeout: SLOW,
}, async () => {
  const workspace = await h.newWorkspace('Busy', { trust: 'open' });
  const dayMs = 24 * 60 * 60_000;
  const daysAgo = (days: number) => Date.now() - days * dayMs;
  const view = (kind: string, n: number, at: number) => ({
    type: 'event',
    name: 'page_view',
    message_id: `${kind}-${n}`,
    visitor_id: `00000000-0000-4000-8000-${kind.charCodeAt(0).toString(16)}${(n >> 2).toString(16).padStart(10, '0')}`,
    timestamp: new Date(at + (n % 4) * 60_000).toISOString(),
    context: { page: { url: `https://shop.example/${kind}/${n}` } },
  });
  // Visits of four messages each, of a month that is over for a day.
  const old = Array.from({ length: 2_800 }, (_, n) =>
    view('old', n, daysAgo(62 - ((n >> 2) % 290) / 10)),
  );
  const kept = Array.from({ length: 400 }, (_, n) => view('kept', n, daysAgo(5)));
  for (let first = 0; first < old.length; first += 400) {
    await h.send(old.slice(first, first + 400), workspace.productionKey);
  }
  await h.send(kept, workspace.productionKey);
  await h.settle();
  await h.db.system(
    (tx) => tx`
      update workspaces set events_kept_since = ${new Date(daysAgo(31))}, events_kept_told_at = ${new Date(daysAgo(1))}
      where workspace_id = ${workspace.id}`,
  );
  await sleep(settingsFreshForMs + 100);

  let sent = 0;
  let isOn = true;
  const lane = async (_: unknown, number: number) => {
    for (let turn = number; isOn; turn++) {
      const fresh = Array.from({ length: 18 }, () => view('new', sent++, Date.now()));
      const again = kept[turn % kept.length] ?? {};
      const late = old[turn % old.length] ?? {};
      const answer = await h.send([...fresh, again, late], workspace.productionKey);
      expect(answer).toMatchObject({ accepted: 18, duplicates: 1, ignored: 1 });
    }
  };
  const sending = Promise.all(Array.from({ length: 4 }, lane));
  await until(async () => sent > 200);
  const before = sent;
  let slices = 0;
  const onRemoved = () => {
    slices += 1;
  };
  await keepRetention(h.db, { isEnding: () => false, onRemoved });
  const meanwhile = sent - before;
  isOn = false;
  await sending;
  await h.settle();
  expect(slices).toBeGreaterThan(1);
  expect(meanwhile).toBeGreaterThan(0);
  const stored = await h.db.system(
    (tx) => tx<{ kind: string; rows: number; messages: number }[]>`
      select split_part(url, '/', 4) as kind, count(*)::integer as rows, count(distinct url)::integer as messages
      from events where workspace_id = ${workspace.id} and url <> '' group by 1 order by 1`,
  );
  expect(stored).toEqual([
    { kind: 'kept', rows: kept.length, messages: kept.length },
    { kind: 'new', rows: sent, messages: sent },
  ]);
  const [visits] = await h.db.system(
    (tx) => tx<{ messages: number }[]>`
      select sum(event_count)::integer as messages from sessions where workspace_id = ${workspace.id}`,
  );
  expect(visits?.messages).toBe(old.length + kept.length + sent);
});
