/* A revoked key stops working at once, in every process; when a key was last used can be seen. */
import { randomUUID } from 'node:crypto';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { KeyRing } from '../../accounts/keys/key-ring.ts';
import { type KeyFacts, listKeys, revokeKey } from '../../accounts/keys/store.ts';
import { buildApp } from '../../app.ts';
import { connect } from '../../platform/db/connect.ts';
import { createLogger } from '../../platform/observability.ts';
import { startHarness } from '../../testing/harness.ts';

const h = await startHarness();
// A second process, and the command line's, as far as the database can tell.
const otherDb = await connect(h.ownerUrl);
const commandDb = await connect(h.ownerUrl, { poolSize: 1 });
const log = createLogger({ logLevel: 'silent' }, false);
const otherApp = await buildApp({ config: h.config, db: otherDb, log });
const bases = [h.url, await otherApp.listen({ port: 0, host: '127.0.0.1' })];
afterAll(async () => {
  await otherApp.close();
  await Promise.all([otherDb.close(), commandDb.close()]);
});

const requestsPerSecond = 200;
const requests = 3 * requestsPerSecond;

interface Outcome {
  what: string;
  status: number;
  startedAt: number;
}

async function ask(
  what: string,
  base: string,
  { secret, production }: Record<string, string>,
): Promise<Outcome> {
  const rest = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  const message = { type: 'event', name: 'x', visitor_id: randomUUID(), session_id: randomUUID() };
  const requests: Record<string, [string, RequestInit]> = {
    read: ['/api/v1/leads', { headers: rest }],
    write: ['/api/v1/leads', { method: 'POST', headers: rest, body: '{"code":"load"}' }],
    send: [
      '/ingest',
      {
        method: 'POST',
        headers: { 'x-svc-key': production ?? '' },
        body: JSON.stringify(message),
      },
    ],
  };
  const [path, init] = requests[what] ?? ['/', {}];
  const startedAt = performance.now();
  const answer = await fetch(base + path, init);
  await answer.arrayBuffer();
  return { what, status: answer.status, startedAt };
}

test('two processes at 200 requests a second: none that starts after the revocation returned is accepted', {
  timeout: 60_000,
}, async () => {
  const [secret, production] = [await h.newKey({}), await h.newKey({ kind: 'production' })];
  const keys = { secret: secret.key, production: production.key };
  const kinds = ['read', 'send', 'write', 'send'];
  const outcomes: Promise<Outcome>[] = [];
  const started = performance.now();
  let revocation: Promise<void> | undefined;
  let revokedAt = Number.POSITIVE_INFINITY;
  let lateRequests = 0;
  // A busy machine falls behind its pace: it goes on until half of them came after the revocation.
  for (let index = 0; lateRequests < requests / 2; index++) {
    const due = started + (index * 1000) / requestsPerSecond;
    if (due > performance.now()) await sleep(due - performance.now());
    else if (index % 10 === 0) await setImmediate();
    // Each process gets every kind.
    const base = bases[Math.floor(index / kinds.length) % 2] ?? '';
    if (performance.now() > revokedAt) lateRequests += 1;
    outcomes.push(ask(kinds[index % kinds.length] ?? '', base, keys));
    if (index !== requests / 2) continue;
    revocation = Promise.all(outcomes.slice(0, 40)).then(async () => {
      await commandDb.system((tx) => revokeKey(tx, secret.id));
      await commandDb.system((tx) => revokeKey(tx, production.id));
      revokedAt = performance.now();
    });
  }
  await revocation;
  const all = await Promise.all(outcomes);

  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200, 201, 401]));
  const late = all.filter(({ startedAt }) => startedAt > revokedAt);
  expect(late.length).toBeGreaterThanOrEqual(requests / 2 - 1);
  expect(late.filter(({ status }) => status !== 401)).toEqual([]);
  const accepted = (what: string) =>
    all.filter((outcome) => outcome.what === what && outcome.status < 300).length;
  expect(Math.min(...kinds.map(accepted))).toBeGreaterThan(0);
  // Refused means that nothing was done.
  const [stored] = await h.db.system(
    (tx) => tx`
      select (select count(*) from leads where code = 'load')::integer as leads,
             (select count(*) from events where name = 'x')::integer as events`,
  );
  expect(stored).toEqual({ leads: accepted('write'), events: accepted('send') });
});

/** Writes of last_used_at, as the database saw them. */
async function countWrites(): Promise<() => Promise<number>> {
  await h.db.system(async (tx) => {
    await tx`create table written (id uuid)`;
    await tx.unsafe(`
      create function note_written() returns trigger language plpgsql as
        $$ begin insert into written values (new.id); return null; end $$;
      create trigger note_written after update of last_used_at on api_keys for each row
        when (old.last_used_at is null or new.last_used_at > old.last_used_at)
        execute function note_written()`);
  });
  return async () => {
    const [row] = await h.db.system((tx) => tx`select count(*)::integer as count from written`);
    return row?.count;
  };
}

test('the time of last use is shown within a minute of it, for one write a minute at most', async () => {
  const { id } = await h.newKey({});
  const key = { id, workspaceId: h.workspace.id } as KeyFacts;
  const writes = await countWrites();
  let clock = Date.now();
  const start = clock;
  const rings = [h.db, otherDb].map((db) => new KeyRing(db, fail, () => clock));
  const [one, two] = rings as [KeyRing, KeyRing];

  /** A second goes by: for the processes by their clock, for the database by moving what it has. */
  let movedMs = 0;
  /** What the machine's clock said when that of the processes was moved: what it takes to look is nobody's second. */
  let asOf = start;
  const pass = async (use: (second: number) => KeyRing[]) => {
    clock += 1_000;
    // The machine's own time goes by as well.
    asOf = Date.now();
    const byMs = clock - asOf - movedMs;
    movedMs += byMs;
    await h.db.system(
      (tx) => tx`
        update api_keys set last_used_at = last_used_at - ${byMs} * interval '1 ms' where id = ${id}`,
    );
    for (const ring of use((clock - start) / 1000)) ring.markUsed(key);
    for (const ring of rings) await ring.flush();
  };
  const shownSecondsAgo = async () => {
    const keys = await h.db.system((tx) => listKeys(tx, h.workspace.id));
    const shown = keys.find((row) => row.id === id)?.last_used_at;
    return shown ? (asOf - shown.getTime()) / 1000 : Number.POSITIVE_INFINITY;
  };

  // Busy in both processes.
  for (let second = 1; second <= 300; second++) {
    await pass(() => [one, two]);
    expect(await shownSecondsAgo(), `second ${second}`).toBeLessThan(61);
  }
  expect(await writes()).toBeLessThanOrEqual(6);
  const busy = await writes();

  // Idle for a while, then used twice within a minute by one process: both are shown in the end.
  for (let second = 0; second < 70; second++) await pass(() => []);
  await pass(() => [one]);
  expect(await shownSecondsAgo()).toBeLessThan(2);
  for (let second = 0; second < 30; second++) await pass(() => []);
  await pass(() => [two]);
  for (let second = 0; second < 59; second++) await pass(() => []);
  expect(await shownSecondsAgo()).toBeLessThan(62);
  expect((await writes()) - busy).toBeLessThanOrEqual(3);

  // Nothing more is written of a key that is not used.
  const before = await writes();
  for (let second = 0; second < 130; second++) await pass(() => []);
  expect(await writes()).toBe(before);
  await Promise.all(rings.map((ring) => ring.close()));
});

function fail(error: unknown): void {
  throw error;
}

test('a key that is used shows so in the list, in the running service', async () => {
  const { id, key } = await h.newKey({});
  const lastUsed = async () => {
    const keys = await commandDb.system((tx) => listKeys(tx, h.workspace.id));
    return keys.find((row) => row.id === id)?.last_used_at ?? null;
  };
  expect(await lastUsed()).toBeNull();
  const before = Date.now();
  await h.fetch('/api/v1/leads', { headers: { authorization: `Bearer ${key}` } });
  await expect.poll(lastUsed).not.toBeNull();
  expect((await lastUsed())?.getTime()).toBeGreaterThan(before - 1_000);
});
