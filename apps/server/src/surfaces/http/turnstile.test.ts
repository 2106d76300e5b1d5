import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turnstile } from './turnstile.ts';

test('workspaces take turns, however many of one wait', async () => {
  const turnstile = new Turnstile({ places: 1, waiting: 10, waitingOfOne: 3 });
  const order: string[] = [];
  const ask = (workspace: string) =>
    turnstile.run(workspace, async () => {
      order.push(workspace);
      await wait(1);
    });
  const all = [ask('a'), ask('a'), ask('a'), ask('a'), ask('b')];
  await expect(ask('a')).rejects.toMatchObject({ code: 'unavailable' });
  await Promise.all(all);
  expect(order).toEqual(['a', 'a', 'b', 'a', 'a']);
});

test('a request that waits too long is refused and frees its place', async () => {
  const turnstile = new Turnstile({
    places: 1,
    waiting: 1,
    waitingOfOne: 1,
    deadlineMs: 20,
  });
  let end = () => {};
  const running = turnstile.run('a', () => new Promise<void>((resolve) => (end = resolve)));
  await expect(turnstile.run('b', async () => {})).rejects.toMatchObject({ code: 'unavailable' });
  const next = turnstile.run('c', async () => 'done');
  end();
  await running;
  expect(await next).toBe('done');
  expect(await turnstile.run('d', async () => 'done')).toBe('done');
});

test('a place rests before it is taken again', async () => {
  const turnstile = new Turnstile({ places: 1, waiting: 2, waitingOfOne: 2, restMs: 50 });
  const began: number[] = [];
  const ask = () => turnstile.run('a', async () => void began.push(performance.now()));
  await Promise.all([ask(), ask()]);
  const [first = 0, second = 0] = began;
  // A timer may be a millisecond early.
  expect(second - first).toBeGreaterThan(48);
});
