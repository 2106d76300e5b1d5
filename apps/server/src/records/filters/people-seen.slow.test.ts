/* What a filter finds of people agrees with what their records show, whatever mixes in their histories. */
import { expect, test } from 'vitest';
import type { Tx } from '../../platform/db/connect.ts';
import { rollupStats, usualRollup } from '../../stats/rollup.ts';
import { startRebuild } from '../../stats/state.ts';
import { type Random, randomHistory, seededRandom } from '../../testing/random-history.ts';
import { pageIn, type Row, restOf } from '../../testing/rest.ts';
import { isChecked, seedsFrom } from '../../testing/rounds.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { SLOW } from '../../testing/slow.ts';

const h = await sharedHarness({ trust: 'open' });

test.each(seedsFrom(1))('where and when people were seen, in history %i', async (seed) => {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  await h.send(randomHistory(seed, 80, Date.now() - 3_600_000), workspace.productionKey);
  await h.settle();
  const all = pageIn(await rest.get('/identities?limit=100')).data;
  expect(all.length).toBeGreaterThan(3);
  const expectSame = async (filter: string, shows: (person: Row) => boolean) => {
    const query = new URLSearchParams({ filter, limit: '100' });
    const { data, pagination } = pageIn(await rest.get(`/identities?${query}`));
    expect([filter, data]).toEqual([filter, all.filter(shows)]);
    expect(pagination.total).toBe(data.length);
  };
  for (const field of ['country', 'city']) {
    for (const place of new Set(all.map((person) => String(person[field])))) {
      await expectSame(`${field} = "${place}"`, (person) => person[field] === place);
      await expectSame(`${field} != "${place}"`, (person) => person[field] !== place);
    }
  }
  expect(all.some(({ country }) => country !== '')).toBe(true);
  for (const field of ['first_seen', 'last_seen']) {
    for (const at of new Set(all.map((person) => String(person[field])))) {
      await expectSame(`${field} = ${at}`, (person) => person[field] === at);
      const after = new Date(Date.parse(at) + 1000).toISOString();
      await expectSame(`${field} >= ${after}`, (person) => String(person[field]) > at);
    }
  }
});

test.each(seedsFrom(5))(
  'what visits and visitors were counted as is what they show, in history %i',
  async (seed) => {
    const workspace = await h.newWorkspace();
    const rest = restOf(h, workspace.secretKey);
    await h.send(randomHistory(seed, 60, Date.now() - 3_600_000), workspace.productionKey);
    await h.settle();
    const fields = {
      '/sessions': ['origin', 'browser', 'os', 'device', 'screen', 'is_bounce', 'channel_group'],
      '/visitors': ['origin', 'channel_group', 'company_confidence'],
    };
    for (const [path, names] of Object.entries(fields)) {
      const all = pageIn(await rest.get(`${path}?limit=100`)).data;
      expect(all).not.toEqual([]);
      for (const name of names) {
        for (const value of new Set(all.map((record) => record[name]))) {
          const filter = JSON.stringify({ field: name, op: '=', value });
          const query = new URLSearchParams({ filter, limit: '100' });
          const { data, pagination } = pageIn(await rest.get(`${path}?${query}`));
          expect([filter, data]).toEqual([filter, all.filter((one) => one[name] === value)]);
          expect(pagination.total).toBe(data.length);
        }
      }
    }
    const { data } = pageIn(await rest.get('/sessions?limit=100&filter=click_ids.gclid:*'));
    const all = pageIn(await rest.get('/sessions?limit=100')).data;
    const hasClick = ({ click_ids }: Row) => Object(click_ids).gclid !== undefined;
    expect(data).toEqual(all.filter(hasClick));
    expect(data.length).toBeGreaterThan(0);
  },
);

test('channels of visitors, and times of sessions, as they are shown', async () => {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  await h.send(randomHistory(4, 80, Date.now() - 3_600_000), workspace.productionKey);
  const all = pageIn(await rest.get('/visitors?limit=100')).data;
  for (const channel of new Set(all.map((visitor) => String(visitor.channel)))) {
    const query = new URLSearchParams({ filter: `channel = ${channel}`, limit: '100' });
    const { data } = pageIn(await rest.get(`/visitors?${query}`));
    expect([channel, data]).toEqual([channel, all.filter((one) => one.channel === channel)]);
  }
  for (const { id } of all) {
    const sessions = pageIn(await rest.get(`/visitors/${id}/sessions?limit=100`)).data;
    for (const field of ['duration_seconds', 'engaged_seconds']) {
      const most = Math.max(...sessions.map((session) => Number(session[field])));
      const countOf = async (filter: string) => {
        const query = new URLSearchParams({ filter: `id = ${id} AND session.${filter}` });
        return pageIn(await rest.get(`/visitors?${query}`)).data.length;
      };
      expect(await countOf(`${field} >= ${most}`)).toBe(1);
      expect(await countOf(`${field} > ${most}`)).toBe(0);
    }
  }
});

const addresses = ['192.35.17.1', '8.8.8.8', '91.64.1.1', '171.64.1.1', ''];
const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const bot = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';

/**
 * Two devices of each person as a rule, some of which somebody else uses too, and visits here and there: several at a time, some
 * for days, a few of bots.
 */
function travels(random: Random, devices: number): Record<string, unknown>[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const uuid = (kind: number, number: number) =>
    `0190aaaa-0000-7000-800${kind}-${String(number).padStart(12, '0')}`;
  const now = Date.now() - 3_600_000;
  return Array.from({ length: devices }, (_, place) => {
    const visitor_id = uuid(1, place);
    const emails = random() < 0.15 ? [place, place + 2] : [place];
    return Array.from({ length: 1 + Math.floor(random() * 4) }, (_, visit) => {
      const began = now - Math.floor(random() * 12) * 43_200_000 - random() * 36_000_000;
      const lasts = pick([0, 600_000, 36_000_000, 450_000_000]);
      const common = { visitor_id, session_id: uuid(2, place * 10 + visit) };
      const context = { ip: pick(addresses), user_agent: random() < 0.03 ? bot : browser };
      const at = (part: number) => new Date(Math.min(now, began + lasts * part)).toISOString();
      const views = [0, 0.5, 1].map((part) => ({
        ...{ type: 'event', name: 'page_view', ...common, timestamp: at(part) },
        context: { ...context, page: { url: `https://shop.example/${pick(['', 'pricing'])}` } },
      }));
      const email = `p${Math.floor(pick(emails) / 2)}@siemens.com`;
      const names = { type: 'identify', ...common, email, timestamp: at(0.7), context };
      return random() < 0.6 || visit === 0 ? [...views, names] : views;
    }).flat();
  }).flat();
}

test.each(seedsFrom(11))(
  'people who saw a page are where their records say, counted or not (%i)',
  async (seed) => {
    const workspace = await h.newWorkspace();
    const { id, productionKey, secretKey } = workspace;
    const rest = restOf(h, secretKey);
    const random = seededRandom(seed);
    const history = travels(random, 20);
    const rollup = (batchSize: number) =>
      h.db.workspace(id, (tx) => rollupStats(tx, id, { ...usualRollup, batchSize, quietMs: 0 }));
    const idsOf = async (filter: string) => {
      const query = new URLSearchParams({ filter, limit: '100' });
      const { data, pagination } = pageIn(await rest.get(`/identities?${query}`));
      expect(pagination.total).toBe(data.length);
      return data.map((person) => person.id);
    };
    let matches = 0;
    let turn = 0;
    /** Some of the questions, others each time. */
    const compare = async () => {
      turn += 1;
      let place = 0;
      const all = pageIn(await rest.get('/identities?limit=100')).data;
      for (const did of [
        'did(page_view, path = /pricing)',
        'did(page_view, path = "/*", at least 4, within 72h)',
      ]) {
        // Of addresses no counts are kept: all events are read, and each person's visits.
        const saw = new Set(
          await idsOf(
            did.replace('path', 'url').replace(/"?\/(\w*\*?)"?/, '"https://shop.example/$1"'),
          ),
        );
        const expectSame = async (filter: string, isThere: (person: Row) => boolean) => {
          place += 1;
          if (!isChecked(seed, turn + place)) return;
          const expected = all.filter((person) => saw.has(person.id) && isThere(person));
          const question = `${did} AND ${filter}`;
          expect([question, await idsOf(question)]).toEqual([
            question,
            expected.map((person) => person.id),
          ]);
          matches += expected.length;
        };
        const countries = new Set(all.map(({ country }) => country));
        for (const country of countries) {
          await expectSame(`country = "${country}"`, (person) => person.country === country);
          await expectSame(`NOT country = "${country}"`, (person) => person.country !== country);
        }
        await expectSame(
          'country IN (DE, US)',
          ({ country }) => country === 'DE' || country === 'US',
        );
        await expectSame(
          'country:* AND NOT city:*',
          ({ country, city }) => country !== '' && city === '',
        );
        for (const city of new Set(all.map((person) => person.city))) {
          await expectSame(
            `(city = "${city}" OR country = DE)`,
            (person) => person.city === city || person.country === 'DE',
          );
        }
      }
    };

    await h.send(history.slice(0, 200), productionKey);
    await h.settle();
    await rollup(20);
    await compare();
    while ((await rollup(500)) > 0);
    await compare();
    await h.send(history.slice(200), productionKey);
    await h.settle();
    await compare();
    while ((await rollup(500)) > 0);
    await compare();
    const change = (work: (tx: Tx) => Promise<unknown>) => h.db.workspace(id, work);
    // Some devices know no more than the address.
    await change(
      (tx) => tx`update identity_links set weight = 1 + get_byte(uuid_send(visitor_id), 15) % 2
                 where workspace_id = ${id}`,
    );
    await compare();
    // Marked for later, so that nobody counts them meanwhile.
    await change(
      (tx) => tx`
        insert into stats_marks (workspace_id, marked_at, visitor_id, session_id, is_test)
        select workspace_id, now() + interval '1 hour', visitor_id, id, is_test from sessions
        where workspace_id = ${id} and get_byte(uuid_send(visitor_id), 15) % 3 = 0`,
    );
    await change(
      (tx) => tx`update session_facts set country = 0, city = 0
                 where workspace_id = ${id} and get_byte(uuid_send(visitor_id), 15) % 3 = 0`,
    );
    await compare();
    await change((tx) => startRebuild(tx, id));
    await change(
      (tx) =>
        tx`update session_facts set country = 0, city = 0, pages = '{}' where workspace_id = ${id}`,
    );
    await compare();
    expect(matches).toBeGreaterThan(30);
  },
  SLOW,
);
