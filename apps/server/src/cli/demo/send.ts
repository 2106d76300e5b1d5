/** Sends messages to the ingest endpoint like a backend: in batches, one after another, with retries. */
import type { IngestAnswer } from '@footfall/contract/ingest';
import { type SendTarget, sendBatch } from '../../collect/imports/send-batch.ts';
import { StartError } from '../../platform/common/start-error.ts';

interface DemoTarget extends SendTarget {
  context: object;
}

export interface SendCounts {
  stored: number;
  duplicates: number;
}

/**
 * Sends every part, preparing the next while one is stored.
 * @throws StartError if the service rejects messages, or is unavailable for long
 */
export async function sendParts(
  parts: Iterable<object[]>,
  target: DemoTarget,
  onSent: (messages: number) => void,
): Promise<SendCounts> {
  const counts: SendCounts = { stored: 0, duplicates: 0 };
  const settle = async (sent: Promise<IngestAnswer['data']>) => {
    const { accepted, duplicates, results } = await sent;
    const refused = results.find(({ status }) => status === 'rejected');
    if (refused) throw new StartError(`The service rejected a message: ${refused.error ?? ''}`);
    counts.stored += accepted;
    counts.duplicates += duplicates;
    onSent(results.length);
  };
  let under: Promise<void> | undefined;
  for (const batch of parts) {
    const body = JSON.stringify({ context: target.context, batch });
    await under;
    under = settle(sendBatch(body, target));
    // The next part awaits it; until then this avoids an unhandled rejection.
    under.catch(() => undefined);
    // Lets the request start before the next part is prepared.
    await new Promise(setImmediate);
  }
  await under;
  return counts;
}
