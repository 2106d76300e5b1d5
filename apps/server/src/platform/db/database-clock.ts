/**
 * The current time by the database's clock, which all processes share. Every commit of messages returns it without
 * an extra round trip; in between, this machine's clock continues, and it counts while both agree within 5 seconds.
 * The monotonic clock reveals jumps, after which the database is asked before anything is dated.
 */
import type { Logger } from 'pino';
import type { Database } from './connect.ts';

/** Smaller differences are harmless. */
export const clockToleranceMs = 5_000;
/** Compared to the monotonic clock, which is slewed like the wall clock but never set. */
const jumpMs = 1_000;
const answersWithinMs = 2_000;

/** Both clocks of this process. */
export interface ClockReading {
  wall: number;
  steady: number;
}

export function readClocks(): ClockReading {
  return { wall: Date.now(), steady: performance.now() };
}

/** PostgreSQL's current time, for `learn`. */
export const databaseTime = 'extract(epoch from clock_timestamp())::float8 * 1000';

type AskTime = () => Promise<number>;

export class DatabaseClock {
  readonly #ask: AskTime;
  readonly #onChange: (differenceMs: number) => void;
  /** Wall clock minus monotonic clock at the last response. */
  #lead: number;
  /** Added to the wall clock; 0 while both agree. */
  #offset = 0;
  #difference = 0;
  #asking: Promise<void> | undefined;

  /** `onChange`: gets 0 once the clocks agree again. */
  constructor(ask: AskTime, onChange: (differenceMs: number) => void) {
    this.#ask = ask;
    this.#onChange = onChange;
    const { wall, steady } = readClocks();
    this.#lead = wall - steady;
  }

  /** How far the database's clock is ahead of this machine's, as far as known. */
  get differenceMs(): number {
    return this.#difference;
  }

  /** In milliseconds; immediate except for the first calls after a jump. */
  now(): number | Promise<number> {
    const { wall, steady } = readClocks();
    if (Math.abs(wall - steady - this.#lead) < jumpMs) return wall + this.#offset;
    return this.ask().then(() => Math.round(performance.now() + this.#lead + this.#offset));
  }

  /** Asks the database; continues with the monotonic clock if it does not respond. */
  ask(): Promise<void> {
    this.#asking ??= this.#learnNow().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #learnNow(): Promise<void> {
    const reading = readClocks();
    const late = new Promise<undefined>((resolve) => {
      setTimeout(resolve, answersWithinMs, undefined).unref();
    });
    const answer = await Promise.race([this.#ask().catch(() => undefined), late]);
    if (answer !== undefined) this.learn(answer, reading);
  }

  /** `asked`: before the database could read its clock. */
  learn(databaseMs: number, reading: ClockReading): void {
    const heard = readClocks();
    const lead = heard.wall - heard.steady;
    // This machine's clock was set meanwhile.
    if (Math.abs(lead - (reading.wall - reading.steady)) >= jumpMs) return;
    this.#lead = lead;
    // The database read its clock between the two.
    const [least, most] = [databaseMs - heard.wall, databaseMs - reading.wall];
    this.#difference = Math.round(Math.min(Math.max(0, least), most));
    const isStill =
      this.#offset !== 0 && least - jumpMs < this.#offset && this.#offset < most + jumpMs;
    if (isStill) return;
    const offset = Math.abs(this.#difference) > clockToleranceMs ? this.#difference : 0;
    if (offset === this.#offset) return;
    this.#offset = offset;
    this.#onChange(offset);
  }
}

export async function selectDatabaseTime(db: Pick<Database, 'system'>): Promise<number> {
  const [row] = await db.system((tx) =>
    tx.unsafe<{ ms: number }[]>(`select ${databaseTime} as ms`),
  );
  if (!row) throw new Error('the database told no time');
  return row.ms;
}

/** Logs when the clocks differ. */
export function clockOf(db: Database, log: Logger): DatabaseClock {
  return new DatabaseClock(
    () => selectDatabaseTime(db),
    (differenceMs) =>
      differenceMs === 0
        ? log.info('the clocks of this machine and the database agree')
        : log.warn(
            { differenceMs },
            'the clock of this machine differs from that of the database, which dates messages',
          ),
  );
}
