/** Calls operations of the service as the signed-in member, in one workspace. */
import { ApiFault, faultOf } from './fault.ts';
import { provingOnce } from './proof.ts';
import type { AnswerOf, InputOf, Route } from './routes.ts';

export interface Connection {
  /** Base path of the service, such as `/footfall`; usually empty. */
  base: string;
  /** Public URL for websites; the dashboard may use another address. */
  publicUrl: string;
  /** Base path of operations: the API, or a share link's. */
  api: string;
  /** Undefined before one is chosen: the service uses the last one. */
  workspace: string | undefined;
  onSignedOut: () => void;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** ETag of the record as read: the change is refused if it no longer matches. */
  ifMatch?: string;
  /** The same for each attempt at one change. */
  idempotencyKey?: string;
}

export interface Answered<R extends Route> {
  body: AnswerOf<R>;
  /** For a single record. */
  etag: string | undefined;
}

interface AnyInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** @throws ApiFault */
export function callWithTag<R extends Route>(
  connection: Connection,
  route: R,
  input: InputOf<R>,
  options: CallOptions = {},
): Promise<Answered<R>> {
  return provingOnce(() => send(connection, route, input, options));
}

async function send<R extends Route>(
  connection: Connection,
  route: R,
  input: InputOf<R>,
  options: CallOptions,
): Promise<Answered<R>> {
  const [method = 'GET', path = ''] = route.split(' ');
  const { params = {}, query = {}, body } = input as AnyInput;
  const response = await fetch(addressOf(connection.api, path, params, query), {
    method,
    headers: headersOf(connection, body, options),
    body: body === undefined ? null : JSON.stringify(body),
    credentials: 'same-origin',
    signal: options.signal ?? null,
  }).catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    throw new ApiFault('unreachable', String(error));
  });
  if (!response.ok) {
    if (response.status === 401) connection.onSignedOut();
    throw await faultOf(response);
  }
  const text = await response.text();
  return {
    body: (text === '' ? undefined : JSON.parse(text)) as AnswerOf<R>,
    etag: response.headers.get('etag') ?? undefined,
  };
}

/** URL of an operation with its parameters. */
export function addressOf(
  api: string,
  path: string,
  params: Record<string, unknown>,
  query: Record<string, unknown>,
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  const queryText = search.size > 0 ? `?${search}` : '';
  return `${api}${filled}${queryText}`;
}

function headersOf(
  { workspace }: Connection,
  body: unknown,
  { ifMatch, idempotencyKey }: CallOptions,
): Record<string, string> {
  return {
    accept: 'application/json',
    ...(workspace && { 'x-workspace-id': workspace }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(ifMatch && { 'if-match': ifMatch }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  };
}
