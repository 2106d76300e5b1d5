import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';

/** Goes where one wanted to go before one had to sign in; never to another site. */
export function useGoOn(): () => Promise<void> {
  const { next } = useSearch({ strict: false }) as { next?: string };
  const router = useRouter();
  const queries = useQueryClient();
  return async () => {
    queries.clear();
    const isOwn = next !== undefined && /^\/app(?:[/?#]|$)/.test(next);
    await router.navigate({ href: isOwn ? next : '/app', replace: true });
  };
}
