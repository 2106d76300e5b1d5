/** What was done with a request before the framework had it, and is not done again. */
import type { IncomingMessage } from 'node:http';
import type { Usage } from './rate-limits.ts';

export interface HandedOver {
  /** Absent: it was not counted. */
  usage: Usage | undefined;
  /** What is to be answered, where it came so far. */
  failure?: Error;
}

/** Filled where something went wrong only: an entry for every request would double the garbage collection. */
export const handedOver = new WeakMap<IncomingMessage, HandedOver>();
