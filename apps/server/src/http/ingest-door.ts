/**
 * The door of ingest: everything that is asked of a sender and done with what came, whichever way it
 * was read from the socket. Knows no HTTP library, so that both ways (ingest-direct.ts before the
 * framework, ingest-routes.ts in it) cannot differ.
 */
import { ApiError } from '@footfall/contract/errors';
import { type IngestAnswer, ingestLimits } from '@footfall/contract/ingest';
import { unpackBody } from '../common/json-body.ts';
import {
  type IngestOptions,
  type IngestRequest,
  requireLiveKey,
  serveIngest,
} from '../ingest/serve.ts';
import { unauthorizedToSend } from '../ingest/write-key.ts';
import type { KeyFacts } from '../keys/store.ts';
import { toApiError } from './errors.ts';

export type Arrival = IngestRequest & { encoding: string | undefined };

export class IngestDoor {
  readonly #options: IngestOptions;

  constructor(options: IngestOptions) {
    this.#options = options;
  }

  /** Before the body is read: a full queue must not cost memory too. @throws ApiError */
  admit(key: KeyFacts | undefined): KeyFacts {
    if (!key) throw unauthorizedToSend();
    if (this.#options.commit.isFull) throw queueFull();
    return key;
  }

  /** `body` as it came. @throws ApiError and others, to be given to `faultOf` */
  async takeIn(arrival: Arrival): Promise<IngestAnswer> {
    const { body, encoding } = arrival;
    if (encoding === undefined) return serveIngest(arrival, this.#options);
    return serveIngest({ ...arrival, body: await this.unpacked(body, encoding) }, this.#options);
  }

  unpacked(body: Buffer, encoding: string | undefined): Buffer | Promise<Buffer> {
    return unpackBody(body, encoding, ingestLimits.unpackedBytes);
  }

  /**
   * What is answered after a failure. A faulty request has met no transaction that tells whether its
   * key is still good, so that is asked first.
   */
  async faultOf(error: unknown, key: KeyFacts | undefined, token: string | undefined) {
    const { status, code } = toApiError(error);
    if (!key || status >= 500 || code === 'unauthorized' || code === 'rate_limited') return error;
    try {
      await requireLiveKey(this.#options.db, key);
      return error;
    } catch (reason) {
      this.#options.keys.forget(token ?? '');
      return reason;
    }
  }
}

function queueFull(): ApiError {
  return new ApiError(
    'unavailable',
    'Too many messages are waiting to be stored. Try again shortly.',
  );
}
