import { readCookie, writeCookie } from './cookie.ts';
import { cookieless } from './mode.ts';

/*
 * What the script remembers. Everything starts in memory; keep() moves it to localStorage, which
 * every tab of the host shares. Where localStorage is refused (privacy settings, sandboxed
 * frames) or full, memory goes on and the visit lasts as long as the page.
 */
export interface Store {
  read(name: string): string | undefined;
  /** Without a value it is forgotten. */
  set(name: string, value?: string | number): void;
  /** What the site's hosts share, and what this one has of its own. */
  shared(name: string): (string | undefined)[];
  share(name: string, value: string | undefined): void;
  /** Names that begin so. */
  names(start: string): string[];
  /** From now on in localStorage, where it is available; the cookieless script is told whether. */
  keep(): boolean | undefined;
}

const prefix = 'footfall.';
/** A longer one would go with every request of the site: it stays on its host. */
const longestCookie = 2000;

export function createStore(): Store {
  let memory: Record<string, string> = {};
  let area = memory;

  const get = (name: string) => memory[prefix + name] ?? area[prefix + name];
  const set = (name: string, value?: string | number) => {
    delete memory[prefix + name];
    try {
      if (value) area[prefix + name] = value as string;
      else delete area[prefix + name];
    } catch {
      // No room.
      memory[prefix + name] = value as string;
    }
  };
  return {
    read: get,
    set,
    shared: (name) => [area === memory ? undefined : readCookie(name), get(name)],
    share(name, value = '') {
      set(name, value);
      if (value.length < longestCookie && (area !== memory || (!cookieless && !value)))
        writeCookie(name, value);
    },
    names: (start) =>
      Object.keys(area)
        .filter((name) => name.startsWith(prefix + start))
        .map((name) => name.slice(prefix.length)),
    keep() {
      try {
        area = Object.assign(localStorage, memory);
        memory = {};
      } catch {
        // Memory goes on.
      }
      return cookieless ? area !== memory : undefined;
    },
  };
}
