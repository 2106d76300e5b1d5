import { type Answer, type Connection, openConnection } from './connection.ts';
import { type Counts, type Job, noCounts, type Result } from './jobs.ts';
import { messages, type Sending } from './messages.ts';
import { percentiles } from './percentiles.ts';

type Slot = { index: number; connection?: Connection; sending?: Sending; since: number };

/** Latencies of at most this many requests are kept: an hour's worth is not needed. */
const maxSamples = 2_000_000;

class Samples {
  #values = new Float64Array(65_536);
  #count = 0;
  add(value: number): void {
    if (this.#count >= maxSamples) return;
    if (this.#count === this.#values.length) {
      const larger = new Float64Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#count++] = value;
  }
  percentiles = () => percentiles(this.#values.slice(0, this.#count));
}

/**
 * Closed loop: every connection sends again as soon as it is answered. With a rate: request i is due at
 * start + i / rate whatever happened before, waits for a free connection if it must, and its latency counts
 * from when it was due, so that a stall of the server is charged to every request that it delayed.
 */
export async function runJob(job: Job): Promise<Result> {
  const source = messages(job.shape, job.connections, job.port, job.key);
  const acknowledged: Counts = noCounts();
  const latency = new Samples();
  const lateness = new Samples();
  const free: Slot[] = [];
  let requests = 0;
  let inWindow = 0;
  let outstanding = 0;
  let acceptedInPart = 0;
  let failures = 0;
  let firstFailure: string | undefined;
  let due = 0;
  let ended = false;
  let finish: () => void = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });

  const fail = (why: string) => {
    failures++;
    firstFailure ??= why;
  };
  const send = (slot: Slot, since: number) => {
    const sending = source.next(slot.index);
    slot.sending = sending;
    slot.since = since;
    outstanding++;
    slot.connection?.send(sending.bytes);
  };
  const answered = (slot: Slot, answer: Answer) => {
    const now = performance.now();
    const types = slot.sending?.types ?? [];
    outstanding--;
    if (answer.status === 200 && answer.accepted === types.length) {
      for (const type of types) acknowledged[type]++;
      latency.add(now - slot.since);
      if (now <= end) {
        requests++;
        inWindow += types.length;
      }
    } else {
      acceptedInPart += answer.accepted;
      fail(answer.summary());
    }
    next(slot, now);
  };
  const next = (slot: Slot, now: number) => {
    if (job.rate !== undefined) {
      free.push(slot);
      sendDue(now, false);
    } else if (now < end) send(slot, now);
    if (outstanding === 0 && ended) finish();
  };
  /** `waited` is false where a request had to wait for a connection: then the server is late, not we. */
  const sendDue = (now: number, onTime: boolean) => {
    const rate = job.rate ?? 0;
    const total = Math.floor(rate * job.seconds);
    while (due < total && free.length > 0) {
      const dueAt = start + (due * 1_000) / rate;
      if (dueAt > now) break;
      const slot = free.pop();
      if (!slot) break;
      if (onTime) lateness.add(now - dueAt);
      due++;
      send(slot, dueAt);
    }
    if (due >= total) ended = true;
  };

  const slots: Slot[] = Array.from({ length: job.connections }, (_, index) => ({
    index,
    since: 0,
  }));
  await Promise.all(
    slots.map(async (slot) => {
      slot.connection = await openConnection(
        job.port,
        (answer) => answered(slot, answer),
        (cause) => {
          fail(cause.message);
          ended = true;
          finish();
        },
      );
    }),
  );

  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  const end = start + job.seconds * 1_000;
  let pace: NodeJS.Timeout | undefined;
  if (job.rate === undefined) {
    for (const slot of slots) send(slot, start);
    setTimeout(() => {
      ended = true;
      if (outstanding === 0) finish();
    }, job.seconds * 1_000);
  } else {
    free.push(...slots);
    pace = setInterval(() => sendDue(performance.now(), true), 1);
  }
  const patience = setTimeout(
    () => {
      fail(`${outstanding} requests were not answered within 20 s after the end`);
      finish();
    },
    job.seconds * 1_000 + 20_000,
  );
  await finished;
  clearInterval(pace);
  clearTimeout(patience);
  const cpu = process.cpuUsage(cpuBefore);
  for (const slot of slots) slot.connection?.close();
  return {
    seconds: job.seconds,
    requests,
    messages: inWindow,
    acknowledged,
    acceptedInPart,
    latency: latency.percentiles(),
    lateness: lateness.percentiles(),
    failures,
    ...(firstFailure === undefined ? {} : { firstFailure }),
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
  };
}
