/* Many senders at once, while the background works: nobody fails, and the end is the same as in order. */
import { expect, test } from 'vitest';
import { startHarness, type TestWorkspace } from '../testing/harness.ts';
import { randomHistory, seededRandom, shuffled } from '../testing/random-history.ts';
import { pageIn, restOf } from '../testing/rest.ts';

const h = await startHarness();
await h.app.addressTables.ready;

type Message = Record<string, unknown>;

const senders = 8;
const endMs = Date.now() - 60 * 60_000;

/** Every answer of the REST API, without the ids that differ from workspace to workspace. */
async function readsOf(workspace: TestWorkspace): Promise<Record<string, unknown>> {
  const rest = restOf(h, workspace.secretKey);
  const names = new Map<string, string>();
  const reads: Record<string, unknown> = {};
  const read = async (path: string, as = path) => {
    const answer = await rest.get(path);
    expect(answer.status, path).toBe(200);
    reads[as] = answer.body;
    return Array.isArray((answer.body as { data: unknown }).data) ? pageIn(answer).data : [];
  };
  /** Ids made by the service are called after what they are of. */
  const call = (rows: (Message & { id: string })[], nameOf: (row: Message) => unknown) => {
    for (const row of rows) names.set(row.id, String(nameOf(row)));
    return rows;
  };
  const people = await read('/identities?limit=100');
  call(people, ({ email, created_at }) => `person ${email} ${created_at}`);
  for (const { id } of people) {
    await read(`/identities/${id}/activity?limit=100`);
    await read(`/identities/${id}/personality`);
  }
  call(await read('/campaigns?limit=100'), ({ name, source }) => `campaign ${name} ${source}`);
  call(await read('/companies?limit=100'), ({ name, domain }) => `company ${name} ${domain}`);
  const leads = await read('/leads?limit=100');
  call(leads, ({ visitor_id, created_at }) => `lead ${visitor_id} ${created_at}`);
  for (const { id, code } of leads) names.set(String(code), `code of ${names.get(id)}`);
  await read('/conversions?limit=100');
  await read('/conversions?limit=100&bots=true');
  for (const list of ['/visitors?limit=100', '/visitors?limit=100&bots=true']) {
    for (const { id } of await read(list)) await read(`/visitors/${id}/sessions?limit=100`);
  }
  await read('/campaigns/performance?model=first_touch');
  let text = JSON.stringify(reads).replaceAll(workspace.id, 'workspace');
  for (const [id, name] of names) text = text.replaceAll(id, JSON.stringify(name).slice(1, -1));
  return JSON.parse(text);
}

/** By `senders` at once: each its share, shuffled, in batches of a few, and some of it twice. */
async function sendAtOnce(workspace: TestWorkspace, history: Message[], seed: number) {
  const random = seededRandom(seed);
  const shares = Array.from({ length: senders }, (_, place) =>
    shuffled(
      history.filter((__, at) => at % senders === place || at % 13 === place),
      random,
    ),
  );
  await Promise.all(
    shares.map(async (share) => {
      for (let from = 0; from < share.length; ) {
        const size = 1 + Math.floor(random() * 4);
        const data = await h.send(share.slice(from, from + size), workspace.productionKey);
        expect(data.rejected).toBe(0);
        from += size;
      }
    }),
  );
}

const rounds = Number(process.env.CONCURRENCY_ROUNDS ?? 3);
const firstSeed = Number(process.env.CONCURRENCY_SEED ?? 1);

test.each(Array.from({ length: rounds }, (_, place) => firstSeed + place))(
  'eight senders at once leave what one sender in order leaves (%i)',
  async (seed) => {
    const history = randomHistory(seed, 120, endMs);
    const [ordered, concurrent] = [await h.newWorkspace(), await h.newWorkspace()];
    for (let from = 0; from < history.length; from += 10) {
      await h.send(history.slice(from, from + 10), ordered.productionKey);
    }
    await sendAtOnce(concurrent, history, seed * 31);
    await h.settle();
    expect(await readsOf(concurrent)).toEqual(await readsOf(ordered));
    const levels = h.logLines.map((line): { level: number } => JSON.parse(line));
    expect(levels.filter(({ level }) => level >= 40)).toEqual([]);
  },
  60_000,
);
