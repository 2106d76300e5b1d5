/**
 * The door of ingest: everything that is asked of a sender and done with what came, for our own senders
 * (ingest-requests.ts) and those of other services (sender-routes.ts). Knows no HTTP library.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '@footfall/contract/errors';
import { type IngestAnswer, ingestLimits } from '@footfall/contract/ingest';
import type { KeyFacts } from '../../accounts/keys/store.ts';
import { OversizedMessage, readItems } from '../../collect/ingest/read-body.ts';
import {
  type IngestOptions,
  type IngestRequest,
  requireLiveKey,
  serveIngest,
} from '../../collect/ingest/serve.ts';
import { unavailable } from '../../collect/ingest/write-group.ts';
import { unauthorizedToSend } from '../../collect/ingest/write-key.ts';
import { type Dialect, fieldsOf } from '../../collect/senders/mapping.ts';
import { unpackBody, unpackedSize } from '../../platform/common/json-body.ts';
import { diskIsFull } from '../../platform/db/disk-full.ts';
import type { DiskWatch } from '../../platform/engine/disk-watch.ts';
import type { AnswerClock } from './answer-clocks.ts';
import type { BodyRoom } from './body-room.ts';
import { clientNetwork } from './client-network.ts';
import { toApiError } from './errors.ts';
import { type Credentials, credentialsIn, encodingOf, jsonIn } from './foreign-body.ts';
import { type BodyOwner, type HeavyTurns, isLight, lightBytes } from './heavy-turns.ts';

export type Arrival = Pick<
  IngestRequest,
  'isBatch' | 'key' | 'token' | 'ip' | 'headers' | 'isSecure' | 'body'
> & {
  encoding: string | undefined;
  /** Nobody waits for the answer any more. */
  isGone: () => boolean;
  clock: AnswerClock | undefined;
};

/** A body of another service's sender, in which the key may stand. */
export type ForeignArrival = Omit<Arrival, 'isBatch' | 'key' | 'token'> & {
  dialect: Dialect;
  /** What the head of the request tells. */
  credentials: (Credentials & { key: KeyFacts }) | undefined;
  /** Whose key it is that stood in the body. @throws ApiError */
  identify: (token: string | undefined) => Promise<KeyFacts>;
};

export interface IngestDoorOptions extends IngestOptions {
  disk: DiskWatch | undefined;
  turns: HeavyTurns;
  room: BodyRoom;
}

/** What may wait outside of the queue, which has limits of its own. */
const mostOutside = { requests: 5_000, bytes: 32 * 1024 * 1024 };
/** What a body counts for whose length is not told before it is read. */
const bytesWithoutLength = 256 * 1024;

export class IngestDoor {
  readonly #options: IngestDoorOptions;
  /** Requests that wait for settings, or for what is asked before their messages come into the queue. */
  readonly #outside = { requests: 0, bytes: 0 };

  constructor(options: IngestDoorOptions) {
    this.#options = options;
  }

  /** Requests whose messages are not in the queue yet. */
  get outside(): number {
    return this.#outside.requests;
  }

  /** Before the body is read: a full queue must not cost memory too. @throws ApiError */
  admit(key: KeyFacts | undefined): KeyFacts {
    if (!key) throw unauthorizedToSend();
    this.#requireRoom(key);
    return key;
  }

  /** Before the body is read, too: undefined where it is small. @throws ApiError */
  enter(ip: string, { 'content-length': length }: IncomingHttpHeaders) {
    const bytes = length === undefined ? bytesWithoutLength : Number(length);
    // Longer ones are refused unread.
    if (bytes <= lightBytes || bytes > ingestLimits.wireBytes) return undefined;
    return this.#options.room.enter(clientNetwork(ip).own, bytes);
  }

  /** `body` as it came. @throws ApiError and others, to be given to `faultOf` */
  takeIn(arrival: Arrival): Promise<IngestAnswer> {
    const { key, body, ip, encoding } = arrival;
    const network = clientNetwork(ip).own;
    const owner = { workspaceId: key.workspaceId, network };
    const size = unpackedSize(body, encoding, ingestLimits.unpackedBytes);
    if (!isLight(body, size)) return this.#takeTurn(arrival, owner, size);
    this.#options.turns.sees(owner);
    const serve = (unpacked: Buffer) => {
      const leave = this.#enter(body.length);
      const request = requestOf(arrival, network, unpacked, { isLarge: false, leave });
      return serveIngest(request, this.#options);
    };
    const unpacked = unpackBody(body, encoding, size);
    return unpacked instanceof Promise ? unpacked.then(serve) : serve(unpacked);
  }

  /** The same for what others' senders send. One that does not tell its key at once takes turns with all such. */
  async takeInForeign(arrival: ForeignArrival): Promise<IngestAnswer> {
    const { body, ip, isGone, credentials, clock } = arrival;
    const encoding = encodingOf(body, arrival.encoding);
    const owner = {
      workspaceId: credentials?.key.workspaceId ?? '',
      network: clientNetwork(ip).own,
    };
    const size = unpackedSize(body, encoding, ingestLimits.unpackedBytes);
    const { turns } = this.#options;
    const isLarge = !isLight(body, size);
    if (isLarge) clock?.pause();
    else turns.sees(owner);
    const leave = isLarge
      ? await turns.take({ owner, bytes: body.length, isGone })
      : this.#enter(body.length);
    clock?.resume();
    try {
      const unpacked = await unpackBody(body, encoding, size);
      const request = await this.#foreignRequest(arrival, unpacked, owner.network, {
        isLarge,
        leave,
      });
      return await serveIngest(request, this.#options);
    } finally {
      leave();
    }
  }

  async #foreignRequest(
    { credentials, dialect, identify, ...arrival }: ForeignArrival,
    unpacked: Buffer,
    network: string,
    turn: { isLarge: boolean; leave: () => void },
  ): Promise<IngestRequest> {
    const items = await readItems(jsonIn(unpacked));
    const inBody = dialect.keyIn(fieldsOf(items.value), fieldsOf(items.messages[0]));
    if (!credentials && items.messages[0] instanceof OversizedMessage) throw keyUnread();
    const { token, secret } = credentials ?? credentialsIn(inBody ?? '');
    const key = credentials?.key ?? (await identify(token === '' ? undefined : token));
    this.#requireRoom(key);
    const foreign = { dialect, items, secret };
    const own = requestOf({ ...arrival, isBatch: false, key, token }, network, unpacked, turn);
    return { ...own, foreign };
  }

  async #takeTurn(arrival: Arrival, owner: BodyOwner, size: number): Promise<IngestAnswer> {
    const { key, body, encoding, isGone, clock } = arrival;
    clock?.pause();
    const endTurn = await this.#options.turns.take({ owner, bytes: body.length, isGone });
    clock?.resume();
    try {
      // It may have filled while the body waited.
      this.#requireRoom(key);
      const unpacked = await unpackBody(body, encoding, size);
      const turn = { isLarge: true, leave: endTurn };
      return await serveIngest(requestOf(arrival, owner.network, unpacked, turn), this.#options);
    } finally {
      endTurn();
    }
  }

  /** The body of a question, which is small. @throws ApiError */
  async question(body: Buffer, encoding: string | undefined): Promise<Buffer> {
    const size = unpackedSize(body, encoding, lightBytes);
    return unpackBody(body, encoding, size);
  }

  #requireRoom({ workspaceId }: KeyFacts): void {
    const { commit, db, disk } = this.#options;
    if (disk?.isOnReserve()) throw diskIsFull();
    if (db.servers.isAway(workspaceId)) throw unavailable();
    const { requests, bytes } = this.#outside;
    const isFull = requests >= mostOutside.requests || bytes >= mostOutside.bytes;
    if (isFull || commit.isFullFor(workspaceId)) throw queueFull();
  }

  /** Returns what is called when its messages wait in the queue, or nothing waits any more. */
  #enter(bytes: number): () => void {
    const outside = this.#outside;
    outside.requests += 1;
    outside.bytes += bytes;
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      outside.requests -= 1;
      outside.bytes -= bytes;
    };
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

/** Written out: to spread objects costs a tenth of all that is done for a small request. */
function requestOf(
  arrival: Arrival,
  network: string,
  unpacked: Buffer,
  { isLarge, leave }: { isLarge: boolean; leave: () => void },
): IngestRequest {
  const { isBatch, key, token, ip, headers, isSecure, body } = arrival;
  const wireBytes = body.length;
  return {
    isBatch,
    key,
    token,
    ip,
    headers,
    isSecure,
    network,
    wireBytes,
    body: unpacked,
    isLarge,
    onTaken: leave,
  };
}

function queueFull(): ApiError {
  return new ApiError(
    'unavailable',
    'Too many messages are waiting to be stored. Try again in a few seconds.',
  );
}

function keyUnread(): ApiError {
  return new ApiError(
    'payload_too_large',
    'The body is too large to read its key. Send less data per request.',
  );
}
