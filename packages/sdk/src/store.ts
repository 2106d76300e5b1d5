import { cookieIn, writeCookie } from './cookie.ts';
import { cookieless } from './mode.ts';

/*
 * The script's storage. Starts in memory; keep() moves it to localStorage, shared by the host's tabs, and
 * from then on each task writes there once, at its end. If localStorage is blocked (privacy settings,
 * sandboxed frames) or full, memory continues and the visit lasts as long as the page.
 */
export interface Store {
  read(name: string): string | undefined;
  /** Without a value it is removed. The value is converted to text on writing. */
  set(name: string, value?: Value): void;
  /** The values shared by the site's hosts, and this host's own. */
  shared(name: string): (string | undefined)[];
  share(name: string, value: string | undefined): void;
  /** All names in storage; undefined for others' entries. */
  names(): string[];
  /** Uses localStorage from now on, if available; tells the cookieless script whether it is. */
  keep(): boolean | undefined;
}

type Value = string | number | { toString(): string };

const prefix = 'footfall.';
/** A longer cookie would burden every request of the site: it stays on its host. */
const longestCookie = 2000;

/** Undefined or null if the browser blocks it. */
export let storage: Storage | undefined;

export const createStore = (): Store => {
  /** Values to write, or that did not fit. Without text: to remove. */
  const memory: Record<string, Value> = {};
  let area: Record<string, string> | undefined;
  let isDue = false;
  /** Cached for the current task, since reading cookies is slow. */
  let cookies: string | undefined;

  const read = (name: string) => (memory[prefix + name] ?? area?.[prefix + name]) as string;
  const write = () => {
    isDue = false;
    cookies = undefined;
    for (const key in memory) {
      try {
        const text = `${memory[key]}`;
        if (text) (area as Record<string, string>)[key] = text;
        else delete (area as Record<string, string>)[key];
        delete memory[key];
      } catch {
        // Missing or full.
      }
    }
  };
  const endWithTask = () => {
    if (!isDue) queueMicrotask(write);
    isDue = true;
  };
  const set = (name: string, value: Value = '') => {
    if (area || value) memory[prefix + name] = value;
    // Stored values have not been read yet.
    else delete memory[prefix + name];
    endWithTask();
  };
  return {
    read,
    set,
    shared(name) {
      endWithTask();
      try {
        cookies ??= area && document.cookie;
      } catch {
        // Reading may be blocked.
      }
      // Values set in this task are the latest.
      return [
        area && ((memory[prefix + name] as string | undefined) ?? cookieIn(cookies, name)),
        read(name),
      ];
    },
    share(name, value = '') {
      set(name, value);
      if (value.length < longestCookie && (area || (!cookieless && !value)))
        set('site', writeCookie(name, value, read('site')));
    },
    // Without reading the site's own entries.
    names: () =>
      Object.keys(area ?? 0)
        .concat(Object.keys(memory))
        .map((key) => key.split(prefix)[1] as string),
    keep() {
      try {
        area = storage = localStorage;
        write();
      } catch {
        // Memory continues.
      }
      return cookieless ? !!area : undefined;
    },
  };
};
