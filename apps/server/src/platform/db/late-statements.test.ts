/* A statement that comes when COMMIT or ROLLBACK of its transaction has been sent is refused, however it comes. */
import { setImmediate } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { startHarness } from '../../testing/harness.ts';
import { connect, type Tx } from './connect.ts';

const h = await startHarness();
const { id } = h.workspace;
const other = await h.newWorkspace('Other');
/** One connection each, so that the next transaction has the one before's. */
const db = await connect(h.ownerUrl, { poolSize: 1 });
afterAll(() => db.close());

/** In a transaction that may send COMMIT ahead of its end. */
const inSeries = <T>(work: (tx: Tx, commitAhead: () => void) => Promise<T>) =>
  db.workspaceSeries(0, id, (enter, commitAhead) => work(enter(id), commitAhead));

const nameOf = (tx: Tx) =>
  tx<{ name: string }[]>`select name from workspaces where workspace_id = ${id}`;
const tooLate = (command: string, text: string) =>
  `the transaction has ended: ${command} was sent ahead or at the end of its work, before "${text}`;

const ways: [string, (tx: Tx) => PromiseLike<unknown>][] = [
  ['a statement', (tx) => tx`select 1 as late`],
  ['a text', (tx) => tx.unsafe('select 1 as late')],
  ['a text with parameters', (tx) => tx.unsafe('select $1::integer as late', [1])],
  ['one that is executed and awaited later', (tx) => tx`select 1 as late`.execute()],
  ['a cursor', (tx) => tx`select 1 as late`.cursor(() => undefined)],
];

test.each(ways)('after COMMIT was sent ahead %s is refused', async (_way, run) => {
  const refused = / has ended: commit was sent ahead or .* before "select .* as late"$/;
  const outcome = inSeries(async (tx, commitAhead) => {
    await tx`select 1`;
    commitAhead();
    return run(tx);
  });
  await expect(outcome).rejects.toThrow(refused);
  const inTheNext = db.workspaceSeries(0, id, async (enter, commitAhead) => {
    await enter(id)`select 1`;
    commitAhead();
    return run(enter(other.id));
  });
  await expect(inTheNext).rejects.toThrow(refused);
});

test.each(ways)('after the work was done %s is refused', async (_way, run) => {
  const kept: Tx[] = [];
  await db.workspace(id, async (tx) => kept.push(tx));
  await db.workspaceSeries(0, id, async (enter) => kept.push(enter(id)));
  await db.system(async (tx) => kept.push(tx));
  expect(kept).toHaveLength(3);
  for (const tx of kept) await expect(run(tx)).rejects.toThrow('commit was sent');
});

test('an existing record is not taken for a missing one', async () => {
  const outcome = inSeries(async (tx, commitAhead) => {
    const statements = nameOf(tx).execute();
    process.nextTick(commitAhead);
    const [first] = await statements;
    expect(first).toEqual({ name: 'Test' });
    const [again] = await nameOf(tx);
    return again;
  });
  await expect(outcome).rejects.toThrow(
    tooLate('commit', 'select name from workspaces where workspace_id = …"'),
  );
});

test('statements executed before COMMIT pass, even if the driver sends them some microtasks later', async () => {
  const results = await inSeries((tx, commitAhead) => {
    const statements = [nameOf(tx).execute(), tx.unsafe('select 1 as one').execute()];
    commitAhead();
    return Promise.all(statements);
  });
  expect(results.flat()).toEqual([{ name: 'Test' }, { one: 1 }]);
  // Promise.all executes them only in the microtasks after the call.
  const laterResults = await inSeries((tx, commitAhead) => {
    const statements = Promise.all([nameOf(tx), tx.unsafe('select 1 as one')]);
    process.nextTick(commitAhead);
    return statements;
  });
  expect(laterResults).toEqual(results);
});

test('a part of a statement is no statement: it may be made at any time', async () => {
  const rows = await inSeries(async (tx, commitAhead) => {
    const statement =
      tx`select ${tx('name')} from workspaces where ${tx`workspace_id = ${id}`}`.execute();
    commitAhead();
    await setImmediate();
    expect(() => tx`and ${tx('name')} <> ''`).not.toThrow();
    return statement;
  });
  expect([...rows]).toEqual([{ name: 'Test' }]);
});

test('a statement that nobody waited for does nothing in the transaction that has the connection next', async () => {
  let made: PromiseLike<unknown> | undefined;
  let kept: Tx | undefined;
  const insert = (tx: Tx) => tx`
    insert into visitor_lists (workspace_id, id, name, description, color)
    values (${other.id}, gen_random_uuid(), 'late', '', '#000000')`;
  await db.workspace(id, async (tx) => {
    kept = tx;
    made = insert(tx);
  });
  const lists = await db.workspace(other.id, async (tx) => {
    await expect(made).rejects.toThrow(tooLate('commit', 'insert into visitor_lists'));
    if (kept) await expect(insert(kept)).rejects.toThrow(tooLate('commit', 'insert into'));
    return tx`select name from visitor_lists`;
  });
  expect([...lists]).toEqual([]);
});

test('after a failure too: the other branch of a Promise.all is refused', async () => {
  let branch: Promise<unknown> | undefined;
  const outcome = db.workspace(id, (tx) => {
    branch = tx`select 1`.then(async () => {
      await setImmediate();
      await setImmediate();
      return tx`delete from visitor_lists`;
    });
    return Promise.all([branch, Promise.reject(new Error('no'))]);
  });
  await expect(outcome).rejects.toThrow('no');
  await expect(branch).rejects.toThrow(tooLate('rollback', 'delete from visitor_lists'));
});

test.each([
  [
    'one after another',
    async (run: () => Promise<unknown>) => {
      for (let number = 0; number < 5; number++) await run();
    },
  ],
  ['together', (run: () => Promise<unknown>) => Promise.all(Array.from({ length: 5 }, run))],
])('a limit of time is that of all statements, sent %s', async (_how, runFive) => {
  let done = 0;
  const outcome = db.workspace(id, async (tx) => {
    tx.limitTime(300);
    await runFive(async () => {
      await tx`select pg_sleep(0.14)`;
      done += 1;
    });
  });
  await expect(outcome).rejects.toMatchObject({ code: '57014' });
  expect(done).toBeLessThan(3);
  // The next transaction on the connection has the usual time.
  await db.workspace(id, (tx) => tx`select pg_sleep(0.4)`);
});
