import { longestWaitMs, outcomeOf, waitMs } from './retry.ts';
import type { Store } from './store.ts';
import { uuid } from './uuid.ts';

/*
 * Messages on their way to the service, and the only sender. They are kept as text, one a line,
 * each tab under its own name: tabs never overwrite each other, and a page adopts what earlier
 * pages left. That can send a message twice, which message_id makes harmless; none is lost.
 */
export interface Queue {
  add(message: object): void;
  /** The page may go away: hand over everything in a request that outlives it. */
  leave(): Promise<void>;
  /** Take over what earlier pages left, and store what waits here. */
  adopt(): void;
  clear(): void;
  counts(): { queued: number; dropped: number };
}

interface QueueOptions {
  store: Store;
  key: string;
  host: string;
  maySend: () => boolean;
  log: (...details: unknown[]) => void;
}

const mostMessages = 500;
const mostChars = 500_000;
const messageChars = 32_000;
const batchSize = 100;
/** Browsers allow 64 KiB to all requests that outlive a page. */
const leavingBytes = 60_000;
const gatherMs = 250;

export function createQueue({ store, key, host, maySend, log }: QueueOptions): Queue {
  const own = `queue.${uuid()}`;
  let waiting: string[] = [];
  let handedOver: string | undefined;
  let dropped = 0;
  let size = batchSize;
  let tries = Number(store.get('tries')) || 0;
  let sending = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const drop = (count: number, why: unknown) => {
    dropped += count;
    log('gave up', count, why);
  };
  const save = () => {
    while (waiting.length > mostMessages || waiting.join('\n').length > mostChars) {
      waiting.shift();
      drop(1, 'full');
    }
    store.set(own, waiting.join('\n') || undefined);
  };
  const remove = (batch: string[]) => {
    waiting = waiting.filter((message) => !batch.includes(message));
    save();
  };
  const schedule = (delayMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(flush, delayMs);
  };
  /** How long the service asked to be left alone; it holds for the next page too. */
  const pause = () => {
    const left = Number(store.get('until')) - Date.now();
    return left > 0 && left <= longestWaitMs + 1000 ? left : 0;
  };
  const bodyOf = (batch: string[]) =>
    `{"batch":[${batch.join()}],"sent_at":"${new Date().toISOString()}"}`;

  function settle(batch: string[], status: number, retryAfter: string | null) {
    tries++;
    const outcome = outcomeOf(status, batch.length, tries);
    log(status, outcome, batch.length);
    if (outcome === 'retry') {
      const delayMs = waitMs(tries, retryAfter, Date.now());
      if (status) {
        store.set('until', String(Date.now() + delayMs));
        store.set('tries', String(tries));
      }
      schedule(delayMs);
      return;
    }
    tries = 0;
    store.set('until', undefined);
    store.set('tries', undefined);
    if (outcome === 'split') {
      size = batch.length >> 1;
    } else {
      if (outcome === 'drop') drop(batch.length, status);
      size = Math.min(batchSize, size * 2);
      remove(batch);
    }
    if (waiting.length) schedule(0);
  }

  async function post(batch: string[], request: RequestInit, query = '') {
    try {
      return await fetch(`${host}/ingest/batch${query}`, {
        method: 'POST',
        body: bodyOf(batch),
        credentials: 'omit',
        ...request,
      });
    } catch (error) {
      log(error);
      return undefined;
    }
  }

  async function flush() {
    timer = undefined;
    if (sending || !waiting.length || !maySend()) return;
    const delayMs = pause();
    if (delayMs) {
      schedule(delayMs);
      return;
    }
    sending = true;
    const batch = waiting.slice(0, size);
    const headers = { 'Content-Type': 'application/json', 'X-Svc-Key': key };
    const answer = await post(batch, { headers });
    sending = false;
    settle(batch, answer?.status ?? 0, answer?.headers.get('Retry-After') ?? null);
  }

  async function leave() {
    const last = waiting.at(-1);
    if (!last || last === handedOver || pause() || !maySend()) return;
    handedOver = last;
    let batch = waiting;
    while (batch.length > 1 && new Blob([bodyOf(batch)]).size > leavingBytes) {
      batch = batch.slice(0, batch.length >> 1);
    }
    // A page that goes away has no time for a preflight: plain text, and the key in the address.
    const query = `?key=${key}`;
    if (!('keepalive' in Request.prototype)) {
      navigator.sendBeacon(`${host}/ingest/batch${query}`, bodyOf(batch));
      return;
    }
    // Without an answer nothing changes: the next page adopts what waits.
    if ((await post(batch, { keepalive: true }, query))?.ok) remove(batch);
  }

  addEventListener('online', flush);
  return {
    add(message) {
      const text = JSON.stringify(message);
      if (text.length > messageChars) {
        drop(1, 'too large');
        return;
      }
      waiting.push(text);
      save();
      // An outage has its own rhythm, which new messages do not shorten.
      if (!tries || !timer) schedule(gatherMs);
    },
    leave,
    adopt() {
      for (const name of store.names('queue.')) {
        if (name === own) continue;
        waiting = (store.get(name) ?? '').split('\n').concat(waiting);
        store.set(name, undefined);
      }
      save();
      if (waiting.length) schedule(gatherMs);
    },
    clear() {
      waiting = [];
      save();
    },
    counts: () => ({ queued: waiting.length, dropped }),
  };
}
