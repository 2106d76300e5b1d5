/* Who asks the same at the same time is answered together, and never from before the question. */
import { expect, test } from 'vitest';
import { SharedReads } from './shared-reads.ts';

/** Reads that end when they are told to. */
function readsOfNumbers() {
  const reads: { resolve: (value: number) => void; reject: (error: Error) => void }[] = [];
  const read = () =>
    new Promise<number>((resolve, reject) => {
      reads.push({ resolve, reject });
    });
  const begun = async (count: number) => {
    while (reads.length < count) await new Promise((resolve) => setImmediate(resolve));
    return reads[count - 1] ?? expect.fail('no read');
  };
  return { reads, read, begun };
}

test('those who come during a read share the next one', async () => {
  const shared = new SharedReads<number>();
  const { reads, read, begun } = readsOfNumbers();
  const first = shared.read('a', read);
  const others = [shared.read('a', read), shared.read('a', read), shared.read('a', read)];
  const elsewhere = shared.read('b', read);
  (await begun(2)).resolve(10);
  (await begun(1)).resolve(1);
  expect(await first).toBe(1);
  (await begun(3)).resolve(2);
  expect(await Promise.all(others)).toEqual([2, 2, 2]);
  expect(await elsewhere).toBe(10);
  const later = shared.read('a', read);
  (await begun(4)).resolve(3);
  expect(await later).toBe(3);
  expect(reads).toHaveLength(4);
});

test('a read that fails is tried by the others for themselves', async () => {
  const shared = new SharedReads<number>();
  const { read, begun } = readsOfNumbers();
  const first = shared.read('a', read);
  const second = shared.read('a', read);
  const third = shared.read('a', read);
  const failures = Promise.allSettled([first, second]);
  (await begun(1)).reject(new Error('lost'));
  (await begun(2)).reject(new Error('lost again'));
  (await begun(3)).resolve(3);
  expect(await third).toBe(3);
  expect((await failures).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const later = shared.read('a', read);
  (await begun(4)).resolve(4);
  expect(await later).toBe(4);
});
