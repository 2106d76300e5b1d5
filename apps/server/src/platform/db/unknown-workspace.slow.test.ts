/*
 * A workspace that PostgreSQL's statistics do not know, since it is new beside others: what follows from its messages is
 * worked out, and what is asked of it is answered, though PostgreSQL expects a row of it at most.
 */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startHarness, type TestWorkspace } from '../../testing/harness.ts';
import { listPaths } from '../../testing/read-everything.ts';
import { pageIn, restOf } from '../../testing/rest.ts';
import { SLOW } from '../../testing/slow.ts';
import { tablesWith } from '../../testing/tables.ts';

const h = await startHarness();

/** Two devices each, of a company of 20, who read, sign up and buy. */
function messagesOf(people: number): object[] {
  return Array.from({ length: people * 2 }, (_, place) => {
    const visitor_id = randomUUID();
    const person = Math.floor(place / 2);
    const view = (path: string) => ({
      type: 'event',
      name: 'page_view',
      visitor_id,
      context: { page: { url: `https://shop.example${path}` } },
    });
    return [
      view('/a'),
      view(`/${place % 7}`),
      { type: 'identify', visitor_id, email: `p${person}@firm${person % 20}.example` },
      { type: 'conversion', visitor_id, name: 'signup', conversion_type: 'signup', revenue: 5 },
    ];
  }).flat();
}

async function sendAll({ productionKey }: TestWorkspace, messages: object[]): Promise<void> {
  for (let from = 0; from < messages.length; from += 500) {
    await h.send(messages.slice(from, from + 500), productionKey);
  }
}

test('a new workspace beside others is processed and read in time', {
  timeout: SLOW,
}, async () => {
  const tables = (await tablesWith(h.db, 'workspace_id')).join(', ');
  await sendAll(h.workspace, messagesOf(300));
  // Tables are analyzed after 1, 2, 4, 8 … groups of messages: not again in what follows.
  for (const message of messagesOf(20)) await h.send(message);
  await h.settle();
  await h.db.upkeep(async (tx) => {
    for (const table of tables.split(', ')) {
      await tx.unsafe(`alter table ${table} set (autovacuum_enabled = off)`);
    }
    await tx.unsafe(`analyze ${tables}`);
  });

  const workspace = await h.newWorkspace('New', { trust: 'open' });
  const rest = restOf(h, workspace.secretKey);
  await sendAll(workspace, messagesOf(700));
  await h.settle();
  const waiting = await h.db.system(
    (tx) => tx`select kind, last_error from jobs where workspace_id = ${workspace.id}`,
  );
  expect([...waiting]).toEqual([]);
  expect(pageIn(await rest.get('/identities?limit=1')).pagination.total).toBe(700);
  const paths = [
    ...listPaths.map((path) => `${path}?limit=50`),
    `/leads?${new URLSearchParams({ filter: 'identity.email:firm' })}`,
    '/search?q=firm3',
  ];
  const refused: string[] = [];
  for (const path of paths) {
    const { status, text } = await rest.get(path);
    if (status !== 200) refused.push(`${path}: ${text.slice(0, 300)}`);
  }
  expect(refused).toEqual([]);
});
