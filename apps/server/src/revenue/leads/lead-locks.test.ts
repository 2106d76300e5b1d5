/* Who changes several leads locks them in the order of their ids, so that nobody deadlocks with the job that marks suspects. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { signatureOf } from '../../accounts/keys/signature.ts';
import { createSigningSecret } from '../../accounts/keys/signing-secrets.ts';
import { recomputePeople } from '../../identity/making/recompute.ts';
import { startHarness } from '../../testing/harness.ts';
import { holdTransaction } from '../../testing/open-transaction.ts';
import { markSuspects } from './suspects.ts';

const h = await startHarness();
/** After all other ids. */
const lastId = 'ffffffff-ffff-4fff-bfff-ffffffffffff';

async function countWaiting(): Promise<number> {
  const [row] = await h.db.system(
    (tx) => tx<{ waiting: number }[]>`
      select count(*)::integer as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.waiting ?? 0;
}

/**
 * Four suspect leads in the order of their ids; no message opened the last one. The job, which clears all of them, has stopped at
 * lead `stopsAt` until `goOn`. `networks`: of each lead, as its place among those that the job is about.
 */
async function markingHalfWay({ networks, stopsAt }: { networks: number[]; stopsAt: number }) {
  const { id, productionKey } = await h.newWorkspace();
  // Before the service keeps that there is none.
  const { secret } = await h.db.system((tx) => createSigningSecret(tx, id, 'Test'));
  const timestamp = new Date(Date.now() - 60_000).toISOString();
  const visitors = Array.from({ length: 3 }, () => randomUUID());
  const send = async (messages: object[]) =>
    expect(await h.send(messages, productionKey)).toMatchObject({ rejected: 0 });
  await send(
    visitors.map((visitor_id) => ({ type: 'conversion', name: 'signup', visitor_id, timestamp })),
  );
  const name = (visitor_id: string | undefined) => {
    const email = 'ann@firm.example';
    return send([{ type: 'identify', visitor_id, email, signature: signatureOf(secret, email) }]);
  };
  const inOrder = async <T extends object>(ask: 'id' | 'visitor_id') =>
    h.db.workspace(
      id,
      (tx) => tx<T[]>`select ${tx(ask)} from leads where workspace_id = ${id} order by id`,
    );
  const owners = await inOrder<{ visitor_id: string }>('visitor_id');
  const visitorIds = owners.map(({ visitor_id }) => visitor_id);
  await name(visitorIds[0]);
  await h.settle();
  await h.db.workspace(
    id,
    (tx) => tx`
      insert into leads (workspace_id, id, is_test, visitor_id, code, source, opened_by, created_at, updated_at)
      values (${id}, ${lastId}, false, ${visitorIds[2] ?? ''}, 'last', '', 'conversion', now(), now())`,
  );
  const ids = (await inOrder<{ id: string }>('id')).map((lead) => lead.id);
  const subjects = [randomUUID(), randomUUID()];
  const ofLeads = networks.map((place) => subjects[place] ?? '');
  await h.db.workspace(
    id,
    (tx) => tx`
      update leads l set suspect = true, network = t.network
      from unnest(${ids}::uuid[], ${ofLeads}::uuid[]) t (id, network) where l.workspace_id = ${id} and l.id = t.id`,
  );
  const lock = (...places: number[]) =>
    holdTransaction(
      (work) => h.db.workspace(id, work),
      async (tx) => {
        for (const place of places) {
          await tx`select from leads where workspace_id = ${id} and id = ${ids[place] ?? ''} for update`;
        }
      },
    );
  const transaction = await lock(stopsAt);
  const jobs = subjects.map((subject) => ({ subject, isTest: false }));
  const marking = h.db.workspace(id, (tx) => markSuspects(tx, id, jobs));
  // Who fails is told where it is waited for.
  marking.catch(() => undefined);
  await expect.poll(countWaiting).toBe(1);
  return { id, visitorIds, name, lock, marking, goOn: () => transaction.commit() };
}

test('leads of several networks that are marked together beside somebody who locks leads in order', async () => {
  const { lock, marking, goOn } = await markingHalfWay({ networks: [1, 0, 0, 0], stopsAt: 3 });
  const other = lock(0, 2);
  other.catch(() => undefined);
  await expect.poll(countWaiting).toBe(2);
  await Promise.all([goOn(), marking, other.then(({ commit }) => commit())]);
});

test('rebuilding people who lose a lead does not deadlock with a job that marks spam', async () => {
  const { id, visitorIds, marking, goOn } = await markingHalfWay({
    networks: [0, 0, 0, 0],
    stopsAt: 1,
  });
  const subjects = visitorIds.map((subject) => ({ subject, isTest: false }));
  const making = h.db.workspace(id, (tx) => recomputePeople(tx, id, subjects));
  making.catch(() => undefined);
  await expect.poll(countWaiting).toBe(2);
  await Promise.all([goOn(), marking, making]);
  const left = await h.db.workspace(
    id,
    (tx) => tx`select from leads where workspace_id = ${id} and not suspect`,
  );
  expect(left).toHaveLength(3);
});

test('a message that proves who somebody is waits for no lead but its own', async () => {
  const { visitorIds, name, marking, goOn } = await markingHalfWay({
    networks: [0, 0, 0, 0],
    stopsAt: 1,
  });
  // The person has the first lead, which the job has locked, and gets the third, which it will.
  await name(visitorIds[2]);
  await goOn();
  await marking;
});
