import type { Counts } from '../load/jobs.ts';

/** A server under load. */
export type Target = {
  name: 'bare' | 'service';
  port: number;
  key: string;
  pid: number;
  /** The owner's URL of its database. */
  databaseUrl: string;
  /** All messages it accepted, including warmup. */
  acknowledged: Counts;
  acceptedInPart: number;
  stop(): Promise<void>;
};
