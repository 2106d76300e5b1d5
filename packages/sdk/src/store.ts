import { cookieIn, writeCookie } from './cookie.ts';
import { cookieless } from './mode.ts';

/*
 * What the script remembers. Everything starts in memory; keep() moves it to localStorage, which
 * every tab of the host shares, and from then on each task of the page writes there once, as it ends.
 * Where localStorage is refused (privacy settings, sandboxed frames) or full, memory goes on and the
 * visit lasts as long as the page.
 */
export interface Store {
  read(name: string): string | undefined;
  /** Without a value it is forgotten. Its text is asked for when it is written. */
  set(name: string, value?: Value): void;
  /** What the site's hosts share, and what this one has of its own. */
  shared(name: string): (string | undefined)[];
  share(name: string, value: string | undefined): void;
  /** Of all that is remembered; undefined stands for what others keep there. */
  names(): string[];
  /** From now on in localStorage, where it is available; the cookieless script is told whether. */
  keep(): boolean | undefined;
}

type Value = string | number | { toString(): string };

const prefix = 'footfall.';
/** A longer one would go with every request of the site: it stays on its host. */
const longestCookie = 2000;

/** Undefined, or null, where the browser refuses it; whoever asked for it first. */
export let storage: Storage | undefined;

export const createStore = (): Store => {
  /** What is still to be written, or finds no room. Without text: what is to be forgotten. */
  const memory: Record<string, Value> = {};
  let area: Record<string, string> | undefined;
  let isDue = false;
  /** As they were when this task of the page asked for them: browsers take long to tell them. */
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
        // None, or no room.
      }
    }
  };
  const endWithTask = () => {
    if (!isDue) queueMicrotask(write);
    isDue = true;
  };
  const set = (name: string, value: Value = '') => {
    if (area || value) memory[prefix + name] = value;
    // What is stored was not looked at yet.
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
        // None may be read.
      }
      // What this task of the page has set is the latest.
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
    // Without reading what the site keeps there itself.
    names: () =>
      Object.keys(area ?? 0)
        .concat(Object.keys(memory))
        .map((key) => key.split(prefix)[1] as string),
    keep() {
      try {
        area = storage = localStorage;
        write();
      } catch {
        // Memory goes on.
      }
      return cookieless ? !!area : undefined;
    },
  };
};
