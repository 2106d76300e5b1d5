import { listen } from './auto.ts';
import { isOwnSite } from './cookie.ts';
import { debugOptions, log } from './guard.ts';
import { cookieless } from './mode.ts';
import { isTriedAgain, longestWaitMs, waitMs } from './retry.ts';
import type { Store } from './store.ts';
import type { Options } from './types.ts';
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
  /** Gives what waits without a visitor these fields; whether anything may have arrived without. */
  stamp?(fields: object): boolean;
  counts(): { queued: number; dropped: number };
}

const mostMessages = 5000;
/** Browsers give a site some five million: the rest is the site's own. */
const mostStoredChars = 2_000_000;
const messageChars = 32_000;
const batchSize = 100;
/** Browsers allow 64 KiB to all requests that outlive a page. */
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
   * Made once for all calls of a task of the page: a burst of a thousand would block it for seconds. The latest, after a line that
   * is empty or was cut; all of them wait in memory.
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
  /** How long the service asked to be left alone; it holds for the next page too. */
  const pause = () => {
    const left = (store.read('until') as never) - Date.now();
    return left > 0 && left <= longestWaitMs && left;
  };
  const hold = (until?: number, count?: number) => {
    store.set('until', until);
    store.set('tries', count);
  };
  const bodyOf = (batch: string[]) => `{"batch":[${batch}],"sent_at":"${new Date().toJSON()}"}`;

  /** Plain text, and the key in the address: that asks for no preflight, for which a page that goes away has no time. */
  const post = async (batch: string[], keepalive: boolean) => {
    if (cookieless) wasPosted = true;
    const id = store.read('id');
    const answer = await fetch(endpoint, {
      method: 'POST',
      body: bodyOf(batch),
      keepalive,
      // Not again: where a proxy keeps back what allows cookies, the page is not given the answer.
      ...(!tries && isOwnSite(endpoint, store.read('site')) && { credentials: 'include' }),
    });
    // It renews the cookie of whom it was asked for: forgotten since, or another.
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
    // Which messages were refused, and why.
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
    // What is added before the answer is not in it.
    let batch = waiting.slice(0);
    while (batch.length > 1 && new Blob([bodyOf(batch)]).size > leavingBytes) {
      batch = batch.slice(0, batch.length >> 1);
    }
    // Without an answer nothing changes: the next page adopts what waits.
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
      // Timers cost more than all the rest of a call; and an outage has its own rhythm.
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
