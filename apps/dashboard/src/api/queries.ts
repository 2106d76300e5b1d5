/** Reads and changes of pages through TanStack Query: cached while the page is open, refetched after changes. */
import {
  keepPreviousData,
  QueryClient,
  queryOptions,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type Answered, type CallOptions, type Connection, callWithTag } from './call.ts';
import { useConnection } from './connection.tsx';
import { ApiFault } from './fault.ts';
import type { AnswerOf, ChangeRoute, InputOf, ReadRoute } from './routes.ts';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && error instanceof ApiFault && error.isPassing,
      },
    },
  });
}

interface ReadOptions {
  isEnabled?: boolean;
  /** Shows the previous data until the next page or filter has loaded. */
  keepsPrevious?: boolean;
  refetchSeconds?: number;
}

/**
 * An operation's response body. Queries with kept rows start immediately, not on render: a table would first render all
 * rows again.
 */
export function useRead<R extends ReadRoute>(
  route: R,
  input: InputOf<R>,
  options: ReadOptions = {},
): UseQueryResult<AnswerOf<R>, ApiFault> {
  const connection = useConnection();
  const { isEnabled = true, keepsPrevious = false } = options;
  useAskNow(route, isEnabled && keepsPrevious ? input : undefined);
  return useQuery({
    ...common(options),
    ...readOf(connection, route, input),
  });
}

function readOf<R extends ReadRoute>(connection: Connection, route: R, input: InputOf<R>) {
  return queryOptions<AnswerOf<R>, ApiFault>({
    queryKey: queryKey(connection.workspace, route, input),
    queryFn: async ({ signal }): Promise<AnswerOf<R>> =>
      (await callWithTag(connection, route, input, { signal })).body,
  });
}

/** Otherwise queries of nested parts start first, and browsers send at most six at a time. */
function useAskNow<R extends ReadRoute>(route: R, input: InputOf<R> | undefined): void {
  const connection = useConnection();
  const queries = useQueryClient();
  if (input === undefined) return;
  const options = readOf(connection, route, input);
  if (!queries.getQueryState(options.queryKey)) void queries.prefetchQuery(options);
}

/** The same with its ETag, for an editable record. */
export function useRecord<R extends ReadRoute>(
  route: R,
  input: InputOf<R>,
  options: ReadOptions = {},
): UseQueryResult<Answered<R>, ApiFault> {
  const connection = useConnection();
  return useQuery({
    ...common(options),
    queryKey: [...queryKey(connection.workspace, route, input), 'tagged'],
    queryFn: ({ signal }) => callWithTag(connection, route, input, { signal }),
  });
}

/** One change: `useChange(…).mutate({ input: { params, body }, ifMatch })`. */
export interface Change<R extends ChangeRoute> extends CallOptions {
  input: InputOf<R>;
}

/**
 * `outdates`: routes to refetch afterwards, such as `GET /leads`, with any input. Not awaited: the row that holds the
 * callback may be gone by then, and would never run it.
 */
export function useChange<R extends ChangeRoute>(
  route: R,
  outdates: ReadRoute[],
): UseMutationResult<Answered<R>, ApiFault, Change<R>> {
  const connection = useConnection();
  const outdate = useOutdate();
  return useMutation({
    mutationFn: ({ input, ...options }: Change<R>) =>
      callWithTag(connection, route, input, options),
    onSettled: () => void outdate(outdates),
  });
}

/** Refetches what the page shows of these routes. */
export function useOutdate(): (routes: ReadRoute[]) => Promise<void> {
  const { workspace } = useConnection();
  const queries = useQueryClient();
  return async (routes) => {
    await Promise.all(
      routes.map((route) => queries.invalidateQueries({ queryKey: [workspace, route] })),
    );
  };
}

/** One request, such as after a click; not cached. */
export function useCall() {
  const connection = useConnection();
  return <R extends ReadRoute | ChangeRoute>(route: R, input: InputOf<R>, options?: CallOptions) =>
    callWithTag(connection, route, input, options);
}

export function queryKey(workspace: string | undefined, route: ReadRoute, input: unknown) {
  return [workspace, route, input] as const;
}

function common({ isEnabled = true, keepsPrevious = false, refetchSeconds }: ReadOptions) {
  return {
    enabled: isEnabled,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    ...(refetchSeconds !== undefined && { refetchInterval: refetchSeconds * 1000 }),
  };
}
