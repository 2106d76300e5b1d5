/**
 * What time it is, by the clock of the database, which all processes share. Every commit of messages tells it, at no
 * further round trip; between two of them this machine's clock goes on. As long as both agree within 5 seconds, this
 * machine's counts. A jump of it shows by the steady clock of the process, and the database is asked before anything
 * is dated.
 */
import type { Database } from './connect.ts';

/** Smaller differences are no fault. */
export const clockToleranceMs = 5_000;
/** Against the steady clock, which is adjusted as slowly as the other one but never set. */
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

/** The time as PostgreSQL has it just then, for `learn`. */
export const databaseTime = 'extract(epoch from clock_timestamp())::float8 * 1000';

type AskTime = () => Promise<number>;

export class DatabaseClock {
  readonly #ask: AskTime;
  readonly #onChange: (differenceMs: number) => void;
  /** Of the wall clock before the steady one, when the database was last heard. */
  #lead: number;
  /** To be added to the wall clock; 0 while both agree. */
  #offset = 0;
  #difference = 0;
  #asking: Promise<void> | undefined;

  /** `onChange`: with 0 when the clocks agree again. */
  constructor(ask: AskTime, onChange: (differenceMs: number) => void) {
    this.#ask = ask;
    this.#onChange = onChange;
    const { wall, steady } = readClocks();
    this.#lead = wall - steady;
  }

  /** How far the database's clock is before this machine's, as far as could be told. */
  get differenceMs(): number {
    return this.#difference;
  }

  /** Milliseconds; at once but for the first who ask after a jump. */
  now(): number | Promise<number> {
    const { wall, steady } = readClocks();
    if (Math.abs(wall - steady - this.#lead) < jumpMs) return wall + this.#offset;
    return this.ask().then(() => Math.round(performance.now() + this.#lead + this.#offset));
  }

  /** Asks the database; goes on by the steady clock where it does not answer. */
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

  /** `asked`: before the database could have read its clock. */
  learn(databaseMs: number, reading: ClockReading): void {
    const heard = readClocks();
    const lead = heard.wall - heard.steady;
    // This machine's clock was set meanwhile.
    if (Math.abs(lead - (reading.wall - reading.steady)) >= jumpMs) return;
    this.#lead = lead;
    // It read its clock at some time between the two.
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
