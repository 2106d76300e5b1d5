/** Many senders of one history. */
import { expect } from 'vitest';
import type { TestWorkspace } from './harness.ts';
import { type Random, shuffled } from './random-history.ts';

/** To each of `urls` at once its share, shuffled, in batches of a few, and some of it twice. */
export async function sendAtOnce(
  urls: string[],
  workspace: TestWorkspace,
  history: object[],
  random: Random,
): Promise<void> {
  const shares = urls.map((_, place) =>
    shuffled(
      history.filter((__, at) => at % urls.length === place || at % 13 === place),
      random,
    ),
  );
  await Promise.all(
    shares.map(async (share, place) => {
      for (let from = 0; from < share.length; ) {
        const size = 1 + Math.floor(random() * 4);
        const answer = await post(
          `${urls[place]}/ingest/batch`,
          workspace,
          share.slice(from, from + size),
        );
        const text = await answer.text();
        expect(answer.status, text).toBe(200);
        expect(JSON.parse(text)).toMatchObject({ data: { rejected: 0 } });
        from += size;
      }
    }),
  );
}

/** What could not be stored just now is sent again, as every client does. */
async function post(
  url: string,
  { productionKey }: TestWorkspace,
  batch: object[],
): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'x-svc-key': productionKey },
      body: JSON.stringify({ batch }),
    });
    if (answer.status !== 503 || tries === 10) return answer;
  }
}
