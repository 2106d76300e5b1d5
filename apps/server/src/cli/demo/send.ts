/** Messages to the ingest endpoint as a backend sends them: in batches, one after another, repeated when refused. */
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
 * Sends every part; while one is stored the next is made.
 * @throws StartError when the service refuses messages, or does not take them for long
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
    // It is awaited with the next part; until then nobody else may be told.
    under.catch(() => undefined);
    // Lets the request leave before the next part is made.
    await new Promise(setImmediate);
  }
  await under;
  return counts;
}
