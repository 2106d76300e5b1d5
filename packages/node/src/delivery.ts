/** Sends a batch until it is stored, rejected or given up. */
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

export interface Queued {
  /** As sent. */
  json: string;
  message: Record<string, unknown>;
}

export interface DeliveryOptions {
  key: string;
  host: string;
  signingSecret: string | undefined;
  timeoutMs: number;
  maxTries: number;
  fetch: typeof globalThis.fetch;
  /** Ends waits and running requests. */
  signal: AbortSignal;
}

/** Lost messages of a batch, with the reason. */
export interface Lost {
  messages: Queued[];
  reason: string;
  /** Of the last response; 0 without one. */
  status: number;
}

interface Answered {
  status: number;
  retryAfter: string | null;
  body: string;
}

const pack = promisify(gzip);
const packedFromBytes = 1024;
const longestWaitMs = 60_000;

/** Empty if everything was stored, now or before. */
export async function deliver(batch: Queued[], options: DeliveryOptions): Promise<Lost[]> {
  const messages = batch.map(({ json }) => json).join(',');
  for (let tries = 1; ; tries++) {
    // Time of sending, which lets the service distinguish a wrong clock from an old message.
    const body = `{"sent_at":"${new Date().toISOString()}","batch":[${messages}]}`;
    const answer = await ask(body, options);
    if (answer.status >= 200 && answer.status < 300) return refusedOf(batch, answer.body);
    if (answer.status === 413 && batch.length > 1) return halved(batch, options);
    const mayPass = [0, 408, 429].includes(answer.status) || answer.status >= 500;
    if (!mayPass || tries >= options.maxTries || options.signal.aborted) {
      return [{ messages: batch, status: answer.status, reason: reasonOf(answer) }];
    }
    await waitFor(waitMs(tries, answer.retryAfter), options.signal);
  }
}

async function halved(batch: Queued[], options: DeliveryOptions): Promise<Lost[]> {
  const middle = Math.ceil(batch.length / 2);
  const first = await deliver(batch.slice(0, middle), options);
  return [...first, ...(await deliver(batch.slice(middle), options))];
}

async function ask(body: string, options: DeliveryOptions): Promise<Answered> {
  const { key, host, signingSecret, timeoutMs } = options;
  const headers: Record<string, string> = { 'content-type': 'application/json', 'x-svc-key': key };
  // Renewed each time: a signature is valid for five minutes.
  if (signingSecret !== undefined) headers['x-svc-signature'] = signatureOf(body, signingSecret);
  const isPacked = body.length >= packedFromBytes;
  if (isPacked) headers['content-encoding'] = 'gzip';
  try {
    const response = await options.fetch(`${host}/ingest/batch`, {
      method: 'POST',
      headers,
      body: isPacked ? new Uint8Array(await pack(body)) : body,
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), options.signal]),
    });
    const retryAfter = response.headers.get('retry-after');
    return { status: response.status, retryAfter, body: await response.text() };
  } catch (error) {
    return { status: 0, retryAfter: null, body: JSON.stringify({ message: causeOf(error) }) };
  }
}

/** Stripe's scheme: docs/guides/trust.md. */
function signatureOf(body: string, secret: string): string {
  const t = Math.floor(Date.now() / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}

/** Messages rejected individually in a successful response, by reason. */
function refusedOf(batch: Queued[], body: string): Lost[] {
  const { data } = parsed(body) as { data?: { results?: { status?: string; error?: string }[] } };
  return (data?.results ?? []).flatMap(({ status, error }, index) => {
    const message = batch[index];
    if (status !== 'rejected' || !message) return [];
    return [{ messages: [message], status: 200, reason: error ?? 'rejected' }];
  });
}

function reasonOf({ status, body }: Answered): string {
  const { message } = parsed(body) as { message?: unknown };
  return typeof message === 'string' ? message : `The service answered ${status}.`;
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** fetch reports "fetch failed", with the reason in `cause`. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? cause.message || error.message : error.message;
}

/** Retry-After in seconds or as a date; else doubling from half a second, with jitter. */
function waitMs(tries: number, retryAfter: string | null): number {
  const pauseMs = Number(retryAfter ?? Number.NaN) * 1000;
  const until = Number.isNaN(pauseMs) ? Date.parse(retryAfter ?? '') - Date.now() : pauseMs;
  if (until >= 0) return Math.min(until, longestWaitMs) + Math.random() * 250;
  return Math.min(longestWaitMs, 500 * 2 ** (tries - 1)) * (0.5 + Math.random() / 2);
}

async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  // Does not keep an otherwise idle process alive; close() sends the rest.
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
