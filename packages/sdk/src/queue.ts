import { listen } from './auto.ts';
import { isOwnSite } from './cookie.ts';
import { debugOptions, log } from './guard.ts';
import { cookieless } from './mode.ts';
import { isTriedAgain, longestWaitMs, waitMs } from './retry.ts';
import type { Store } from './store.ts';
import type { Options } from './types.ts';
import { uuid } from './uuid.ts';

/*
 * Messages on their way to the service, and their only sender. Stored as text, one per line, under a key per
 * tab, so tabs never overwrite each other, and a page adopts what earlier pages left. A message may be sent
 * twice, which message_id makes harmless; none is lost.
 */
export interface Queue {
  add(message: object): void;
  /** The page may close: send everything in a request that outlives it. */
  leave(): Promise<void>;
  /** Take over what earlier pages left, and store what waits here. */
  adopt(): void;
  clear(): void;
  /** Adds these fields to waiting messages without a visitor; returns whether any may have been sent without. */
  stamp?(fields: object): boolean;
  counts(): { queued: number; dropped: number };
}

const mostMessages = 5000;
/** Browsers allow a site some five million: the rest is for the site. */
const mostStoredChars = 2_000_000;
const messageChars = 32_000;
const batchSize = 100;
/** Browsers allow 64 KiB for all requests that outlive a page. */
const leavingBytes = 60_000;
const gatherMs = 250;

export const createQueue = (
  store: Store,
  { key, host }: Options,
  maySend: () => boolean,
): Queue => {
  const endpoint = `${host.replace(/\/$/, '')}/ingest/batch?key=${key}`;
  const own = `queue.${uuid()}`;
  let waiting: string[] = [];
  let handedOver: string | undefined;
  let dropped = 0;
  let size = batchSize;
  let tries = (store.read('tries') as never) | 0;
  let sending = false;
  let wasPosted = false;
  let timer: ReturnType<typeof setTimeout> | 0 | undefined;

  const drop = (count: number) => {
    dropped += count;
    log('dropped', count);
  };
  /**
   * Built once per task for all its calls: a burst of a thousand would block the page for seconds. Holds the latest messages,
   * after an empty or cut line; all are in memory.
   */
  const text = { toString: () => ['', ...waiting].join('\n').slice(-mostStoredChars) };
  const save = () => {
    while (waiting[mostMessages]) {
      waiting.shift();
      drop(1);
    }
    store.set(own, text);
  };
  const remove = (batch: string[]) => {
    const gone = new Set(batch);
    waiting = waiting.filter((message) => !gone.has(message));
    save();
  };
  const schedule = (delayMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(flush, delayMs);
  };
  /** The service's Retry-After; it applies to the next page too. */
  const pause = () => {
    const left = (store.read('until') as never) - Date.now();
    return left > 0 && left <= longestWaitMs && left;
  };
  const hold = (until?: number, count?: number) => {
    store.set('until', until);
    store.set('tries', count);
  };
  const bodyOf = (batch: string[]) => `{"batch":[${batch}],"sent_at":"${new Date().toJSON()}"}`;

  /** Plain text with the key in the URL: needs no preflight, which a closing page has no time for. */
  const post = async (batch: string[], keepalive: boolean) => {
    if (cookieless) wasPosted = true;
    const id = store.read('id');
    const answer = await fetch(endpoint, {
      method: 'POST',
      body: bodyOf(batch),
      keepalive,
      // Not on retries: if a proxy strips the headers that allow cookies, the page gets no response.
      ...(!tries && isOwnSite(endpoint, store.read('site')) && { credentials: 'include' }),
    });
    // The response renews the cookie of the requested visitor, who may have been reset or replaced since.
    if (id !== store.read('id')) store.share('id', store.read('id'));
    return answer;
  };

  const flush = async () => {
    timer = 0;
    if (sending || !maySend() || !waiting.length) return;
    const leftMs = pause();
    if (leftMs) return schedule(leftMs);
    sending = true;
    const batch = waiting.slice(0, size);
    const answer = await post(batch, false).catch(log);
    sending = false;
    settle(batch, answer);
    // Logs which messages were rejected, and why.
    if (debugOptions.debug) answer?.text().then(log, log);
  };

  const settle = (batch: string[], answer: Response | undefined) => {
    const status = answer?.status ?? 0;
    log(status);
    if (isTriedAgain(status, ++tries)) {
      const delayMs = waitMs(tries, answer?.headers.get('Retry-After'));
      if (answer) hold(Date.now() + delayMs, tries);
      schedule(delayMs);
      return;
    }
    tries = 0;
    hold();
    if (status === 413 && batch.length > 1) {
      size = batch.length >> 1;
    } else {
      if (status >= 300) drop(batch.length);
      size = batchSize;
      remove(batch);
    }
    if (waiting.length) schedule(0);
  };

  const leave = async () => {
    const last = waiting.at(-1);
    if (!last || last === handedOver || pause() || !maySend()) return;
    handedOver = last;
    // Excludes messages added before the response.
    let batch = waiting.slice(0);
    while (batch.length > 1 && new Blob([bodyOf(batch)]).size > leavingBytes) {
      batch = batch.slice(0, batch.length >> 1);
    }
    // Without a response nothing changes: the next page adopts what waits.
    const answer = await post(batch, true).catch(log);
    if (answer?.ok) remove(batch);
  };

  listen('online', flush);
  return {
    add(message) {
      const text = JSON.stringify(message);
      if (text.length > messageChars) {
        drop(1);
        return;
      }
      waiting.push(text);
      save();
      // Timers cost more than the rest of a call; and outages have their own schedule.
      if (!timer) schedule(gatherMs);
    },
    leave,
    adopt() {
      for (const name of store.names()) {
        const left = /^q/.test(name) && name !== own && store.read(name);
        if (left) {
          waiting = left.split('\n').slice(1).concat(waiting);
          store.set(name);
        }
      }
      save();
      if (waiting.length) schedule(gatherMs);
    },
    clear() {
      waiting = [];
      save();
    },
    ...(cookieless && {
      stamp(fields: object) {
        waiting = waiting.map((text) => {
          const { cookieless: isNameless, ...message } = JSON.parse(text);
          return isNameless ? JSON.stringify({ ...message, ...fields }) : text;
        });
        save();
        return wasPosted;
      },
    }),
    counts: () => ({ queued: waiting.length, dropped }),
  };
};
