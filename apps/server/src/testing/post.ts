/** Requests to the ingest endpoints as a sender makes them, with the whole answer. */
import type { IngestAnswer } from '@footfall/contract/ingest';
import type { UsedService } from './harness.ts';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The JSON of the answer. */
  body: unknown;
}

/** Sends bytes or a text as they are, anything else as JSON, with the workspace's production key. */
export async function post(
  h: UsedService,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const init = {
    'content-type': 'application/json',
    'x-svc-key': h.workspace.productionKey,
    ...headers,
  };
  return postBare(h, path, body, init);
}

/** The same without a key and with these headers only. */
export async function postBare(
  h: UsedService,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const bytes =
    typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  const response = await h.fetch(path, { method: 'POST', headers, body: Buffer.from(bytes) });
  return answerOf(response);
}

export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
  };
}

/** What an ingest answer says of its messages. */
export function dataOf(answer: Answer): IngestAnswer['data'] {
  if (answer.status !== 200) throw new Error(`ingest answered ${answer.status}: ${answer.text}`);
  return (answer.body as IngestAnswer).data;
}

/** Of a message that was sent by itself: one that is rejected is a 400. */
export function resultOf(answer: Answer): { status: string; error?: string } {
  if (answer.status !== 400) return dataOf(answer).results[0] ?? { status: 'none' };
  const { details } = answer.body as { details?: { issues: { path: string; message: string }[] } };
  const [issue] = details?.issues ?? [];
  return { status: 'rejected', error: `${issue?.path.slice('body.'.length)}: ${issue?.message}` };
}

export function statusesOf(data: IngestAnswer['data']): string[] {
  return data.results.map(({ status }) => status);
}

/** An error's shape: a code of the catalogue and a text for people. */
export function errorOf({ body }: Answer): { error: string; message: string } {
  return body as { error: string; message: string };
}
