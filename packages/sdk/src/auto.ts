import { guard } from './guard.ts';

/** For one event type or several. Errors do not reach the page. */
export const listen = (types: string, work: (event: Event) => unknown): void => {
  for (const type of types.split(' ')) addEventListener(type, guard(work), true);
};

/** Runs it when the page is visible and has a title; repeats if the page triggers such events again. */
export const whenReady = (start: () => void): void => {
  const awaited = (document as { prerendering?: boolean }).prerendering
    ? 'prerenderingchange'
    : document.readyState === 'loading' && 'DOMContentLoaded';
  if (awaited) listen(awaited, () => whenReady(start));
  else start();
};

/**
 * Detects URL changes without a new document, and pages that come back. `leaving`: called before the change. `moved`:
 * whether the page replaced its own URL.
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
