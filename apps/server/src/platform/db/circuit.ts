/**
 * A circuit breaker for all connections of the process. While it is open, callers fail at once; one probe per second
 * detects recovery.
 */
import { DatabaseAway } from './faults.ts';

export interface CircuitOptions {
  /** Rejects if the database does not respond. */
  probe: () => Promise<void>;
  /** Consecutive failures, and their duration, before it opens. */
  failures: number;
  failingMs: number;
  probeEveryMs: number;
  /** It opened or closed. */
  onChange: (isOpen: boolean) => void;
}

export class Circuit {
  readonly #options: CircuitOptions;
  #failures = 0;
  #failingSince = 0;
  #answeredAt = 0;
  #isOpen = false;
  #isEnded = false;
  #probing: Promise<void> | undefined;
  #next: NodeJS.Timeout | undefined;

  constructor(options: CircuitOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The database responded. */
  succeeded(): void {
    this.#failures = 0;
    this.#answeredAt = performance.now();
    if (this.#isOpen) this.#change(false);
  }

  /** A call started at that time failed. */
  failed(since: number): void {
    if (this.#failures === 0) this.#failingSince = since;
    this.#failures += 1;
    const { failures, failingMs } = this.#options;
    const isLasting = performance.now() - this.#failingSince >= failingMs;
    if (this.#failures >= failures && isLasting) this.#open();
  }

  /** A caller has waited since that time: probes whether it is the connection or the database. */
  suspect(since: number): void {
    if (!this.#isOpen && this.#answeredAt <= since) this.#probe();
  }

  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#next);
  }

  #probe(): void {
    this.#probing ??= this.#options
      .probe()
      .then(
        () => this.succeeded(),
        () => this.#open(),
      )
      .finally(() => {
        this.#probing = undefined;
        if (!this.#isOpen || this.#isEnded) return;
        this.#next = setTimeout(() => this.#probe(), this.#options.probeEveryMs).unref();
      });
  }

  #open(): void {
    if (this.#isOpen || this.#isEnded) return;
    this.#change(true);
    this.#probe();
  }

  #change(isOpen: boolean): void {
    this.#isOpen = isOpen;
    this.#failures = 0;
    clearTimeout(this.#next);
    this.#options.onChange(isOpen);
  }
}

/** @throws DatabaseAway while it is open */
export function requireAnswers(circuit: Circuit): void {
  if (circuit.isOpen) throw new DatabaseAway('CIRCUIT_OPEN', 'the database does not answer');
}
