/** Runs it when the page is really shown and its title is known. */
export function whenReady(start: () => void): void {
  const again = () => whenReady(start);
  if ((document as { prerendering?: boolean }).prerendering) {
    document.addEventListener('prerenderingchange', again, { once: true });
  } else if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', again, { once: true });
  } else {
    start();
  }
}

/** Routers set the title after they set the address. */
const titleDelayMs = 50;

/** Tells when the address may have changed without a new document, and when a page came back. */
export function watchPages(moved: () => void, restored: () => void): void {
  const later = () => setTimeout(moved, titleDelayMs);
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name];
    history[name] = function patched(...args) {
      original.apply(this, args);
      later();
    };
  }
  addEventListener('popstate', later);
  addEventListener('pageshow', (event) => event.persisted && restored());
}

/** No unload handler: it would cost the page the browser's back/forward cache. */
export function watchLeaving(leaving: () => void): void {
  addEventListener('pagehide', leaving);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leaving();
  });
}
