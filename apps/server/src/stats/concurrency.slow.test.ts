/*
 * Figures equal those of the stored events while two services store one history, people change, old events are removed, and a
 * third service runs rollups all the time and restarts one midway.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { dayMs, expectGroups, expectOverTime, midnight } from '../testing/compared-figures.ts';
import { datedHistory, settleAll, smallSteps } from '../testing/counted-history.ts';
import { startHarness, type TestWorkspace } from '../testing/harness.ts';
import { keptRows } from '../testing/kept-rows.ts';
import { otherService } from '../testing/other-service.ts';
import { type Random, seededRandom, shuffled } from '../testing/random-history.ts';
import { recountable } from '../testing/recount.ts';
import { pageIn, restOf } from '../testing/rest.ts';
import { seedsFrom } from '../testing/rounds.ts';
import { sendAtOnce } from '../testing/send-at-once.ts';
import { SLOW } from '../testing/slow.ts';
import { keepRetention } from '../visits/retention/keep-retention.ts';
import { checkStats } from './check.ts';
import { collectMarks } from './marks.ts';
import { rollupStats } from './rollup.ts';
import { startRebuild } from './state.ts';

const h = await startHarness({}, { trust: 'open' });
const services = [{ app: h.app, url: h.url }, await otherService(h)];
await Promise.all(services.map(({ app }) => app.addressTables.ready));
const urls = services.map(({ url }) => url);

/** A step at a time, until all is sent. Returns how many. */
async function whileSending(
  sending: Promise<void>,
  step: () => Promise<unknown>,
  pauseMs: number,
): Promise<number> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  sending.then(end, end);
  let steps = 0;
  for (; !isOver; steps++) {
    await step();
    await sleep(pauseMs);
  }
  return steps;
}

/** As a third process would, beside those of the two services. */
async function rollupSome({ id }: TestWorkspace): Promise<void> {
  await h.db.workspace(id, (tx) => collectMarks(tx, id, 3));
  await h.db.workspace(id, (tx) => rollupStats(tx, id, smallSteps));
}

/** Somebody is joined or detached, or is said to be a bot, or becomes a lead; or the last of it is undone. */
async function changeSomebody({ secretKey }: TestWorkspace, random: Random): Promise<void> {
  const rest = restOf(h, secretKey);
  const one = async (path: string) => {
    const rows = pageIn(await rest.get(path)).data;
    return rows[Math.floor(random() * rows.length)];
  };
  const visitor_id = (await one('/visitors'))?.id;
  const [person, other] = [(await one('/identities'))?.id, (await one('/identities'))?.id];
  const [identityOverride, override] = [
    await one('/identity-overrides'),
    await one('/overrides?undone=false'),
  ];
  const link = person && (await rest.get(`/identities/${person}/links`));
  const [firstLink] = link && link.status === 200 ? pageIn(link).data : [];
  const changes: (readonly [path: string, body: object])[] = [
    ...(visitor_id
      ? [
          ['/leads', { visitor_id }] as const,
          ['/overrides', { kind: random() < 0.5 ? 'bot' : 'not_bot', visitor_id }] as const,
        ]
      : []),
    ...(person && other ? [[`/identities/${person}/join`, { identity_id: other }] as const] : []),
    ...(firstLink ? [[`/identities/${person}/detach`, { link_id: firstLink.id }] as const] : []),
    ...(identityOverride ? [[`/identity-overrides/${identityOverride.id}/undo`, {}] as const] : []),
    ...(override ? [[`/overrides/${override.id}/undo`, {}] as const] : []),
  ];
  const [path, body] = changes[Math.floor(random() * changes.length)] ?? [];
  if (!path) return;
  const { status, text } = await rest.post(path, body);
  // Whoever it was may be somebody else's by now.
  expect([200, 201, 404, 409], `${path} ${text}`).toContain(status);
}

/** Events of more than three weeks ago go from now on. */
async function removeOldEvents({ id }: TestWorkspace): Promise<number> {
  const [since, announcedAt] = [new Date(Date.now() - 21 * dayMs), new Date(Date.now() - 120_000)];
  await h.db.system(
    (tx) => tx`
      update workspaces set events_kept_since = ${since}, events_kept_told_at = ${announcedAt}
      where workspace_id = ${id}`,
  );
  let removed = 0;
  await keepRetention(h.db, {
    isEnding: () => false,
    onRemoved: (_, rows) => {
      removed += rows;
    },
  });
  return removed;
}

async function rollupAll(workspace: TestWorkspace): Promise<void> {
  for (const { app } of services) await app.background.settle();
  await settleAll(h, workspace, smallSteps);
}

const dimensions = [
  ...[[], ['channel'], ['source'], ['country'], ['landing_page'], ['company'], ['campaign']],
  ...[
    ['channel', 'landing_page'],
    ['country', 'source'],
    ['landing_page', 'channel_group'],
  ],
];

test.each(seedsFrom(61))(
  'figures of what two services store at once, while they are folded and made anew, are those of what is stored (%i)',
  async (seed) => {
    const workspace = await h.newWorkspace();
    const { id } = workspace;
    const random = seededRandom(seed);
    const history = datedHistory(seed, 56);
    const old = new Set(history.slice(0, 10));
    await h.send([...old], workspace.productionKey);
    const late = shuffled(history, random);
    const [first, second] = [late.slice(0, 45), late.slice(45)];
    const sending = (async () => {
      await sendAtOnce(urls, workspace, first, random);
      await h.db.workspace(id, (tx) => startRebuild(tx, id));
      const [removed] = await Promise.all([
        removeOldEvents(workspace),
        sendAtOnce(urls, workspace, second, random),
      ]);
      expect(removed).toBeGreaterThan(0);
    })();
    const chance = seededRandom(seed * 31);
    const [rollups, changes] = await Promise.all([
      whileSending(sending, () => rollupSome(workspace), 1),
      whileSending(sending, () => changeSomebody(workspace, chance), 10),
      sending,
    ]);
    expect(rollups).toBeGreaterThan(10);
    expect(changes).toBeGreaterThan(5);

    await rollupAll(workspace);
    expect(await h.db.workspace(id, (tx) => checkStats(tx, id))).toEqual([]);
    const counted = { h, workspace, stored: await recountable(h.db, id, false) };
    expect(counted.stored.visits.length).toBeGreaterThan(10);
    for (const since of [midnight - 59 * dayMs, midnight - 15 * dayMs]) {
      for (const by of dimensions) await expectGroups(counted, [since, midnight + dayMs], by);
    }
    await expectOverTime(counted);

    const before = await keptRows(h, workspace);
    await h.db.workspace(id, (tx) => startRebuild(tx, id));
    await rollupAll(workspace);
    const anew = await keptRows(h, workspace);
    for (const [table, rows] of Object.entries(anew)) expect(before[table], table).toEqual(rows);
  },
  SLOW,
);
