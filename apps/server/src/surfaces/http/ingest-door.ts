/**
 * The door of ingest: checks senders and handles their bodies, for our own senders (ingest-requests.ts) and
 * other services' (sender-routes.ts). Independent of HTTP libraries.
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
  /** The client has disconnected. */
  isGone: () => boolean;
  clock: AnswerClock | undefined;
};

/** A body of another service's sender, which may contain the key. */
export type ForeignArrival = Omit<Arrival, 'isBatch' | 'key' | 'token'> & {
  dialect: Dialect;
  /** From the request's head. */
  credentials: (Credentials & { key: KeyFacts }) | undefined;
  /** The key's owner, for a key in the body. @throws ApiError */
  identify: (token: string | undefined) => Promise<KeyFacts>;
};

export interface IngestDoorOptions extends IngestOptions {
  disk: DiskWatch | undefined;
  turns: HeavyTurns;
  room: BodyRoom;
}

/** Limits outside the queue, which has its own. */
const mostOutside = { requests: 5_000, bytes: 32 * 1024 * 1024 };
/** Assumed size of a body without a stated length. */
const bytesWithoutLength = 256 * 1024;

export class IngestDoor {
  readonly #options: IngestDoorOptions;
  /** Requests waiting for settings, or for checks before they are queued. */
  readonly #outside = { requests: 0, bytes: 0 };

  constructor(options: IngestDoorOptions) {
    this.#options = options;
  }

  /** Requests with messages not yet queued. */
  get outside(): number {
    return this.#outside.requests;
  }

  /** Before the body is read: a full queue must not cost memory too. @throws ApiError */
  admit(key: KeyFacts | undefined): KeyFacts {
    if (!key) throw unauthorizedToSend();
    this.#requireRoom(key);
    return key;
  }

  /** Also before the body is read: undefined if it is small. @throws ApiError */
  enter(ip: string, { 'content-length': length }: IncomingHttpHeaders) {
    const bytes = length === undefined ? bytesWithoutLength : Number(length);
    // Longer ones are rejected unread.
    if (bytes <= lightBytes || bytes > ingestLimits.wireBytes) return undefined;
    return this.#options.room.enter(clientNetwork(ip).own, bytes);
  }

  /** `body`: as received. @throws ApiError and others, for `faultOf` */
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

  /** The same for third-party senders. A body without an immediately known key takes turns with all such. */
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
      // The queue may have filled while the body waited.
      this.#requireRoom(key);
      const unpacked = await unpackBody(body, encoding, size);
      const turn = { isLarge: true, leave: endTurn };
      return await serveIngest(requestOf(arrival, owner.network, unpacked, turn), this.#options);
    } finally {
      endTurn();
    }
  }

  /** A small body of a query. @throws ApiError */
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

  /** Returns a function to call once its messages are queued, or nothing is waiting. */
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
   * The answer after a failure. No transaction has checked the key of an invalid request, so it is checked
   * first.
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

/** Without spreads, which would cost a tenth of a small request's work. */
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
