/** Sends operations' requests and reads their responses. */
import { errorOf, FootfallError } from './errors.ts';
import { Records } from './records.ts';
import { type Send, withRetries } from './retries.ts';
import { type ServerSentEvent, serverSentEvents } from './server-sent-events.ts';

export interface FootfallOptions {
  /** URL of the service, such as https://footfall.example.com. */
  baseUrl: string;
  /** A secret key, svc_sk_…. */
  apiKey: string;
  fetch?: Send;
  /** Time limit of each try in milliseconds; default 30,000. */
  timeoutMs?: number;
  /** Most tries per request; default 4, 1 means no retries. */
  maxTries?: number;
}

export interface RequestOptions {
  signal?: AbortSignal;
}

export interface PostOptions extends RequestOptions {
  /** Repeating a key within 24 hours returns the first response. Default: a random key per call. */
  idempotencyKey?: string;
}

export interface ChangeOptions extends RequestOptions {
  /** Changes the record only if its version is still this one: `etag(record)`. */
  ifMatch?: string;
}

/** Parameters by name; undefined ones are omitted. */
export type Query = object;

interface Call extends PostOptions, ChangeOptions {
  query?: Query | undefined;
  body?: object | undefined;
}

const versions = new WeakMap<object, string>();

/** A record's version as read, for `ifMatch`. */
export function etag(record: object): string | undefined {
  return versions.get(record);
}

export class Transport {
  readonly #apiUrl: string;
  readonly #apiKey: string;
  readonly #send: Send;

  constructor({ baseUrl, apiKey, timeoutMs = 30_000, maxTries = 4, ...rest }: FootfallOptions) {
    const send = rest.fetch ?? ((request: Request) => globalThis.fetch(request));
    this.#apiUrl = `${baseUrl.replace(/\/+$/, '')}/api/v1`;
    this.#apiKey = apiKey;
    this.#send = withRetries(send, { timeoutMs, maxTries });
  }

  /** The response's `data`. */
  async record<Data extends object>(method: string, path: string, call?: Call): Promise<Data> {
    const response = await this.send(method, path, call);
    const { data } = (await jsonOf(response)) as { data: Data };
    const version = response.headers.get('etag');
    if (version !== null) versions.set(data, version);
    return data;
  }

  /** The whole response. */
  async whole<Body>(method: string, path: string, call?: Call): Promise<Body> {
    return (await jsonOf(await this.send(method, path, call))) as Body;
  }

  async nothing(method: string, path: string, call?: Call): Promise<void> {
    await this.send(method, path, call);
  }

  records<Item>(path: string, query?: Query, options?: RequestOptions): Records<Item> {
    return new Records(
      (page) => this.whole('GET', path, { ...options, query: page }),
      (query ?? {}) as Record<string, unknown>,
    );
  }

  async *stream(path: string, call?: Call): AsyncGenerator<ServerSentEvent, void, undefined> {
    const { body } = await this.send('GET', path, call);
    if (body) yield* serverSentEvents(body);
  }

  /**
   * A successful response.
   * @throws FootfallError if the service refuses or does not respond
   */
  async send(method: string, path: string, call: Call = {}): Promise<Response> {
    const { query, body, signal, idempotencyKey, ifMatch } = call;
    const headers = new Headers({ authorization: `Bearer ${this.#apiKey}` });
    const hasBody = method === 'POST' || method === 'PATCH';
    if (hasBody) headers.set('content-type', 'application/json');
    if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
    if (ifMatch !== undefined) headers.set('if-match', ifMatch);
    const request = new Request(this.#apiUrl + path + searchOf(query), {
      method,
      headers,
      ...(hasBody && { body: JSON.stringify(body ?? {}) }),
      ...(signal && { signal }),
    });
    const response = await this.#send(request);
    if (!response.ok) throw await errorOf(response);
    return response;
  }
}

/** Base of all resources. */
export class Resource {
  protected readonly api: Transport;

  constructor(api: Transport) {
    this.api = api;
  }
}

/** A path with ids escaped. */
export function path(parts: TemplateStringsArray, ...ids: string[]): string {
  const wrong = ids.find((id) => typeof id !== 'string' || ['', '.', '..'].includes(id));
  if (wrong !== undefined) throw new TypeError(`${JSON.stringify(wrong)} is not an id.`);
  return String.raw({ raw: parts }, ...ids.map(encodeURIComponent));
}

function searchOf(query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    search.set(name, value instanceof Date ? value.toISOString() : String(value));
  }
  return search.size > 0 ? `?${search}` : '';
}

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    throw new FootfallError(`${response.url} did not answer with JSON. Check baseUrl.`, {
      code: 'no_answer',
      status: response.status,
      cause,
    });
  }
}
