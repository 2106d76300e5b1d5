/*
 * A steady load on a service that may die at any time, and a ledger of what it acknowledged. What
 * was not answered is sent again later, as a browser's queue does.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IngestAnswer } from '@footfall/contract/ingest';
import { until } from './service-process.ts';

const batchSize = 5;
const tickMs = 10;
/** Requests; a machine that is busy with other things gets less than the pace, and no heap of work. */
const mostInFlight = 40;

export class LoadLoop {
  readonly #key: string;
  /** The run and a number: how events are found in the database. */
  readonly run = randomUUID();
  readonly acknowledged = new Set<number>();
  /** Answers by status; 0 for a connection that broke. */
  readonly answers = new Map<number, number>();
  readonly #unanswered: number[] = [];
  readonly #inFlight = new Set<Promise<void>>();
  #url = '';
  #sent = 0;
  #isOn = false;
  #loop: Promise<void> = Promise.resolve();

  constructor(key: string) {
    this.#key = key;
  }

  get sent(): number {
    return this.#sent;
  }

  /** `perSecond` events a second where the machine can, until `stop`. */
  start(url: string, perSecond = 500): void {
    this.#url = url;
    this.#isOn = true;
    this.#loop = this.#send(perSecond);
  }

  /** Until so many more are acknowledged. */
  async got(more: number): Promise<void> {
    const goal = this.acknowledged.size + more;
    await until(async () => this.acknowledged.size >= goal);
  }

  async stop(): Promise<void> {
    this.#isOn = false;
    await this.#loop;
    await Promise.all(this.#inFlight);
  }

  /** Sends everything that was never answered until it is. */
  async settle(url: string): Promise<void> {
    this.#url = url;
    while (this.#unanswered.length > 0) await this.#post(this.#unanswered.splice(0, 100));
  }

  async #send(perSecond: number): Promise<void> {
    const started = performance.now();
    let made = 0;
    while (this.#isOn) {
      const due = ((performance.now() - started) / 1000) * perSecond;
      for (; made + batchSize <= due; made += batchSize) {
        if (this.#inFlight.size >= mostInFlight) continue;
        const numbers = Array.from({ length: batchSize }, () => this.#sent++);
        // Some of what failed before rides along: a retry may meet its first try.
        numbers.push(...this.#unanswered.splice(0, 2));
        const posted = this.#post(numbers).finally(() => this.#inFlight.delete(posted));
        this.#inFlight.add(posted);
      }
      await sleep(tickMs);
    }
  }

  async #post(numbers: number[]): Promise<void> {
    try {
      const answer = await fetch(`${this.#url}/ingest/batch`, {
        method: 'POST',
        headers: { 'x-svc-key': this.#key, 'content-type': 'application/json' },
        body: JSON.stringify({ batch: numbers.map((number) => this.#message(number)) }),
        signal: AbortSignal.timeout(20_000),
      });
      const body = (await answer.json()) as IngestAnswer;
      this.#count(answer.status);
      if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
      for (const { index, status } of body.data.results) {
        if (status === 'rejected') throw new Error('a good message was rejected');
        this.acknowledged.add(numbers[index] ?? -1);
      }
    } catch (error) {
      if (error instanceof TypeError || error instanceof DOMException) this.#count(0);
      this.#unanswered.push(...numbers);
    }
  }

  #count(status: number): void {
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
  }

  /** 50 visitors; some messages name their session, some name a person, some convert. */
  #message(number: number): object {
    const visitor = (number % 50).toString(16).padStart(12, '0');
    const base = {
      message_id: `${this.run}:${number}`,
      visitor_id: `${this.run.slice(0, 24)}${visitor}`,
      session_id: number % 7 === 0 ? undefined : `${this.run.slice(0, 24)}${visitor}`,
      context: { page: { url: `${this.run}/${number}` } },
    };
    if (number % 40 === 0) {
      return { ...base, type: 'identify', email: `p${number % 50}@example.com` };
    }
    const type = number % 25 === 0 ? 'conversion' : 'event';
    return { ...base, type, name: 'load' };
  }
}
