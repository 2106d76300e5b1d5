import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type BodyOwner, type EndTurn, HeavyTurns, isLight } from './heavy-turns.ts';

const kilobytes = (count: number) => Buffer.alloc(count * 1024);
const owner = (text: string): BodyOwner => {
  const [workspaceId = '', network = ''] = text.split(' ');
  return { workspaceId, network };
};

/** Takes turns in the order in which they are asked for; each is as long as it is told. */
function turnsOf(turns = new HeavyTurns()) {
  const order: string[] = [];
  const take = (name: string, bytes = 100) =>
    Promise.resolve(turns.take({ owner: owner(name), bytes, isGone: () => false }));
  return {
    turns,
    order,
    take,
    async done(name: string, lengthMs: number) {
      const end = await take(name);
      order.push(name);
      if (lengthMs > 0) await wait(lengthMs);
      end();
    },
  };
}

test('a turn is of the workspace that used least, and of its network that used least', async () => {
  const { order, done } = turnsOf();
  // Both of b's networks used some time, one of them more; a used most.
  await done('a loud', 60);
  await done('b loud', 20);
  await done('b quiet', 5);
  order.length = 0;
  const holding = done('c one', 40);
  const all = ['a loud', 'a new', 'b loud', 'b quiet', 'd one'].map((name) => done(name, 0));
  await Promise.all([holding, ...all]);
  expect(order).toEqual(['c one', 'd one', 'b quiet', 'b loud', 'a new', 'a loud']);
});

test('a client with many waiting requests yields to clients with less use', async () => {
  const { order, done } = turnsOf();
  const many = Array.from({ length: 4 }, () => done('a one', 10));
  await Promise.all([...many, done('b one', 10)]);
  expect(order).toEqual(['a one', 'b one', 'a one', 'a one', 'a one']);
});

test('bodies up to 64 KiB, packed ones up to 16 KiB unpacked, take no turn', () => {
  expect(isLight(kilobytes(64), 64 * 1024)).toBe(true);
  expect(isLight(kilobytes(65), 65 * 1024)).toBe(false);
  expect(isLight(kilobytes(1), 16 * 1024)).toBe(true);
  expect(isLight(kilobytes(1), 16 * 1024 + 1)).toBe(false);
});

test('the queue is limited, per network and in total', async () => {
  const { take, turns } = turnsOf();
  const end = await take('a one');
  const eightMebibytes = 8 * 1024 * 1024;
  const waiting = [take('a one', eightMebibytes)];
  const refused = { code: 'unavailable' };
  expect(() => turns.take({ owner: owner('a one'), bytes: 1, isGone: () => false })).toThrow(
    expect.objectContaining(refused),
  );
  for (const network of ['two', 'three', 'four'])
    waiting.push(take(`a ${network}`, eightMebibytes));
  expect(() => turns.take({ owner: owner('b one'), bytes: 1, isGone: () => false })).toThrow(
    expect.objectContaining(refused),
  );
  end();
  await Promise.all(waiting.map(async (turn) => (await turn)()));
});

test('a request with a closed connection is refused and takes no turn', async () => {
  const { turns, take } = turnsOf();
  const end = await take('a one');
  const gone = turns.take({ owner: owner('b one'), bytes: 1, isGone: () => true });
  const next: Promise<EndTurn> = take('a one');
  end();
  await expect(gone).rejects.toMatchObject({ code: 'unavailable' });
  (await next)();
});
