/** Of a name or several. */
export function listen(types: string, work: () => void): void {
  for (const type of types.split(' ')) addEventListener(type, work, true);
}

/** Runs it when the page is really shown and its title is known. */
export function whenReady(start: () => void): void {
  const awaited = (document as { prerendering?: boolean }).prerendering
    ? 'prerenderingchange'
    : document.readyState === 'loading' && 'DOMContentLoaded';
  if (awaited) document.addEventListener(awaited, () => whenReady(start), { once: true });
  else start();
}

/**
 * Tells when the address may have changed without a new document, and when a page came back. `leaving`: before it changes.
 * `moved`: whether the page replaced its own address.
 */
export function watchPages(
  leaving: () => void,
  moved: (replaced: boolean) => void,
  restored: () => void,
): void {
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
  addEventListener('pageshow', (event) => event.persisted && restored());
}

/**
 * Also told of a page that comes back into view, which has nothing more to tell. No unload handler: it would cost the
 * page the browser's back/forward cache.
 */
export function watchLeaving(leaving: () => void): void {
  listen('pagehide visibilitychange', leaving);
}
