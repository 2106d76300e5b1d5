/* What a filter finds of people agrees with what their records show, whatever mixes in their histories. */
import { expect, test } from 'vitest';
import { startHarness } from '../testing/harness.ts';
import { randomHistory } from '../testing/random-history.ts';
import { pageIn, type Row, restOf } from '../testing/rest.ts';

const h = await startHarness({}, { trust: 'open' });

test.each([1, 2, 3])('where and when people were seen, in history %i', async (seed) => {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  await h.send(randomHistory(seed, 150, Date.now() - 3_600_000), workspace.productionKey);
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

test.each([5, 6, 7])(
  'what visits and visitors were counted as is what they show, in history %i',
  async (seed) => {
    const workspace = await h.newWorkspace();
    const rest = restOf(h, workspace.secretKey);
    await h.send(randomHistory(seed, 120, Date.now() - 3_600_000), workspace.productionKey);
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
      const found = async (filter: string) => {
        const query = new URLSearchParams({ filter: `id = ${id} AND session.${filter}` });
        return pageIn(await rest.get(`/visitors?${query}`)).data.length;
      };
      expect(await found(`${field} >= ${most}`)).toBe(1);
      expect(await found(`${field} > ${most}`)).toBe(0);
    }
  }
});
