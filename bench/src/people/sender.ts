/** Sends to one service, and watches what others wait for meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Latency } from '../load/jobs.ts';
import { Samples } from '../load/samples.ts';
import { browserOf, identifies } from './messages.ts';

const everyMs = 25;

export type Others = Pick<Sender, 'send'>;

export class Sender {
  readonly #target: { port: number; key: string };
  #named = 0;

  constructor(target: { port: number; key: string }) {
    this.#target = target;
  }

  /** Resolves when all are stored. @throws when one is not */
  async send(messages: object[]): Promise<void> {
    const { port, key } = this.#target;
    const answer = await fetch(`http://127.0.0.1:${port}/ingest/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-svc-key': key },
      body: JSON.stringify({ batch: messages }),
    });
    const text = await answer.text();
    if (answer.status !== 200 || !text.includes(`"accepted":${messages.length}`)) {
      throw new Error(`${answer.status} ${text.slice(0, 300)}`);
    }
  }

  /** Somebody new, and again, and again: every 25 ms, or as soon as the one before is answered when that is later. */
  async watchOthers(until: Promise<unknown>): Promise<Latency> {
    let isOn = true;
    const samples = new Samples();
    const watching = (async () => {
      while (isOn) {
        const started = performance.now();
        await this.send([identifies(browserOf(), `other-${this.#named++}`, Date.now())]);
        const tookMs = performance.now() - started;
        samples.add(tookMs);
        await sleep(Math.max(0, everyMs - tookMs));
      }
    })();
    await until;
    isOn = false;
    await watching;
    return samples.percentiles();
  }
}
