/** Requests to the REST API as they go over the wire, with the whole answer. */
import type { Harness } from './harness.ts';
import { type Answer, answerOf } from './post.ts';

type Headers = Record<string, string>;

export interface Rest {
  get(path: string, headers?: Headers): Promise<Answer>;
  post(path: string, body: unknown, headers?: Headers): Promise<Answer>;
  patch(path: string, body: unknown, headers?: Headers): Promise<Answer>;
  /** With these headers and this body only, beside the key. */
  raw(
    method: string,
    path: string,
    init?: { headers?: Headers; body?: RequestInit['body'] },
  ): Promise<Answer>;
}

/** Sends bytes or a text as they are, anything else as JSON. Paths are below /api/v1. */
export function restOf(h: Harness, key = h.workspace.secretKey): Rest {
  const authorization = `Bearer ${key}`;
  const raw: Rest['raw'] = async (method, path, { headers, body } = {}) =>
    answerOf(
      await h.fetch(`/api/v1${path}`, { method, headers: { authorization, ...headers }, body }),
    );
  const send = (method: string, path: string, body: unknown, headers: Headers = {}) =>
    raw(method, path, {
      headers: { 'content-type': 'application/json', ...headers },
      body:
        typeof body === 'string' || body instanceof Uint8Array
          ? Buffer.from(body)
          : JSON.stringify(body),
    });
  return {
    raw,
    get: (path, headers = {}) => raw('GET', path, { headers }),
    post: (path, body, headers) => send('POST', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
  };
}

export type Row = Record<string, unknown> & { id: string; created_at: string };

/** The record of an answer with one. */
export function recordIn(answer: Answer): Row {
  if (answer.status >= 300) throw new Error(`answered ${answer.status}: ${answer.text}`);
  return (answer.body as { data: Row }).data;
}

export interface ListAnswer {
  data: Row[];
  pagination: { limit: number; offset: number; total: number; next_cursor?: string | null };
}

/** An answer with a list. */
export function pageIn(answer: Answer): ListAnswer {
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.text}`);
  return answer.body as ListAnswer;
}

/** Where a 400 finds faults. */
export function faultsIn(answer: Answer): string[] {
  if (answer.status !== 400) throw new Error(`answered ${answer.status}: ${answer.text}`);
  const { details } = answer.body as { details?: { issues?: { path: string }[] } };
  return details?.issues?.map(({ path }) => path) ?? [];
}
