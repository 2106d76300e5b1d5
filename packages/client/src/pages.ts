/** Every record of a list, asked for page by page. */
import type { Client } from 'openapi-fetch';
import { unwrap } from './errors.ts';
import { listsByOffset } from './lists.ts';
import type { paths } from './schema.ts';

interface PagedBody {
  data: unknown[];
  pagination: { total: number; next_cursor?: string | null };
}

type Answers<Body> = {
  get: { responses: { 200: { content: { 'application/json': Body } } } };
};

/** Paths that answer a list in pages. */
export type ListPath = {
  [Path in keyof paths]: paths[Path] extends Answers<PagedBody> ? Path : never;
}[keyof paths];

export type RecordOf<Path extends ListPath> =
  paths[Path] extends Answers<{ data: (infer One)[] }> ? One : never;

type ListParams<Path extends ListPath> = paths[Path] extends {
  get: { parameters: { query?: infer Query; path?: infer Place } };
}
  ? [Place] extends [undefined]
    ? { query?: Query }
    : { query?: Query; path: Place }
  : never;

export type AllInit<Path extends ListPath> =
  object extends ListParams<Path>
    ? [init?: { params?: ListParams<Path>; signal?: AbortSignal }]
    : [init: { params: ListParams<Path>; signal?: AbortSignal }];

type Get = (
  path: string,
  init: object,
) => Promise<{ data?: PagedBody; error?: unknown; response: Response }>;

interface PageOptions {
  params?: { query?: Record<string, unknown>; path?: Record<string, string> };
  signal?: AbortSignal;
}

const recordsAtOnce = 100;

/** By cursor where the list has one, so that pages stand still while records come in; else by offset. */
export async function* allRecords<Path extends ListPath>(
  client: Client<paths>,
  path: Path,
  ...[init]: AllInit<Path>
): AsyncGenerator<RecordOf<Path>, void, undefined> {
  const { params, ...rest } = (init ?? {}) as PageOptions;
  const query: Record<string, unknown> = { limit: recordsAtOnce, ...params?.query };
  const isByCursor = !listsByOffset.has(path) && query.offset === undefined;
  let cursor = String(query.cursor ?? '');
  let offset = Number(query.offset ?? 0);
  for (;;) {
    const place = isByCursor ? { cursor } : { offset };
    const request = { ...rest, params: { ...params, query: { ...query, ...place } } };
    const { data, pagination } = unwrap(await (client.GET as Get)(path, request));
    yield* data as RecordOf<Path>[];
    cursor = pagination.next_cursor ?? '';
    offset += data.length;
    const isEnd = isByCursor ? cursor === '' : offset >= pagination.total;
    if (isEnd || data.length === 0) return;
  }
}
