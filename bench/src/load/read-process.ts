/* The reading load's process: requests over keep-alive connections. */
import { type Connection, openConnection } from './connection.ts';
import type { Latency } from './jobs.ts';
import { Samples } from './samples.ts';

export type ReadJob = {
  port: number;
  key: string;
  /** Taken in turn. */
  paths: string[];
  /** JSON that is sent to each with POST. Absent: GET. */
  body?: string | undefined;
  connections: number;
  seconds: number;
  /** Requests per second at fixed times; latency counts from the due time. */
  rate?: number;
};

export type ReadResult = {
  /** Responses with 200, per second. */
  perSecond: number;
  latency: Latency;
  failures: number;
  firstFailure?: string;
};

class ReadRun {
  readonly #job: ReadJob;
  readonly #latency = new Samples();
  #sent = 0;
  #answered = 0;
  #failures = 0;
  #firstFailure: string | undefined;

  constructor(job: ReadJob) {
    this.#job = job;
  }

  async run(): Promise<ReadResult> {
    const start = performance.now();
    await Promise.all(Array.from({ length: this.#job.connections }, () => this.#readLoop(start)));
    return {
      perSecond: this.#answered / this.#job.seconds,
      latency: this.#latency.percentiles(),
      failures: this.#failures,
      ...(this.#firstFailure === undefined ? {} : { firstFailure: this.#firstFailure }),
    };
  }

  async #readLoop(start: number): Promise<void> {
    const { port, key, paths, body, seconds, rate } = this.#job;
    let done: () => void = () => {};
    const fail = (why: string) => {
      this.#failures++;
      this.#firstFailure ??= why;
      done();
    };
    const connection: Connection = await openConnection(
      port,
      (answer) => {
        if (answer.status !== 200) return fail(answer.summary());
        this.#answered++;
        done();
      },
      (cause) => fail(cause.message),
    );
    const end = start + seconds * 1000;
    for (;;) {
      const number = this.#sent++;
      const due = rate === undefined ? performance.now() : start + (number * 1000) / rate;
      if (due >= end || performance.now() >= end + 5_000) break;
      const wait = due - performance.now();
      if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
      await new Promise<void>((resolve) => {
        done = resolve;
        const path = paths[number % paths.length];
        const method = body === undefined ? 'GET' : 'POST';
        const head = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\n`;
        connection.send(Buffer.from(`${head}${bodyPart(body)}`));
      });
      this.#latency.add(performance.now() - due);
    }
    connection.close();
  }
}

/** The rest of a request: its last headers and its body. */
function bodyPart(body: string | undefined): string {
  if (body === undefined) return '\r\n';
  const length = Buffer.byteLength(body);
  return `content-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`;
}

process.on('message', (job: ReadJob) => {
  new ReadRun(job).run().then(
    (result) => process.send?.({ result }),
    (cause: unknown) => process.send?.({ failed: String(cause) }),
  );
});
process.on('disconnect', () => process.exit(0));
