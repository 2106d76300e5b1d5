/** Sends a body to the ingest endpoint like a backend: signed, with retries. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { IngestAnswer } from '@footfall/contract/ingest';
import { signatureHeader } from '../../accounts/keys/signature.ts';
import { StartError } from '../../platform/common/start-error.ts';

export interface SendTarget {
  url: string;
  /** A production key. */
  key: string;
  /** Signed messages may be weeks old and from other networks. */
  signingSecret: string;
}

const attempts = 5;
const longestPauseMs = 30_000;

/**
 * `body`: JSON text of a batch.
 * @throws StartError if the service still rejects it after retries
 */
export async function sendBatch(
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
      throw new StartError(`The service did not store the messages: ${response.status} ${text}`);
    }
    const pauseMs = Number(response.headers.get('retry-after') ?? '1') * 1000;
    await sleep(Math.min(pauseMs || 1000, longestPauseMs));
  }
}
