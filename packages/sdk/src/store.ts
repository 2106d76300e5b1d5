/*
 * What the script remembers. Everything starts in memory; keep() moves it to localStorage, which
 * every tab of the site shares. Where localStorage is refused (privacy settings, sandboxed
 * frames), memory goes on and the visit lasts as long as the page.
 */
export interface Store {
  get(name: string): string | undefined;
  set(name: string, value: string | undefined): void;
  /** Names that begin so. */
  names(start: string): string[];
  /** From now on in localStorage, where it is available. */
  keep(): void;
  kept(): boolean;
}

const prefix = 'footfall.';

export function createStore(): Store {
  const memory: Record<string, string> = {};
  let area = memory;

  return {
    get: (name) => area[prefix + name],
    set(name, value) {
      try {
        if (value === undefined) delete area[prefix + name];
        else area[prefix + name] = value;
      } catch {
        // No room: what is in memory is still sent while the page lives.
      }
    },
    names: (start) =>
      Object.keys(area).flatMap((name) =>
        name.startsWith(prefix + start) ? name.slice(prefix.length) : [],
      ),
    keep() {
      try {
        area = Object.assign(localStorage, area);
      } catch {
        area = memory;
      }
    },
    kept: () => area !== memory,
  };
}
