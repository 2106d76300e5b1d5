import { attributionModelNames } from '@footfall/contract/campaigns';
import { expect, test } from 'vitest';
import { seededRandom } from '../../testing/random-history.ts';
import { creditOf, mostTouches, wholeCredit } from './models.ts';

interface Visit {
  id: number;
  started_at: string;
}

const dayMs = 86_400_000;
const visitAt = (id: number, days: number): Visit => ({
  id,
  started_at: new Date(Date.UTC(2026, 0, 1) + days * dayMs).toISOString(),
});

/** By model the percent of each visit, by its place. */
function percentsOf(days: number[], lastNonDirect?: number) {
  const visits = days.map((day, id) => visitAt(id, day));
  const brought = lastNonDirect === undefined ? undefined : visits[lastNonDirect];
  const credits = creditOf({ visits, lastNonDirect: brought });
  return Object.fromEntries(
    attributionModelNames.map((name) => [
      name,
      credits.flatMap(({ visit, shares }) => {
        const share = shares[name];
        return share ? [[visit.id, Math.round((share.until - share.from) / 100) / 100]] : [];
      }),
    ]),
  );
}

test('one visit has everything by every model', () => {
  const all = Object.fromEntries(attributionModelNames.map((model) => [model, [[0, 100]]]));
  expect(percentsOf([3])).toEqual(all);
});

test('two visits share by halves, and by age: what is seven days older counts half', () => {
  expect(percentsOf([0, 7], 0)).toEqual({
    last_non_direct: [[0, 100]],
    last_touch: [[1, 100]],
    first_touch: [[0, 100]],
    linear: [
      [0, 50],
      [1, 50],
    ],
    position: [
      [0, 50],
      [1, 50],
    ],
    time_decay: [
      [0, 33.33],
      [1, 66.67],
    ],
  });
});

test('by position, the first and the last of four visits have 40 % each, the others 10 %', () => {
  const { position, linear, last_non_direct } = percentsOf([0, 1, 2, 3]);
  expect(position).toEqual([
    [0, 40],
    [1, 10],
    [2, 10],
    [3, 40],
  ]);
  expect(linear?.map(([, share]) => share)).toEqual([25, 25, 25, 25]);
  expect(last_non_direct).toEqual([[3, 100]]);
});

test('earlier sources come after the first visit and before the last ones', () => {
  const visits = [visitAt(0, 0), ...Array.from({ length: 19 }, (_, id) => visitAt(id + 2, id + 2))];
  const credits = creditOf({ visits, lastNonDirect: visitAt(1, 1) });
  expect(credits.map(({ visit }) => visit.id)).toEqual(Array.from({ length: 21 }, (_, id) => id));
  expect(credits[1]?.shares).toEqual({ last_non_direct: { from: 0, until: wholeCredit } });
});

test('a visit of years ago has no part by age, and breaks nothing', () => {
  expect(percentsOf([0, 4_000]).time_decay).toEqual([[1, 100]]);
});

test('shares of any history lie side by side from nothing to everything', () => {
  const random = seededRandom(7);
  for (let round = 0; round < 500; round += 1) {
    const count = 1 + Math.floor(random() * mostTouches);
    const scale = 10 ** (random() * 5 - 2);
    const days = Array.from({ length: count }, () => random() * scale).sort((a, b) => a - b);
    const visits = days.map((day, id) => visitAt(id, day));
    const credits = creditOf({ visits, lastNonDirect: visits[Math.floor(random() * count)] });
    for (const name of attributionModelNames) {
      const own = credits.flatMap(({ shares }) => shares[name] ?? []);
      const ends = [0, ...own.map(({ until }) => until)];
      expect(own.map(({ from }) => from)).toEqual(ends.slice(0, -1));
      expect(ends.at(-1)).toBe(wholeCredit);
      expect(own.every(({ from, until }) => until > from)).toBe(true);
    }
  }
});
