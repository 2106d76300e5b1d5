/* Whatever is decided, in whatever order, every figure is what a count tells, and undone it is as before. */
import { expect, test } from 'vitest';
import { checkStats } from '../../stats/check.ts';
import { settleAll } from '../../testing/counted-history.ts';
import { decidingIn, decidedRange as range } from '../../testing/decided-visitors.ts';
import type { TestWorkspace } from '../../testing/harness.ts';
import { randomHistory, seededRandom, shuffled } from '../../testing/random-history.ts';
import { recount, recountable } from '../../testing/recount.ts';
import type { Row } from '../../testing/rest.ts';
import { seedsFrom } from '../../testing/rounds.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness({ trust: 'open' });
const reader = (workspace: TestWorkspace) => decidingIn(h, workspace);

/** Of what happened, nothing of which workspace it is told by. */
async function summary({ list, figures }: ReturnType<typeof reader>) {
  const people = await list('/identities?limit=100');
  const nameOf = new Map(people.map(({ id, email, user_id }) => [id, `${email} ${user_id}`]));
  const touch = (value: unknown) => {
    const { visitor_id, session_id, source } = (value ?? {}) as Row;
    return [visitor_id, session_id, source];
  };
  const visitors = await list('/visitors?limit=100');
  return {
    figures: await figures(),
    people: people.map(({ email, user_id, traits, name }) => ({ email, user_id, traits, name })),
    visitors: visitors.map((row) => [row.id, nameOf.get(String(row.identity_id)), row.channel]),
    leads: (await list('/leads?limit=100')).map((row) => [
      row.visitor_id,
      nameOf.get(String(row.identity_id)),
      row.company_id !== null,
      row.created_at,
      row.source,
    ]),
    conversions: (await list('/conversions?limit=100')).map((row) => [
      row.id,
      nameOf.get(String(row.identity_id)),
      touch(row.first_touch),
      touch(row.last_non_direct),
      touch(row.last_touch),
    ]),
  };
}

/** Overrides about some of the visitors, and about the companies that are known. */
async function decideAtRandom(workspace: TestWorkspace, seed: number) {
  const { list, decide } = reader(workspace);
  const random = seededRandom(seed);
  const visitors = [...(await list('/visitors')), ...(await list('/visitors?bots=true'))];
  const companies = await list('/companies');
  const made: Row[] = [];
  for (const { id: visitor_id } of visitors) {
    if (random() < 0.6)
      made.push(await decide({ kind: random() < 0.5 ? 'bot' : 'not_bot', visitor_id }));
    const company_id = companies[Math.floor(random() * companies.length)]?.id;
    if (company_id && random() < 0.5) {
      const kind = random() < 0.5 ? 'company' : 'not_company';
      made.push(await decide({ kind, visitor_id, company_id }));
    }
  }
  for (const { id: company_id } of companies) {
    if (random() < 0.4) made.push(await decide({ kind: 'not_company', company_id }));
  }
  return made;
}

test.each(seedsFrom(32))(
  'after random overrides every figure is what a count tells, and after their undoing all is as before (%i)',
  async (seed) => {
    const workspace = await h.newWorkspace();
    const random = seededRandom(seed);
    const history = shuffled(randomHistory(seed, 28, Date.now() - 60_000), random);
    await h.send(history.slice(0, 21), workspace.productionKey);
    await h.settle();
    if (seed % 2 === 0) await settleAll(h, workspace);
    const { everything, figures, list, undo } = reader(workspace);
    const before = await everything();

    const overrides = await decideAtRandom(workspace, seed);
    expect(overrides.length).toBeGreaterThan(2);
    const pending = async () => {
      // What others were writing meanwhile, of any database of the server, has it looked at once more a little later.
      await h.settle();
      const rows = await list('/overrides?undone=false&limit=100');
      return overrides.map(({ id }) => rows.find((row) => row.id === id)?.pending);
    };
    await expect.poll(pending).toEqual(overrides.map(() => 0));
    const decided = await recountable(h.db, workspace.id, false);
    expect(await figures()).toEqual(recount(decided, range));
    await settleAll(h, workspace);
    expect(await h.db.workspace(workspace.id, (tx) => checkStats(tx, workspace.id))).toEqual([]);

    for (const override of shuffled(overrides, random)) await undo(override);
    expect(without(await everything())).toEqual(without(before));
    await h.send(history.slice(21), workspace.productionKey);
    await h.settle();
    expect(await figures()).toEqual(recount(await recountable(h.db, workspace.id, false), range));
  },
);

test.each(seedsFrom(41))(
  'it does not matter whether what visitors did came before the overrides or after them (%i)',
  async (seed) => {
    const history = randomHistory(seed, 28, Date.now() - 60_000);
    const visitors = [...new Set(history.map(({ visitor_id }) => String(visitor_id)))];
    const random = seededRandom(seed);
    const kinds = visitors.map((visitor_id) => ({ visitor_id, roll: random() }));
    const bodies = kinds.flatMap(({ visitor_id, roll }) =>
      roll < 0.8 ? [{ visitor_id, kind: roll < 0.4 ? 'bot' : 'not_bot' }] : [],
    );
    const firsts = visitors.map((id) => history.find(({ visitor_id }) => visitor_id === id) ?? {});
    const [before, after] = [await h.newWorkspace(), await h.newWorkspace()];
    await h.send(firsts, before.productionKey);
    for (const body of bodies) await reader(before).decide(body);
    for (const message of shuffled(history, random)) await h.send([message], before.productionKey);
    await h.send(history, after.productionKey);
    await h.settle();
    for (const body of bodies) await reader(after).decide(body);
    await h.settle();
    expect(await summary(reader(after))).toEqual(await summary(reader(before)));
  },
);

/** Overrides themselves stay, undone. */
function without(reads: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(reads)
      .filter(([path]) => !/^\/(overrides|audit-log|changes)/.test(path))
      .map(([path, text]) => [path, JSON.parse(text)]),
  );
}
