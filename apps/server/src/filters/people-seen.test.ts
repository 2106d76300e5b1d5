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
