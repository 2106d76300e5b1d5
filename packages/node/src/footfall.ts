import { type DeliveryOptions, deliver, type Lost, type Queued } from './delivery.ts';
import { messageId } from './message-id.ts';
import type { About, Conversion, Event, Identity, PageView } from './messages.ts';
import { version } from './version.ts';

export type * from './messages.ts';

export interface FootfallOptions {
  /** Write key: svc_pk_…, or svc_dev_… for test data. */
  key: string;
  /** URL of the service, such as https://footfall.example.com. */
  host: string;
  /** Signs messages, so that they may change people: `./footfall signing-secrets create`. Keep it on the backend. */
  signingSecret?: string;
  /** Messages per request, at most 1,000; default 100. */
  flushAt?: number;
  /** Milliseconds a message waits for others; default 1,000. */
  flushIntervalMs?: number;
  /** Most waiting messages, default 10,000; beyond, the oldest are given up. */
  maxQueue?: number;
  /** Milliseconds to wait for a response; default 10,000. */
  timeoutMs?: number;
  /** Most tries per batch; default 10, which takes some four minutes. */
  maxTries?: number;
  /** Gets lost messages with the reason. Default: a process warning for the first of each reason. */
  onError?: (error: DeliveryError) => void;
  fetch?: typeof globalThis.fetch;
}

/** Messages that are not stored, and will not be retried. */
export class DeliveryError extends Error {
  /** As sent. */
  readonly messages: Record<string, unknown>[];
  /** Of the last response; 0 without one. */
  readonly status: number;

  constructor(reason: string, messages: Record<string, unknown>[], status: number) {
    super(reason);
    this.name = 'DeliveryError';
    this.messages = messages;
    this.status = status;
  }
}

export interface Status {
  /** Messages waiting or being sent. */
  queued: number;
  /** Messages that are not stored, and will not be retried. */
  lost: number;
}

const batchBytes = 900_000;
const mostAtOnce = 1000;

/** Only `flush` and `close` wait, and no call throws: problems go to `onError`. */
export class Footfall {
  readonly #options: Required<Omit<FootfallOptions, 'signingSecret' | 'key' | 'host'>>;
  readonly #delivery: DeliveryOptions;
  readonly #ending = new AbortController();
  readonly #onExit = () => void (this.#waiting.length + this.#underWay > 0 && this.close(10_000));
  readonly #logged = new Set<string>();
  #waiting: Queued[] = [];
  #underWay = 0;
  #lost = 0;
  #sending: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @throws TypeError if key or host is missing or invalid */
  constructor(options: FootfallOptions) {
    const { key, host, signingSecret, ...rest } = options;
    if (!/^svc_(?:pk|dev)_/.test(key ?? '')) {
      throw new TypeError('key has to be a write key, svc_pk_… or svc_dev_…');
    }
    if (!/^https?:\/\//.test(host ?? '')) {
      throw new TypeError('host has to be an address, such as https://footfall.example.com');
    }
    this.#options = {
      flushAt: 100,
      flushIntervalMs: 1000,
      maxQueue: 10_000,
      timeoutMs: 10_000,
      maxTries: 10,
      onError: (error) => this.#warn(error),
      fetch: (...request) => globalThis.fetch(...request),
      ...rest,
    };
    const { timeoutMs, maxTries, fetch } = this.#options;
    const { signal } = this.#ending;
    const address = host.replace(/\/+$/, '');
    this.#delivery = { key, host: address, signingSecret, timeoutMs, maxTries, fetch, signal };
    // An otherwise idle script sends waiting messages before it ends.
    process.on('beforeExit', this.#onExit);
  }

  track(event: Event): void {
    this.#add('event', event);
  }

  page({ url, ...view }: PageView): void {
    const page = url === undefined ? {} : { page: { ...view.context?.page, url } };
    this.#add('event', { ...view, name: 'page_view', context: { ...view.context, ...page } });
  }

  identify(identity: Identity): void {
    this.#add('identify', identity);
  }

  conversion(conversion: Conversion): void {
    this.#add('conversion', conversion);
  }

  status(): Status {
    return { queued: this.#waiting.length + this.#underWay, lost: this.#lost };
  }

  /** Resolves once everything waiting now is stored or given up. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
      if (this.#waiting.length > 0) this.#sendSoon();
    });
    return this.#sending;
  }

  /** Sends waiting messages, for at most `timeoutMs` (default 5,000), and accepts no more. Call it before the process ends. */
  async close(timeoutMs = 5000): Promise<void> {
    this.#isClosed = true;
    process.off('beforeExit', this.#onExit);
    const end = setTimeout(() => this.#ending.abort(), timeoutMs);
    await this.flush();
    clearTimeout(end);
  }

  #add(type: string, fields: About & { name?: string }): void {
    const { timestamp, ...about } = fields;
    const message = {
      ...about,
      type,
      message_id: about.message_id ?? messageId(),
      timestamp: timestamp instanceof Date ? isoOf(timestamp) : (timestamp ?? isoOf(new Date())),
      context: { library: { name: '@footfall/node', version }, ...about.context },
    };
    if (this.#isClosed) {
      this.#lose([{ json: '', message }], 'close() was called before', 0);
      return;
    }
    try {
      // A snapshot: later changes by the caller have no effect.
      this.#waiting.push({ json: JSON.stringify(message), message });
    } catch (error) {
      this.#lose([{ json: '', message }], `It cannot be written as JSON: ${error}`, 0);
      return;
    }
    const { maxQueue, flushAt } = this.#options;
    const excess = this.#waiting.length - maxQueue;
    if (excess > 0) {
      this.#lose(this.#waiting.splice(0, excess), `More than ${maxQueue} messages wait`, 0);
    }
    if (this.#waiting.length >= flushAt) void this.flush();
    else this.#sendSoon();
  }

  #sendSoon(): void {
    this.#timer ??= setTimeout(() => void this.flush(), this.#options.flushIntervalMs).unref();
  }

  /** One batch after another, in order, including new messages. */
  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#nextBatch();
      this.#underWay = batch.length;
      const lost: Lost[] = await deliver(batch, this.#delivery);
      this.#underWay = 0;
      for (const { messages, reason, status } of lost) this.#lose(messages, reason, status);
    }
  }

  #nextBatch(): Queued[] {
    const most = Math.min(this.#options.flushAt, mostAtOnce);
    let bytes = 0;
    let count = 0;
    for (const { json } of this.#waiting.slice(0, most)) {
      bytes += Buffer.byteLength(json) + 1;
      if (bytes > batchBytes && count > 0) break;
      count++;
    }
    return this.#waiting.splice(0, count);
  }

  #lose(lost: Queued[], reason: string, status: number): void {
    this.#lost += lost.length;
    const messages = lost.map(({ message }) => message);
    try {
      this.#options.onError(new DeliveryError(reason, messages, status));
    } catch (error) {
      process.emitWarning(`@footfall/node: onError threw ${error}`);
    }
  }

  /** The first of each reason. */
  #warn({ message, messages, status }: DeliveryError): void {
    if (this.#logged.size >= 100 || this.#logged.has(message)) return;
    this.#logged.add(message);
    process.emitWarning(
      `@footfall/node: ${messages.length} messages are lost (${status}): ${message}`,
    );
  }
}

/** The service rejects an invalid date with a clear message. */
function isoOf(date: Date): string {
  return Number.isNaN(date.getTime()) ? String(date) : date.toISOString();
}
