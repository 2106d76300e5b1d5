import { type Answer, type Connection, openConnection } from './connection.ts';
import { type Job, noCounts, type Result } from './jobs.ts';
import { type Messages, messages, type Sending } from './messages.ts';
import { Samples } from './samples.ts';

type Slot = { index: number; connection?: Connection; sending?: Sending; since: number };

const patienceMs = 20_000;

/**
 * Closed loop: every connection sends again once it is answered. With a rate: request i is due at start + i /
 * rate regardless of others, may wait for a free connection, and its latency counts from then, so that a
 * stall counts for every request it delayed.
 */
class Run {
  readonly #job: Job;
  readonly #source: Messages;
  readonly #slots: Slot[];
  readonly #free: Slot[] = [];
  readonly #latency = new Samples();
  readonly #lateness = new Samples();
  readonly #acknowledged = noCounts();
  #acceptedInPart = 0;
  #requests = 0;
  #messages = 0;
  #failures = 0;
  #firstFailure: string | undefined;
  #outstanding = 0;
  #due = 0;
  #start = 0;
  #end = 0;
  /** No more requests. */
  #ended = false;
  #finish: () => void = () => {};

  constructor(job: Job) {
    this.#job = job;
    this.#source = messages(job.shape, job.connections, job.port, job.key);
    this.#slots = Array.from({ length: job.connections }, (_, index) => ({ index, since: 0 }));
  }

  async run(): Promise<Result> {
    await Promise.all(this.#slots.map((slot) => this.#open(slot)));
    const finished = new Promise<void>((resolve) => {
      this.#finish = resolve;
    });
    const before = process.cpuUsage();
    const stopSending = this.#begin();
    const patience = setTimeout(
      () => {
        this.#fail(
          `${this.#outstanding} requests were not answered ${patienceMs} ms after the end`,
        );
        this.#finish();
      },
      this.#job.seconds * 1_000 + patienceMs,
    );
    await finished;
    clearTimeout(patience);
    stopSending();
    const cpu = process.cpuUsage(before);
    for (const { connection } of this.#slots) connection?.close();
    return this.#result((cpu.user + cpu.system) / 1e6);
  }

  async #open(slot: Slot): Promise<void> {
    slot.connection = await openConnection(
      this.#job.port,
      (answer) => this.#answered(slot, answer),
      (cause) => {
        this.#fail(cause.message);
        this.#ended = true;
        this.#finish();
      },
    );
  }

  /** Starts sending; returns a function that stops its timer. */
  #begin(): () => void {
    this.#start = performance.now();
    this.#end = this.#start + this.#job.seconds * 1_000;
    if (this.#job.rate !== undefined) {
      this.#free.push(...this.#slots);
      const pace = setInterval(() => this.#sendDue(performance.now(), true), 1);
      return () => clearInterval(pace);
    }
    for (const slot of this.#slots) this.#send(slot, this.#start);
    const end = setTimeout(() => {
      this.#ended = true;
      if (this.#outstanding === 0) this.#finish();
    }, this.#job.seconds * 1_000);
    return () => clearTimeout(end);
  }

  #send(slot: Slot, since: number): void {
    const sending = this.#source.next(slot.index);
    slot.sending = sending;
    slot.since = since;
    this.#outstanding++;
    slot.connection?.send(sending.bytes);
  }

  /** `onTime`: a connection was free, so the generator is late, not the server. */
  #sendDue(now: number, onTime: boolean): void {
    const rate = this.#job.rate ?? 0;
    const total = Math.floor(rate * this.#job.seconds);
    while (this.#due < total) {
      const dueAt = this.#start + (this.#due * 1_000) / rate;
      const slot = dueAt > now ? undefined : this.#free.pop();
      if (!slot) break;
      if (onTime) this.#lateness.add(now - dueAt);
      this.#due++;
      this.#send(slot, dueAt);
    }
    if (this.#due >= total) this.#ended = true;
  }

  #answered(slot: Slot, answer: Answer): void {
    const now = performance.now();
    const types = slot.sending?.types ?? [];
    this.#outstanding--;
    if (answer.status === 200 && answer.accepted === types.length) {
      for (const type of types) this.#acknowledged[type]++;
      this.#latency.add(now - slot.since);
      if (now <= this.#end) {
        this.#requests++;
        this.#messages += types.length;
      }
    } else {
      this.#acceptedInPart += answer.accepted;
      this.#fail(answer.summary());
    }
    if (this.#job.rate !== undefined) {
      this.#free.push(slot);
      this.#sendDue(now, false);
    } else if (now < this.#end && !this.#ended) this.#send(slot, now);
    if (this.#outstanding === 0 && this.#ended) this.#finish();
  }

  #fail(why: string): void {
    this.#failures++;
    this.#firstFailure ??= why;
  }

  #result(cpuSeconds: number): Result {
    return {
      seconds: this.#job.seconds,
      requests: this.#requests,
      messages: this.#messages,
      acknowledged: this.#acknowledged,
      acceptedInPart: this.#acceptedInPart,
      latency: this.#latency.percentiles(),
      lateness: this.#lateness.percentiles(),
      failures: this.#failures,
      ...(this.#firstFailure === undefined ? {} : { firstFailure: this.#firstFailure }),
      cpuSeconds,
    };
  }
}

export const runJob = (job: Job): Promise<Result> => new Run(job).run();
