/** Jobs for the load process, and their results. */
export type Shape = {
  /** Messages in one request: 1 goes to /ingest, more go to /ingest/batch. */
  perRequest: number;
  /** True: 5 % identify and 5 % conversion among the page views. */
  mixed: boolean;
};

export type Job = {
  port: number;
  key: string;
  shape: Shape;
  connections: number;
  seconds: number;
  /** Requests per second at fixed times. Absent: each connection sends once it is answered. */
  rate?: number;
};

export const messageTypes = ['event', 'identify', 'conversion'] as const;
export type MessageType = (typeof messageTypes)[number];
export type Counts = Record<MessageType, number>;

export type Latency = { p50: number; p95: number; p99: number; max: number };

export type Result = {
  seconds: number;
  /** Answered in the window; `acknowledged` includes the last responses after it. */
  requests: number;
  messages: number;
  acknowledged: Counts;
  /** Accepted in partly rejected batches; not by message. */
  acceptedInPart: number;
  /** In milliseconds, from the intended time of sending with a rate. */
  latency: Latency;
  /** Milliseconds between intended and actual sending if a connection was free. */
  lateness: Latency;
  failures: number;
  firstFailure?: string;
  /** CPU time of the load process. */
  cpuSeconds: number;
};

export const noCounts = (): Counts => ({ event: 0, identify: 0, conversion: 0 });

export function addCounts(total: Counts, more: Counts): void {
  for (const type of messageTypes) total[type] += more[type];
}

export const sumCounts = (counts: Counts): number =>
  messageTypes.reduce((sum, type) => sum + counts[type], 0);
