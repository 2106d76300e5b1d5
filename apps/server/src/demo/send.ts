/** Messages to the ingest endpoint as a backend sends them: in batches, one after another, repeated when refused. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { IngestAnswer } from '@footfall/contract/ingest';
import { StartError } from '../common/start-error.ts';
import { signatureHeader } from '../keys/signature.ts';

export interface SendTarget {
  /** http://127.0.0.1:PORT */
  url: string;
  /** A production key. */
  key: string;
  /** What happened weeks ago, in other networks, is believed when it is signed. */
  signingSecret: string;
  context: object;
}

export interface SendCounts {
  stored: number;
  duplicates: number;
}

const attempts = 5;
const longestPauseMs = 30_000;

/**
 * Sends every part; while one is stored the next is made.
 * @throws StartError when the service refuses messages, or does not take them for long
 */
export async function sendParts(
  parts: Iterable<object[]>,
  target: SendTarget,
  onSent: (messages: number) => void,
): Promise<SendCounts> {
  const counts: SendCounts = { stored: 0, duplicates: 0 };
  const settle = async (sent: Promise<IngestAnswer['data']>) => {
    const { accepted, duplicates, results } = await sent;
    const refused = results.find(({ status }) => status === 'rejected');
    if (refused) throw new StartError(`The service refused a message: ${refused.error ?? ''}`);
    counts.stored += accepted;
    counts.duplicates += duplicates;
    onSent(results.length);
  };
  let under: Promise<void> | undefined;
  for (const batch of parts) {
    const body = JSON.stringify({ context: target.context, batch });
    await under;
    under = settle(sendBody(body, target));
    // It is awaited with the next part; until then nobody else may be told.
    under.catch(() => undefined);
    // Lets the request leave before the next part is made.
    await new Promise(setImmediate);
  }
  await under;
  return counts;
}

async function sendBody(
  body: string,
  { url, key, signingSecret }: SendTarget,
): Promise<IngestAnswer['data']> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${url}/ingest/batch`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-svc-key': key,
        'x-svc-signature': signatureHeader(signingSecret, body, Date.now()),
      },
      body,
    });
    const text = await response.text();
    if (response.ok) return (JSON.parse(text) as IngestAnswer).data;
    if (attempt === attempts || (response.status !== 429 && response.status < 500)) {
      throw new StartError(`The messages were not stored: ${response.status} ${text}`);
    }
    const asked = Number(response.headers.get('retry-after') ?? '1') * 1000;
    await sleep(Math.min(asked || 1000, longestPauseMs));
  }
}
