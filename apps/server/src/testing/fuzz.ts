/** Sends fuzzed requests over real connections and judges the answers by the document. */

import { Agent, request as httpRequest } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { ErrorBody } from '@footfall/contract/errors';
import { filterText, readFilterText } from '@footfall/contract/filter-text';
import { isUuid } from '@footfall/contract/schema';
import fc from 'fast-check';
import { Compile, type Validator } from 'typebox/compile';
import type { FuzzOperation } from './fuzz-document.ts';
import { type FuzzRequest, isHttp } from './fuzz-requests.ts';
import { cleaned } from './fuzz-values.ts';

export interface WireAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

export interface Wire {
  send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: string | undefined,
  ): Promise<WireAnswer>;
  close(): void;
}

/** node:http, because fetch would tidy addresses up. */
export function openWire(url: string, ownHeaders: Record<string, string>): Wire {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const { hostname, port } = new URL(url);
  return {
    send: (method, path, headers, body) =>
      new Promise((resolve, reject) => {
        const all: Record<string, string> = { ...ownHeaders, ...headers };
        if (body !== undefined) all['content-length'] = String(Buffer.byteLength(body));
        const sent = httpRequest(
          { hostname, port, method, path, headers: all, agent },
          (answer) => {
            const chunks: Buffer[] = [];
            const { statusCode: status = 0, headers: head } = answer;
            if (head['content-type']?.startsWith('text/event-stream')) {
              answer.destroy();
              return resolve({ status, headers: head, text: '' });
            }
            answer.on('data', (chunk: Buffer) => chunks.push(chunk));
            answer.on('error', reject);
            answer.on('end', () =>
              resolve({
                status,
                headers: head,
                text: Buffer.concat(chunks).toString('utf8'),
              }),
            );
          },
        );
        sent.on('error', reject);
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}

export class FuzzFault extends Error {}

/**
 * Runs the property. A failure is told by its own message: the values behind it hold the whole
 * document. It is not made smaller, since the requests before it have changed the records.
 */
export async function assertHolds<T extends [unknown, ...unknown[]]>(
  property: fc.IAsyncProperty<T>,
  seed: number,
  numRuns: number,
): Promise<void> {
  const result = await fc.check(property, { seed, numRuns, endOnFailure: true });
  if (!result.failed) return;
  const cause = result.errorInstance;
  const why =
    cause instanceof FuzzFault
      ? cause.message
      : String(cause instanceof Error ? cause.stack : cause);
  throw new FuzzFault(`run ${result.numRuns} with seed ${seed}: ${why}`);
}

const isError = Compile(ErrorBody);
export const isErrorBody = (value: unknown): boolean => isError.Check(value);

/** Of requests that no operation takes. */
const statusesElsewhere = new Set([400, 404, 405, 413, 415]);

export interface Judge {
  operations: FuzzOperation[];
  workspaceId: string;
}

/** @throws FuzzFault when the document does not allow the answer */
export function judge(by: Judge, sent: FuzzRequest, answer: WireAnswer): void {
  // No request to HTTP: it is refused before anything is known of it but that it is broken.
  const fault = isHttp(sent)
    ? (faultOfHeaders(by, answer) ?? faultOfStatus(by, sent, answer))
    : faultOfRefusal(answer);
  if (fault === undefined) return;
  const { method, path, query, headers, body } = sent;
  const request = JSON.stringify({ method, path, query, headers, body }).slice(0, 1_500);
  throw new FuzzFault(
    `${fault}: ${request} was answered ${answer.status} ${answer.text.slice(0, 500)}`,
  );
}

function faultOfRefusal({ status, text }: WireAnswer): string | undefined {
  return status === 400 && isErrorBody(parsed(text)) ? undefined : 'no refusal';
}

export function faultOfHeaders(
  { workspaceId }: Pick<Judge, 'workspaceId'>,
  { headers }: WireAnswer,
): string | undefined {
  if (headers['x-workspace-id'] !== workspaceId) return 'no X-Workspace-Id';
  if (headers['x-request-id'] === undefined) return 'no X-Request-Id';
  return ['limit', 'remaining', 'reset'].every((name) =>
    /^\d+$/.test(String(headers[`x-ratelimit-${name}`])),
  )
    ? undefined
    : 'no X-RateLimit headers';
}

function faultOfStatus(
  { operations }: Judge,
  sent: FuzzRequest,
  answer: WireAnswer,
): string | undefined {
  const { status, text } = answer;
  if (status >= 500) return 'a failure';
  const method = sent.method === 'HEAD' ? 'GET' : sent.method;
  const operation = operations.find((one) => one.method === method && one.pattern.test(sent.path));
  const isDeclared = operation ? operation.answers.has(status) : statusesElsewhere.has(status);
  if (!isDeclared) return 'a status that is not declared';
  if (sent.isValid && !isAcceptable(answer)) return 'a valid request was refused';
  if (sent.method === 'HEAD' || status === 304) {
    return text === '' ? undefined : 'a body where none belongs';
  }
  if (String(answer.headers['content-type']).startsWith('text/html')) {
    return operation?.pages.has(status) ? undefined : 'a page that is not declared';
  }
  const isInParts = new URLSearchParams(sent.query).has('fields');
  const answers = isInParts ? operation?.answersInParts : operation?.answers;
  return faultOfBody(answers?.get(status), status, parsed(text));
}

function faultOfBody(
  check: Validator | undefined,
  status: number,
  body: unknown,
): string | undefined {
  if (status >= 400 && !isErrorBody(body)) return 'no error body';
  if (!check || check.Check(body)) return undefined;
  return `not as declared (${JSON.stringify(check.Errors(body))})`;
}

/** A valid request can name an id that nothing has, in its path or as member of a list, or such a position; too long a time, a range that is none or what is not counted by page; and a filter of a list that has none, or that its kind of record has not; and an override of another kind than its subjects. */
function isAcceptable({ status, text }: WireAnswer): boolean {
  if (status < 300 || status === 404 || status === 409 || status === 410) return true;
  return (
    status === 400 &&
    /does not exist in this workspace"|must be within |must be 1 to \d+ days before `to`|must be later than `from`|days after `from`|rows (?:for this range|per group)|grouped or filtered by page|takes more than |for a manual list|set both |is required for |is not allowed for |cannot use lists|is not a field of /.test(
      text,
    )
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A list shows its filter as text, as it is written there. */
function shownFilter(text: string): string {
  return filterText(text.startsWith('{') ? JSON.parse(text) : readFilterText(text).tree);
}

/** @throws FuzzFault when a field that was sent is unknown, or not in the record */
export function requireStored(sent: FuzzRequest, record: Record<string, unknown>): void {
  const fields = JSON.parse(sent.body || '{}') as Record<string, unknown>;
  const writable = sent.operation.body?.properties ?? {};
  for (const [name, value] of Object.entries(fields)) {
    const schema = Object.hasOwn(writable, name) ? writable[name] : undefined;
    if (!schema) throw new FuzzFault(`the unknown name ${JSON.stringify(name)} was taken`);
    if (schema.readOnly) continue;
    const expected = schema['x-list-filter']
      ? shownFilter(String(cleaned(value)))
      : expectedOf(schema.format, cleaned(value));
    if (isReplaced(name, expected, record[name])) continue;
    if (!sameJson(record[name], expected)) {
      throw new FuzzFault(
        `${name} was sent as ${JSON.stringify(value)} and stored as ${JSON.stringify(record[name])}`,
      );
    }
  }
}

/** An empty code is made anew; who was joined meanwhile is named by the survivor. */
function isReplaced(name: string, expected: unknown, stored: unknown): boolean {
  if (name === 'code') return expected === '';
  return name === 'identity_id' && expected !== null && isUuid(String(stored));
}

function expectedOf(format: string | undefined, value: unknown): unknown {
  return format === 'uuid' && typeof value === 'string' ? value.toLowerCase() : value;
}

/** JSON knows one zero only. */
export function sameJson(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(withOneZero(one), withOneZero(other));
}

function withOneZero(value: unknown): unknown {
  if (value === 0) return 0;
  if (Array.isArray(value)) return value.map(withOneZero);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withOneZero(part)]));
}
