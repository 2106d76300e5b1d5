/** A client of ClickHouse's HTTP interface: one statement per request, with a time limit. */
import { databaseOf } from '../platform/sink-url.ts';

export interface ClickHouseOptions {
  /** Time limit of a request. */
  deadlineMs?: number;
}

/** No response, or too late. */
export class ClickHouseAway extends Error {}

/** It responded with an error. */
class ClickHouseRefused extends Error {}

const usualDeadlineMs = 20_000;
const mostAnswerBytes = 64 * 1024;

export class ClickHouse {
  /** Host, port and database: identifies it, and may be displayed. */
  readonly target: string;
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #deadlineMs: number;

  /** `address`: from `parseSinkUrl`. */
  constructor(address: string, { deadlineMs = usualDeadlineMs }: ClickHouseOptions = {}) {
    const url = new URL(address);
    const database = databaseOf(url);
    this.target = `${url.host}/${database}`;
    this.#url = `${url.protocol}//${url.host}/?database=${database}`;
    this.#headers = {
      'content-type': 'text/plain; charset=utf-8',
      'x-clickhouse-user': decodeURIComponent(url.username) || 'default',
      'x-clickhouse-key': decodeURIComponent(url.password),
    };
    this.#deadlineMs = deadlineMs;
  }

  /**
   * Returns the response text. ClickHouse's error messages may contain rows, so errors only include code and name.
   * @throws ClickHouseAway, ClickHouseRefused
   */
  async run(statement: string, signal?: AbortSignal): Promise<string> {
    const deadline = AbortSignal.timeout(this.#deadlineMs);
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: this.#headers,
        body: statement,
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      });
      const text = await bounded(response);
      // An error after the response began arrives with status 200.
      if (response.ok && !response.headers.has('x-clickhouse-exception-code')) return text;
      throw new ClickHouseRefused(
        `ClickHouse at ${this.target} answered ${faultOf(response, text)}`,
      );
    } catch (error) {
      if (error instanceof ClickHouseRefused) throw error;
      const text = `ClickHouse at ${this.target} does not answer: ${reasonOf(error)}`;
      throw new ClickHouseAway(text, { cause: error });
    }
  }
}

/** Such as `500: Code 60, UNKNOWN_TABLE`. */
function faultOf({ status, headers }: Response, text: string): string {
  const code = /^Code: (\d{1,5})/.exec(text)?.[1] ?? headers.get('x-clickhouse-exception-code');
  const [, name] = /\(([A-Z][A-Z0-9_]{2,60})\)/.exec(text) ?? [];
  const fault = [code && `Code ${code}`, name].filter(Boolean).join(', ');
  return fault ? `${status}: ${fault}` : String(status);
}

async function bounded({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > mostAnswerBytes) break;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  if (error.name === 'TimeoutError') return 'not in time';
  const { cause } = error;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return error.name;
}
