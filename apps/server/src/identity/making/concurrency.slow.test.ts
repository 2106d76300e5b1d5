/*
 * Many senders at once, to several service processes and while the background works: nobody fails,
 * and the end is the same as in order.
 */
import { expect, test } from 'vitest';
import { startHarness, type TestWorkspace } from '../../testing/harness.ts';
import { otherService } from '../../testing/other-service.ts';
import { randomHistory, seededRandom } from '../../testing/random-history.ts';
import { readEverything } from '../../testing/read-everything.ts';
import { type Row, restOf } from '../../testing/rest.ts';
import { seedsFrom } from '../../testing/rounds.ts';
import { sendAtOnce } from '../../testing/send-at-once.ts';
import { SLOW } from '../../testing/slow.ts';

const h = await startHarness({}, { trust: 'open' });
const services = [{ app: h.app, url: h.url }, await otherService(h), await otherService(h)];
await Promise.all(services.map(({ app }) => app.addressTables.ready));

const senders = 8;
const endMs = Date.now() - 60 * 60_000;

/** What the service gave an id is called after what it is; another kind that it gives ids would differ. */
const nameOf: Record<string, (row: Row) => string> = {
  '/identities': ({ email, created_at }) => `person ${email} ${created_at}`,
  '/campaigns': ({ name, source }) => `campaign ${name} ${source}`,
  '/companies': ({ name, domain }) => `company ${name} ${domain}`,
  '/leads': ({ visitor_id, created_at }) => `lead ${visitor_id} ${created_at}`,
};

/** The answers of the REST API, without the ids that differ from workspace to workspace. */
async function readsOf(workspace: TestWorkspace): Promise<Record<string, unknown>> {
  const rest = restOf(h, workspace.secretKey);
  const answers = await readEverything(async (path) => {
    const { status, text } = await rest.get(path);
    expect(status, `${path}: ${text}`).toBe(200);
    return text;
  });
  const names = new Map([[workspace.id, 'workspace']]);
  const reads: Record<string, unknown> = {};
  for (const [path, answer] of Object.entries(answers)) {
    const body = JSON.parse(answer) as { data: Row[] };
    reads[path] = body;
    const [collection = ''] = path.split('?');
    const name = nameOf[collection];
    if (!name) continue;
    for (const row of body.data) {
      names.set(row.id, name(row));
      if (row.code) names.set(String(row.code), `code of ${name(row)}`);
    }
  }
  let text = JSON.stringify(reads);
  for (const [id, name] of names) text = text.replaceAll(id, JSON.stringify(name).slice(1, -1));
  return JSON.parse(text, (key, value) =>
    // Rows of the same second are in the order of ids, which differs.
    key === 'data' && Array.isArray(value) ? value.toSorted(byText) : value,
  );
}

function byText(a: unknown, b: unknown): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

/**
 * Two processes that name somebody who is new may make the same person. One of the transactions is ended and written again,
 * and nobody notices.
 */
function isTrouble(line: string): boolean {
  const { level, err }: { level: number; err?: { code?: string } } = JSON.parse(line);
  return level >= 40 && err?.code !== '40001';
}

test.each(seedsFrom(1))(
  'eight senders at once leave what one sender in order leaves (%i)',
  async (seed) => {
    h.logLines.length = 0;
    const history = randomHistory(seed, 60, endMs);
    const [ordered, concurrent] = [await h.newWorkspace(), await h.newWorkspace()];
    for (let from = 0; from < history.length; from += 10) {
      await h.send(history.slice(from, from + 10), ordered.productionKey);
    }
    const urls = Array.from(
      { length: senders },
      (_, place) => services[place % services.length]?.url ?? '',
    );
    await sendAtOnce(urls, concurrent, history, seededRandom(seed * 31));
    for (const { app } of services) await app.background.settle();
    expect(await readsOf(concurrent)).toEqual(await readsOf(ordered));
    expect(h.logLines.filter(isTrouble)).toEqual([]);
  },
  SLOW,
);
