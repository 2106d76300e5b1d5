/** The destination after sign-in: one of our pages, never another site. */
import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';

const kept = 'footfall-next';
/** Providers abort sign-ins that take longer. */
const keptForMs = 600_000;

function ownPlace(next: string | undefined): string | undefined {
  if (next === undefined || !/^\/app(?:[/?#]|$)/.test(next)) return undefined;
  const { pathname, search, hash } = new URL(next, location.origin);
  // Dots may lead outside.
  return /^\/app(?:\/|$)/.test(pathname) ? pathname + search + hash : undefined;
}

/** Remembers it before signing in on another site, which only returns to `/app`. */
export function keepPlace(next: string | undefined): void {
  if (next === undefined) sessionStorage.removeItem(kept);
  else sessionStorage.setItem(kept, JSON.stringify({ next, at: Date.now() }));
}

/** Returns it once. */
export function takePlace(): string | undefined {
  const { next, at } = JSON.parse(sessionStorage.getItem(kept) ?? '{}');
  sessionStorage.removeItem(kept);
  return at > Date.now() - keptForMs ? ownPlace(String(next)) : undefined;
}

export function useNext(): string | undefined {
  const { next } = useSearch({ strict: false }) as { next?: string };
  return ownPlace(next);
}

export function useGoOn(): () => Promise<void> {
  const next = useNext();
  const router = useRouter();
  const queries = useQueryClient();
  return async () => {
    queries.clear();
    await router.navigate({ href: next ?? '/app', replace: true });
  };
}
