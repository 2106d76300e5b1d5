/** The service behind something that fails, with its deadlines shortened, and what it is asked meanwhile. */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import postgres from 'postgres';
import { expect } from 'vitest';
import { buildApp } from '../app.ts';
import { connect } from '../platform/db/connect.ts';
import { limitsOf } from '../platform/db/limits.ts';
import type { Harness } from './harness.ts';

const deadlines = { requestDeadlineMs: 1_000, connectionDeadlineMs: 2_000 };
/** However slow the machine is: without deadlines it would be never. */
const inTimeMs = 10_000;

export interface Answer {
  status: number;
  retryAfter: string | null;
  ms: number;
  body: { details?: { reason?: string }; data?: { id?: string } };
}

export type FaultyService = Awaited<ReturnType<typeof serveBehind>>;

/** `databaseUrl`: that of the harness, by way of what fails. */
export async function serveBehind(h: Harness, databaseUrl: string) {
  const db = await connect(databaseUrl, { limits: limitsOf(deadlines) });
  const log = pino({ level: 'silent' });
  const app = await buildApp({ config: { ...h.config, ...deadlines }, db, log });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const admin = postgres(h.ownerUrl, { max: 1, onnotice: () => undefined });
  async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
    const begun = performance.now();
    const signal = AbortSignal.timeout(60_000);
    const answer = await fetch(url + path, { signal, ...init });
    const text = await answer.text();
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      ms: performance.now() - begun,
      body: text.startsWith('{') ? JSON.parse(text) : {},
    };
  }

  const withKey = {
    authorization: `Bearer ${h.workspace.secretKey}`,
    'content-type': 'application/json',
  };
  const leads = () => ask('/api/v1/leads', { headers: withKey });

  async function figure(name: string): Promise<number> {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(new RegExp(`^footfall_${name} (.*)$`, 'm').exec(text)?.[1]);
  }

  return {
    admin,
    productionKey: h.workspace.productionKey,
    withKey,
    ask,
    leads,
    readiness: () => ask('/readyz'),
    figure,
    async close() {
      await app.close();
      await db.close();
      await admin.end();
    },
  };
}

/** Sends messages of many visitors and keeps account of them. */
export class CountedSender {
  readonly #service: FaultyService;
  readonly #run = randomUUID();
  readonly acknowledged = new Set<number>();
  readonly answers: Answer[] = [];
  #sent = 0;

  constructor(service: FaultyService) {
    this.#service = service;
  }

  async send(number = this.#sent++): Promise<Answer> {
    const message = {
      type: 'event',
      name: 'page_view',
      message_id: `${this.#run}:${number}`,
      visitor_id: `${this.#run.slice(0, 24)}${(number % 20).toString(16).padStart(12, '0')}`,
      context: { page: { url: `${this.#run}/${number}` } },
    };
    const headers = { 'x-svc-key': this.#service.productionKey };
    const answer = await this.#service.ask('/ingest', {
      method: 'POST',
      headers,
      body: JSON.stringify(message),
    });
    if (answer.status === 200) this.acknowledged.add(number);
    this.answers.push(answer);
    return answer;
  }

  many(count: number): Promise<Answer[]> {
    return Promise.all(Array.from({ length: count }, () => this.send()));
  }

  /** As a browser does with what was not acknowledged; then everything is there, once. */
  async expectOnce(): Promise<void> {
    const before = await this.#stored();
    expect(new Set(before).size).toBe(before.length);
    const stored = new Set(before);
    expect([...this.acknowledged].filter((number) => !stored.has(number))).toEqual([]);
    await expect
      .poll(async () => {
        const missing = Array.from({ length: this.#sent }, (_, number) => number);
        const due = missing.filter((number) => !this.acknowledged.has(number));
        // As many at once as a busy machine takes within the deadline.
        await Promise.all(due.slice(0, 25).map((number) => this.send(number)));
        return this.acknowledged.size;
      })
      .toBe(this.#sent);
    const all = await this.#stored();
    expect(all.toSorted((a, b) => a - b)).toEqual(Array.from({ length: this.#sent }, (_, n) => n));
    const [counted] = await this.#service.admin<{ total: number }[]>`
      select sum(event_count)::integer as total from sessions
      where visitor_id::text like ${`${this.#run.slice(0, 24)}%`}`;
    expect(counted?.total).toBe(this.#sent);
  }

  async #stored(): Promise<number[]> {
    const rows = await this.#service.admin<{ number: number }[]>`
      select split_part(url, '/', 2)::integer as number from events where url like ${`${this.#run}/%`}`;
    return rows.map(({ number }) => number);
  }
}

export function expectServedOrRefused(answers: Answer[]): void {
  expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  expect(answers.filter(({ ms }) => ms > inTimeMs)).toEqual([]);
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.filter(({ retryAfter }) => retryAfter === null)).toEqual([]);
}
