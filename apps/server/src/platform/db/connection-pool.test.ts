import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import { migratedDatabase } from '../../testing/database.ts';
import { startHarness } from '../../testing/harness.ts';
import { databaseUrl } from '../../testing/postgres.ts';
import { connect } from './connect.ts';

const h = await startHarness();
const admin = postgres(h.ownerUrl, { max: 1, onnotice: () => undefined });
afterAll(() => admin.end());

const endConnections = () => admin`
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

test('transactions settle when their connections end, and the next ones work', async () => {
  let isOn = true;
  const counts = { done: 0, failed: 0 };
  const text = 'x'.repeat(3_000);
  const worker = async (place: number) => {
    while (isOn) {
      const work =
        place % 2 === 0
          ? h.db.workspace(h.workspace.id, async (tx) => {
              await Promise.all([tx`select ${place}::integer`, tx`select ${text} as text`]);
              return tx`select pg_sleep(0.002)`;
            })
          : h.db.workspaceSeries((place - 1) / 2, h.workspace.id, async (enter, commitAhead) => {
              const sent = [1, 2, 3].map((n) =>
                enter(h.workspace.id)`select ${n}::integer`.execute(),
              );
              commitAhead();
              return Promise.all(sent);
            });
      await work.then(
        () => {
          counts.done += 1;
        },
        () => {
          counts.failed += 1;
        },
      );
    }
  };
  // More workers than connections: some wait for one.
  const workers = Array.from({ length: 30 }, (_, place) => worker(place));
  // Between two cuts something comes through, however slow the machine is.
  for (let cuts = 0; cuts < 15 || counts.failed <= 20; cuts++) {
    const before = counts.done;
    await expect.poll(() => counts.done).toBeGreaterThan(before);
    await endConnections();
  }
  isOn = false;
  await Promise.all(workers);
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => h.db.workspace(h.workspace.id, (tx) => tx`select 1 as one`)),
  );
  expect(answers.flat()).toEqual(Array.from({ length: 30 }, () => ({ one: 1 })));
});

test('while the database is away everybody is refused at once, and served when it is back', async () => {
  const { pathname } = new URL(h.ownerUrl);
  const name = pathname.slice(1);
  const elsewhere = postgres(databaseUrl(h.ownerUrl, 'postgres'), { max: 1 });
  try {
    await elsewhere.unsafe(`alter database ${name} allow_connections false`);
    await endConnections().catch(() => undefined);
    await elsewhere`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
    const begun = performance.now();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => h.db.workspace(h.workspace.id, (tx) => tx`select 1`)),
    );
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    // Who waits for a connection waits for minutes.
    expect(performance.now() - begun).toBeLessThan(20_000);
  } finally {
    await elsewhere.unsafe(`alter database ${name} allow_connections true`);
    await elsewhere.end();
  }
  const rows = await h.db.workspace(h.workspace.id, (tx) => tx`select 1 as one`);
  expect([...rows]).toEqual([{ one: 1 }]);
});

test('a statement of a transaction that lost its connection is refused and never sent', async () => {
  const [before] = await admin<{ total: number }[]>`select count(*)::integer as total from users`;
  const outcome = await h.db
    .system(async (tx) => {
      await endConnections();
      await sleep(50);
      await tx`select 1`.catch(() => undefined);
      return tx`insert into users (id, email) values (gen_random_uuid(), 'x')`;
    })
    .catch((error: unknown) => error);
  expect(outcome).toMatchObject({ code: 'CONNECTION_CLOSED' });
  const [after] = await admin<{ total: number }[]>`select count(*)::integer as total from users`;
  expect(after).toEqual(before);
});

test('connections that are not needed are not opened, and a pool never has more than its size', async () => {
  const [row] = await admin<{ total: number }[]>`
    select count(*)::integer as total from pg_stat_activity
    where datname = current_database() and application_name = 'footfall'`;
  // 10 for workspaces, 3 of the owner, and the lanes that were used above.
  expect(row?.total).toBeLessThanOrEqual(13 + 15);
});

test('after the end nobody opens a connection, whoever waited for one or comes later', async () => {
  const ownerUrl = await migratedDatabase();
  const own = await connect(ownerUrl);
  const open = async () => {
    const [row] = await admin<{ total: number }[]>`
      select count(*)::integer as total from pg_stat_activity
      where datname = ${new URL(ownerUrl).pathname.slice(1)}`;
    return row?.total ?? 0;
  };
  // The owner may have three; the last one waits.
  const queries = Array.from({ length: 4 }, () => own.system((tx) => tx`select pg_sleep(0.5)`));
  const outcomes = Promise.allSettled(queries);
  await expect.poll(open).toBe(3);
  await own.close();
  expect((await outcomes).map(({ status }) => status).at(-1)).toBe('rejected');
  await expect(own.system((tx) => tx`select 1`)).rejects.toThrow('are closed');
  await expect.poll(open).toBe(0);
});
