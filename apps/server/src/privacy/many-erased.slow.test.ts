/* Erasing some of many people while messages arrive leaves nothing of them, and the others unchanged. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkStats } from '../stats/check.ts';
import { at, erasureIn, visit, workspaceToErase } from '../testing/erased-people.ts';
import { startHarness } from '../testing/harness.ts';
import { pageIn } from '../testing/rest.ts';
import { SLOW } from '../testing/slow.ts';

const h = await startHarness();
const [people, erased] = [2_000, 100];

interface Somebody {
  email: string;
  visitors: string[];
  sessions: string[];
  messages: object[];
}

/** Every third has two devices, every fifth a user id, every seventh shares the device of the one before. */
function somebody(place: number, before: Somebody | undefined): Somebody {
  // People who share a device use it one after another.
  const minutes = (place % 1_000) * 4 - 2_000;
  const email = `person-${place}@firm-${place % 50}.example`;
  const who = {
    email,
    name: `Name ${place}x`,
    ...(place % 5 === 0 && { user_id: `user-${place}x` }),
  };
  const shared = place % 7 === 0 ? before?.visitors[0] : undefined;
  const visits = [visit(minutes, who, shared ?? randomUUID())];
  if (place % 3 === 0) visits.push(visit(minutes + 2_000, who));
  return {
    email,
    visitors: visits.map((one) => one.visitor_id).filter((id) => id !== shared),
    sessions: visits.map((one) => one.session_id),
    messages: visits.flatMap((one) => one.messages),
  };
}

test('100 of 2,000 people are erased, and nobody waits for it', { timeout: SLOW }, async () => {
  const { workspace, rest, rowsWith, erase } = await workspaceToErase(h);
  const all: Somebody[] = [];
  for (let place = 1; place <= people; place++) all.push(somebody(place, all.at(-1)));
  const messages = all.flatMap((one) => one.messages);
  for (let from = 0; from < messages.length; from += 500) {
    await h.send(messages.slice(from, from + 500), workspace.productionKey);
  }
  await h.settle();
  const idOf = async ({ email }: Somebody) =>
    pageIn(await rest.get(`/identities?email=${email}`)).data[0]?.id ?? '';
  // Leaves out people whose device the next one uses: its first visits would be theirs.
  const gone = all.filter((_, place) => place % 17 === 3 && place % 7 !== 5).slice(0, erased);
  expect(gone.length).toBe(erased);
  const others = all.filter((one) => !gone.includes(one));
  const reads = async () => {
    const texts: string[] = [];
    for (const one of others.filter((_, place) => place % 20 === 0)) {
      const id = await idOf(one);
      for (const path of ['', '/activity', '/links', '/personality']) {
        texts.push((await rest.get(`/identities/${id}${path}`)).text);
      }
    }
    return texts;
  };
  const before = await reads();
  const goneIds: string[] = [];
  const erasures: (string | null)[] = [];
  const waits: number[] = [];
  let isOn = true;
  const sending = (async () => {
    for (let turn = 0; isOn; turn++) {
      const began = performance.now();
      const view = {
        type: 'event',
        name: 'page_view',
        visitor_id: randomUUID(),
        timestamp: at(10),
      };
      await h.send([view], workspace.productionKey);
      waits.push(performance.now() - began);
      // Repeats messages of people being erased.
      await h.send(gone[turn % erased]?.messages ?? [], workspace.productionKey);
    }
  })();
  for (const one of gone) {
    const id = await idOf(one);
    goneIds.push(id);
    erasures.push(erasureIn(await rest.raw('DELETE', `/identities/${id}`, {})).id);
  }
  const isDone = async () => {
    await h.settle();
    const states = await Promise.all(erasures.map((id) => rest.get(`/erasures/${id}`)));
    return states.every((answer) => erasureIn(answer).state === 'done');
  };
  await expect.poll(isDone, { timeout: 120_000, interval: 500 }).toBe(true);
  isOn = false;
  await sending;
  const sorted = waits.toSorted((a, b) => a - b);
  expect(sorted[Math.floor(sorted.length * 0.95)] ?? 0).toBeLessThan(300);
  await h.settle();
  const late = gone.flatMap((one) => one.messages);
  for (let from = 0; from < late.length; from += 500) {
    await h.send(late.slice(from, from + 500), workspace.productionKey);
  }
  await h.settle();
  const needles = gone.flatMap((one) => [one.email, ...one.visitors, ...one.sessions]);
  expect(await rowsWith([...goneIds, ...needles])).toEqual([]);
  expect(await reads()).toEqual(before);
  expect(await h.db.workspace(workspace.id, (tx) => checkStats(tx, workspace.id))).toEqual([]);
  expect((await erase(`/identities/${await idOf(others[0] as Somebody)}`)).state).toBe('done');
});
