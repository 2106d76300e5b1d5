/** Random histories whose figures are asked, with what is stored of them. */
import { type RollupOptions, rollupStats, usualRollup } from '../stats/rollup.ts';
import type { Harness, TestWorkspace } from './harness.ts';
import { type Random, randomHistory, seededRandom, shuffled } from './random-history.ts';
import { type Recountable, recountable } from './recount.ts';
import { pageIn, recordIn, restOf } from './rest.ts';

/** What is over is settled at once, a few visits in a transaction. */
const quickly = { ...usualRollup, quietMs: 0, settleSize: 5, staleMs: 0, mostLater: 20 };
/** So that a short history takes many steps, and meets every limit. */
export const smallSteps: RollupOptions = { ...quickly, batchSize: 7 };

/** Everything that is over is settled: read from the sums rather than from the facts. */
export async function settleAll(
  h: Harness,
  { id }: TestWorkspace,
  options: RollupOptions = { ...quickly, batchSize: 500 },
): Promise<void> {
  while ((await h.db.workspace(id, (tx) => rollupStats(tx, id, options))) > 0);
}

/** On days that are over. */
function before(message: Record<string, unknown>, days: number): Record<string, unknown> {
  const at = Date.parse(String(message.timestamp)) - days * 86_400_000;
  return { ...message, timestamp: new Date(at).toISOString() };
}

/** Of today, of two weeks and of `oldest` days ago. */
export function datedHistory(seed: number, oldest: number): Record<string, unknown>[] {
  return randomHistory(seed, 90, Date.now() - 60_000).map((message, place) =>
    place < 30 ? before(message, place < 15 ? oldest : 14) : message,
  );
}

/** Such a history, by some of whose days the sums are asked, with what is stored of it. */
export async function countedHistory(
  h: Harness,
  seed: number,
  oldest = 14,
): Promise<{ workspace: TestWorkspace; stored: Recountable }> {
  const workspace = await h.newWorkspace();
  const random = seededRandom(seed);
  const history = datedHistory(seed, oldest);
  const late = shuffled(history, random);
  // Others' visits at other times, so that ranges have something to leave out.
  await h.send(late.slice(0, 60), workspace.productionKey);
  await h.settle();
  if (seed % 2 === 0) await settleAll(h, workspace);
  await h.send(late.slice(60), workspace.productionKey);
  await h.send(randomHistory(seed + 100, 10, Date.now() - 60_000), workspace.developmentKey);
  const [first] = history;
  await h.client(workspace.secretKey).leads.create({ visitor_id: String(first?.visitor_id) });
  await h.settle();
  await makeLists(h, workspace, random);
  if (seed % 3 === 0) await settleAll(h, workspace);
  return { workspace, stored: await recountable(h.db, workspace.id, false) };
}

/** Of visitors and of people, which overlap; and one that nobody is on. */
async function makeLists(h: Harness, { secretKey }: TestWorkspace, random: Random): Promise<void> {
  const rest = restOf(h, secretKey);
  const some = async (path: string) =>
    pageIn(await rest.get(path)).data.flatMap(({ id }) => (random() < 0.5 ? [id] : []));
  for (const name of ['Hot', 'Cold', 'Empty']) {
    const { id } = recordIn(await rest.post('/lists', { name }));
    if (name === 'Empty') continue;
    const [visitor_ids, identity_ids] = [await some('/visitors'), await some('/identities')];
    recordIn(await rest.post(`/lists/${id}/members`, { visitor_ids, identity_ids }));
  }
}
