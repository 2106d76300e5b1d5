/* Requests to a running service, with exit codes for scripts. */
import { scheduler } from 'node:timers/promises';
import type { OperationSpec } from '@footfall/contract/operation';
import { isObject } from '../../platform/common/is-object.ts';
import { ownCommand } from '../../platform/common/own-command.ts';
import { printable } from './render.ts';
import { type ApiInput, flagOf } from './values.ts';

/** Exit codes; the same as those of `gh` where it has one. */
export const exitCodes = { failed: 1, key: 4, missing: 5, later: 6 } as const;

export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly exitCode: number;

  constructor(message: string, { exitCode, cause }: { exitCode: number; cause?: unknown }) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

export interface Target {
  url: URL;
  key: string;
}

export interface PagedBody {
  data: Record<string, unknown>[];
  pagination: { total: number; next_cursor?: string | null };
}

const deadlineMs = 60_000;
const waits = [1_000, 5_000, 15_000];
const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** @throws ApiFailure if the key or URL is unusable */
export function targetOf(env: NodeJS.ProcessEnv, value: string | undefined): Target {
  const key = env.FOOTFALL_KEY?.trim() ?? '';
  if (!/^[\w-]{10,200}$/.test(key)) {
    throw new ApiFailure(
      `Set FOOTFALL_KEY to a secret key. Create one with ${ownCommand} keys create --workspace ID --kind secret --name api --scopes all`,
      { exitCode: exitCodes.key },
    );
  }
  const address = value ?? (env.FOOTFALL_URL || 'http://127.0.0.1:8080');
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new ApiFailure(
      'FOOTFALL_URL or --url must be an address such as https://leads.example.com, without user or password.',
      { exitCode: exitCodes.failed },
    );
  }
  if (url.protocol === 'http:' && !localHosts.has(url.hostname)) {
    throw new ApiFailure(
      'Use https:// for another machine: over http:// the key would be sent unencrypted.',
      { exitCode: exitCodes.failed },
    );
  }
  return { url, key };
}

/**
 * Returns a successful answer, which may be a stream. Retries reads while the service reports overload, for a
 * reasonable time.
 * @throws ApiFailure
 */
export async function request(
  target: Target,
  operation: OperationSpec,
  input: ApiInput,
): Promise<Response> {
  for (const wait of waits) {
    const response = await send(target, operation, input);
    if (response.ok) return response;
    if (response.status !== 429 || operation.method !== 'GET') throw await failureOf(response);
    await response.body?.cancel();
    await scheduler.wait(wait);
  }
  const response = await send(target, operation, input);
  if (response.ok) return response;
  throw await failureOf(response);
}

async function send(
  { url, key }: Target,
  { method, path, stream, file }: OperationSpec,
  { params, query, body }: ApiInput,
): Promise<Response> {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
  const address = new URL(url);
  address.pathname = `${url.pathname.replace(/\/+$/, '')}/api/v1${filled}`;
  address.search = query.toString();
  try {
    return await fetch(address, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      // The key must not be forwarded to another host.
      redirect: 'manual',
      ...(!stream && !file && { signal: AbortSignal.timeout(deadlineMs) }),
    });
  } catch (cause) {
    throw new ApiFailure(
      `No answer from ${url.origin}. Check that the service is running, and that FOOTFALL_URL or --url is its address.`,
      { exitCode: exitCodes.later, cause },
    );
  }
}

async function failureOf(response: Response): Promise<ApiFailure> {
  const body: unknown = await response.json().catch(() => undefined);
  const { message, details, request_id } = isObject(body) ? body : {};
  const issues = issuesIn(details);
  const text =
    typeof message === 'string'
      ? message
      : `The service answered ${response.status} without a reason.`;
  const lines = [...(issues.length > 0 ? issues : [text]), adviceFor(response.status)];
  if (response.status >= 500) lines.push(`Request ID: ${String(request_id ?? 'unknown')}.`);
  return new ApiFailure(printable(lines.filter(Boolean).join(' ')), {
    exitCode: codeOf(response.status),
  });
}

function issuesIn(details: unknown): string[] {
  const issues: unknown = isObject(details) ? details.issues : undefined;
  if (!Array.isArray(issues)) return [];
  return issues
    .filter(isObject)
    .slice(0, 10)
    .map(({ path, message }) => `${optionOf(String(path))}: ${String(message)}.`);
}

/** `query.created_after` is an option here. */
function optionOf(path: string): string {
  return path.replace(/^(?:query|body)\.(\w+)/, (_, name: string) => flagOf(name));
}

function adviceFor(status: number): string {
  if (status >= 300 && status < 400)
    return 'The service redirects to another address. Correct FOOTFALL_URL.';
  if (status === 401) return 'Check that FOOTFALL_KEY is a secret key, svc_sk_….';
  if (status === 429) return 'Wait a minute and try again.';
  return '';
}

function codeOf(status: number): number {
  if (status === 401 || status === 403) return exitCodes.key;
  if (status === 404) return exitCodes.missing;
  return status === 429 || status === 503 ? exitCodes.later : exitCodes.failed;
}
