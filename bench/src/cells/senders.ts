/** Browsers that never pause: each message is sent until it is acknowledged. */
import { setTimeout as sleep } from 'node:timers/promises';
import { browserOf, views } from '../people/messages.ts';

const lanes = 4;
const browsersOfLane = 50;
/** Between two tries of a message that is refused. */
const againMs = 20;

export class Senders {
  readonly #target: { port: number; key: string };
  readonly #lanes: Promise<void>[];
  #isStopping = false;
  acknowledged = 0;
  /** From the first refusal of a message until it was taken. */
  longestRefusedMs = 0;
  /** Those that are no refusal for a while. */
  readonly faults = new Set<number>();
  readonly visitors = lanes * browsersOfLane;

  constructor(target: { port: number; key: string }) {
    this.#target = target;
    this.#lanes = Array.from({ length: lanes }, () => this.#work());
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#lanes);
  }

  async #work(): Promise<void> {
    const browsers = Array.from({ length: browsersOfLane }, browserOf);
    for (let n = 0; n < browsers.length || !this.#isStopping; n++) {
      const browser = browsers[n % browsers.length] ?? browserOf();
      const body = JSON.stringify(views(browser, Date.now()));
      let refusedAtMs: number | undefined;
      for (let status = 0; status !== 200; ) {
        status = await this.#send(body);
        if (status === 200) break;
        if (status !== 503) this.faults.add(status);
        refusedAtMs ??= performance.now();
        await sleep(againMs);
      }
      const refusedMs = refusedAtMs === undefined ? 0 : performance.now() - refusedAtMs;
      this.longestRefusedMs = Math.max(this.longestRefusedMs, refusedMs);
      this.acknowledged++;
    }
  }

  async #send(body: string): Promise<number> {
    const { port, key } = this.#target;
    const answer = await fetch(`http://127.0.0.1:${port}/ingest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-svc-key': key },
      body,
    });
    const text = await answer.text();
    return answer.status === 200 && !text.includes('"accepted":1') ? 0 : answer.status;
  }
}
