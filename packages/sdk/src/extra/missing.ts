import type { Client } from './options.ts';

/** Reported by the page, or by the response status, if the browser exposes it. */
export function tellMissing({ track }: Client, status: string | undefined): void {
  const [loaded] = performance.getEntriesByType('navigation') as { responseStatus?: number }[];
  const meta = document.querySelector('meta[name=footfall-status]');
  const reported = status ?? meta?.getAttribute('content') ?? loaded?.responseStatus;
  if (String(reported) === '404') track('page_not_found');
}
