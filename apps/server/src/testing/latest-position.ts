/** Where the sequence of changes stands once it tells all that is committed: of anybody's transaction that began before. */
import { expect } from 'vitest';
import { recordIn, type restOf } from './rest.ts';

/**
 * The position to go on from. The sequence holds back what a transaction under way, in any database of the server, may
 * still come before; so a list is made last, and waited for.
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
