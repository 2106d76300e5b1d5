import type { Client } from './options.ts';

/** Told by the page, or by what the server answered, where the browser says that. */
export function tellMissing({ track }: Client, status: string | undefined): void {
  const [loaded] = performance.getEntriesByType('navigation') as { responseStatus?: number }[];
  const meta = document.querySelector('meta[name=footfall-status]');
  const reported = status ?? meta?.getAttribute('content') ?? loaded?.responseStatus;
  if (String(reported) === '404') track('page_not_found');
}
