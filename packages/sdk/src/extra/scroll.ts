import { listen } from './listen.ts';
import type { Client } from './options.ts';

const steps = [100, 75, 50, 25];

/** How far the page was scrolled, each quarter once. */
export function watchScroll({ track }: Client): void {
  let page = location.pathname;
  let depth = 0;
  listen('scroll', ({ target }) => {
    // Ignores boxes within the page.
    if (target !== document) return;
    if (page !== location.pathname) {
      page = location.pathname;
      depth = 0;
    }
    // Browsers round: a pixel may be missing at the end.
    const seen = (scrollY + innerHeight + 1) / document.documentElement.scrollHeight;
    const percent = steps.find((step) => seen * 100 >= step) ?? 0;
    if (percent > depth) {
      depth = percent;
      track('scroll', { percent });
    }
  });
}
