/** The position of the sequence of changes after all committed transactions. */
import { expect } from 'vitest';
import { recordIn, type restOf } from './rest.ts';

/**
 * The position to continue from. Running transactions in any database of the server can delay the sequence, so this
 * creates a list and waits until it appears.
 */
export async function latestPosition(rest: ReturnType<typeof restOf>): Promise<string> {
  const { next: begin } = (await rest.get('/changes')).body as { next: string };
  const { id } = recordIn(await rest.post('/lists', { name: 'The last thing' }));
  let after = begin;
  await expect
    .poll(async () => {
      const { data, next } = (await rest.get(`/changes?after=${after}`)).body as {
        data: { ids: string[] }[];
        next: string;
      };
      after = next;
      return data.some(({ ids }) => ids.includes(id));
    })
    .toBe(true);
  return after;
}
