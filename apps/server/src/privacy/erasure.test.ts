/* Somebody is erased: nothing is left of them anywhere, and everybody else is who they were. */
import { randomUUID } from 'node:crypto';
import type { Erasure } from '@footfall/contract/erasures';
import { expect, test } from 'vitest';
import { startHarness } from '../testing/harness.ts';
import { pageIn, recordIn, restOf } from '../testing/rest.ts';

const h = await startHarness();
const rest = restOf(h);
const { id: workspaceId } = h.workspace;

const start = Date.now() - 72 * 60 * 60_000;
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();

const context = {
  page: {
    url: 'https://shop.example/pricing?utm_source=google&utm_campaign=spring',
    title: 'Pricing',
  },
  consent: { analytics: true },
};

/** A visit of somebody who names themselves and buys something. */
function visit(minutes: number, who: object, visitor_id = randomUUID()) {
  const session_id = randomUUID();
  const common = { visitor_id, session_id };
  return {
    visitor_id,
    session_id,
    messages: [
      { ...common, type: 'event', name: 'page_view', timestamp: at(minutes), context },
      { ...common, type: 'identify', timestamp: at(minutes + 1), ...who },
      {
        ...common,
        type: 'conversion',
        name: 'signup',
        value: 5,
        currency: 'EUR',
        timestamp: at(minutes + 2),
      },
    ],
  };
}

async function personOf(visitorId: string): Promise<string> {
  const [person] = pageIn(await rest.get(`/identities?visitor_id=${visitorId}`)).data;
  return String(person?.id);
}

const erasureIn = (answer: Parameters<typeof recordIn>[0]) =>
  recordIn(answer) as unknown as Erasure;

/** Until it has ended. */
async function ended(id: string | null): Promise<Erasure> {
  const read = async () => {
    await h.settle();
    return erasureIn(await rest.get(`/erasures/${id}`));
  };
  await expect.poll(async () => (await read()).state, { timeout: 20_000 }).toBe('done');
  return read();
}

/** Rows of all tables as text that have one of these. */
async function rowsWith(needles: string[]): Promise<string[]> {
  return h.db.system(async (tx) => {
    const tables = await tx<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`;
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await tx<{ text: string }[]>`select t::text as text from ${tx(name)} t`;
      for (const { text } of rows) {
        const bytes = text.replaceAll(/\\\\x([0-9a-f]+)/g, (_, hex: string) =>
          Buffer.from(hex, 'hex').toString('latin1'),
        );
        const needle = needles.find((one) => bytes.toLowerCase().includes(one.toLowerCase()));
        // Whoever follows changes is told that records were removed.
        const isTold = name === 'changes' && text.includes(',removed,');
        if (needle && !isTold) found.push(`${name}: ${needle} in ${text}`);
      }
    }
    return found;
  });
}

test('a dry run counts what would go, and removes nothing', async () => {
  const { messages, visitor_id } = visit(0, { email: 'dry@firm.example', name: 'Dry Run' });
  await h.send(messages);
  await h.settle();
  const id = await personOf(visitor_id);
  const answer = await rest.raw('DELETE', `/identities/${id}?dry_run=true`, {});
  expect(answer.status).toBe(200);
  expect(erasureIn(answer)).toMatchObject({
    id: null,
    subject: 'identity',
    state: 'planned',
    totals: 'keep',
    removed: {
      people: 1,
      visitors: 1,
      sessions: 1,
      events: 3,
      links: 1,
      conversions: 1,
      leads: 1,
      consents: 1,
    },
    shared_with: [],
    kept: ['totals', 'erased_names', 'record_of_erasure'],
  });
  expect((await rest.get(`/identities/${id}`)).status).toBe(200);
  expect(pageIn(await rest.get('/erasures')).data).toEqual([]);
});

test('a person goes at once, and all that is stored of them soon', async () => {
  const { messages, visitor_id, session_id } = visit(10, {
    email: 'Gone@firm.example',
    name: 'Gone Girl',
  });
  await h.send(messages);
  await h.settle();
  const id = await personOf(visitor_id);
  const answer = await rest.raw('DELETE', `/identities/${id}`, {});
  expect(answer.status, answer.text).toBe(202);
  expect((await rest.get(`/identities/${id}`)).status).toBe(404);
  const erasure = await ended(erasureIn(answer).id);
  expect(erasure.removed).toMatchObject({
    people: 1,
    visitors: 1,
    sessions: 1,
    events: 3,
    leads: 1,
    conversions: 1,
  });
  expect((await rest.get(`/visitors/${visitor_id}`)).status).toBe(404);
  expect(await rowsWith([id, visitor_id, session_id, 'gone@firm.example', 'Gone Girl'])).toEqual(
    [],
  );
  expect(workspaceId).not.toBe('');
});
