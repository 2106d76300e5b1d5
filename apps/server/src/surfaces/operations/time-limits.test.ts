/* What asks for more than there is time for is refused with what to ask for instead, and nothing of it goes on in the database. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { startHarness } from '../../testing/harness.ts';
import { restOf } from '../../testing/rest.ts';

const h = await startHarness({}, { trust: 'open' }, { mostSeconds: 0.3 });
await h.app.addressTables.ready;
const rest = restOf(h);

/** Much to read: each row takes a twentieth of a second, of questions that have a limit. */
const slowTables = ['events', 'sessions', 'session_facts', 'open_facts'];

const views = (length: number) =>
  Array.from({ length }, () => ({
    ...{ type: 'event', name: 'page_view', visitor_id: randomUUID(), session_id: randomUUID() },
    context: { page: { url: 'https://shop.example/pricing' }, ip: '192.35.17.1' },
  }));

beforeAll(async () => {
  await h.send(views(40));
  await h.settle();
  await h.db.upkeep(async (tx) => {
    await tx`set local citus.enable_manual_changes_to_shards = on`;
    for (const table of slowTables) {
      await tx`
        create policy slow on ${tx(tx.stored(table))} as restrictive for select using (
          case when current_setting('statement_timeout') ~ '^\\d{1,3}ms$' then pg_sleep(0.05)::text is not null else true end)`;
    }
  }, h.workspace.id);
});

test.each([
  [
    'visitors',
    { filter: 'did(page_view, url:pricing)' },
    'query.filter',
    /with a shorter `within`/,
  ],
  ['stats', { dimensions: 'city,page' }, 'query.from', /a shorter range, or fewer dimensions/],
  ['stats', { filter: 'did(page_view, url:pricing)' }, 'query.from', /a shorter range/],
  ['companies', { from: '2026-01-01T00:00:00Z' }, 'query.from', /a shorter time/],
  ['companies', { sort: '-visits' }, 'query.from', /a shorter time/],
])('%s of %j are refused where they take too long', async (path, query, parameter, advice) => {
  const { status, body } = await rest.get(`/${path}?${new URLSearchParams(query)}`);
  expect(status, JSON.stringify(body)).toBe(400);
  const { error, details } = body as {
    error: string;
    details: { issues: { path: string; message: string }[] };
  };
  expect(error).toBe('invalid_request');
  const [issue, ...others] = details.issues;
  expect(others).toEqual([]);
  expect(issue?.path).toBe(parameter);
  expect(issue?.message).toMatch(/^takes more than 0\.3 s: (?:request|narrow) /);
  expect(issue?.message).toMatch(advice);
  await expect.poll(runningStatements).toEqual([]);
});

test('statements that are quick by themselves are refused where they take too long together', async () => {
  const { productionKey, secretKey } = await h.newWorkspace();
  await h.send(views(3), productionKey);
  await h.settle();
  const stats = h.client(secretKey).stats({
    filter: 'did(page_view) AND did(page_view, path = /pricing)',
    dimensions: ['channel'],
    breakdowns: ['source', 'country', 'city', 'browser'],
  });
  await expect(stats).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringMatching(/^from takes more than 0\.3 s: request a shorter range/),
  });
});

test('work without a limit of its own may take long on the same connections', async () => {
  for (const path of ['visitors', 'sessions', 'companies']) {
    expect((await rest.get(`/${path}?limit=100`)).status).toBe(200);
  }
});

/** Of questions with the limit, or that had it: who asks has it until the transaction ends. */
async function runningStatements(): Promise<string[]> {
  const rows = await h.db.everywhere(
    (tx) => tx<{ query: string }[]>`
      select query from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and (state like 'idle in transaction%' or wait_event = 'PgSleep' or state = 'active' and query like '%pricing%')`,
  );
  return rows.flat().map(({ query }) => query);
}
