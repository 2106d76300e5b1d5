import { guard } from './guard.ts';

/** Of a name or several. What goes wrong does not reach the page. */
export const listen = (types: string, work: (event: Event) => unknown): void => {
  for (const type of types.split(' ')) addEventListener(type, guard(work), true);
};

/** Runs it when the page is really shown and its title is known; pages may make such events again, and it runs again. */
export const whenReady = (start: () => void): void => {
  const awaited = (document as { prerendering?: boolean }).prerendering
    ? 'prerenderingchange'
    : document.readyState === 'loading' && 'DOMContentLoaded';
  if (awaited) listen(awaited, () => whenReady(start));
  else start();
};

/**
 * Tells when the address may have changed without a new document, and when a page came back. `leaving`: before it changes.
 * `moved`: whether the page replaced its own address.
 */
export const watchPages = (
  leaving: () => void,
  moved: (replaced: boolean) => void,
  restored: () => void,
): void => {
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name];
    history[name] = function patched(...args) {
      const replaces = name > 'q';
      if (!replaces) leaving();
      original.apply(this, args);
      moved(replaces);
    };
  }
  listen('popstate', () => moved(false));
  listen('pageshow', (event) => (event as PageTransitionEvent).persisted && restored());
};
