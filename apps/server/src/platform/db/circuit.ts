/**
 * Whether the database answers, as all who ask it have found: a circuit breaker for every connection of the process.
 * While it is open nobody is made to wait for what will not come; one probe a second tells when it is over.
 */
import { DatabaseAway } from './faults.ts';

export interface CircuitOptions {
  /** Rejects when the database does not answer. */
  probe: () => Promise<void>;
  /** Failures one after another, and for how long there must have been nothing else, until it opens. */
  failures: number;
  failingMs: number;
  probeEveryMs: number;
  /** It has opened, or closed. */
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

  /** The database answered. */
  succeeded(): void {
    this.#failures = 0;
    this.#answeredAt = performance.now();
    if (this.#isOpen) this.#change(false);
  }

  /** It did not, from this time on. */
  failed(since: number): void {
    if (this.#failures === 0) this.#failingSince = since;
    this.#failures += 1;
    const { failures, failingMs } = this.#options;
    const isLasting = performance.now() - this.#failingSince >= failingMs;
    if (this.#failures >= failures && isLasting) this.#open();
  }

  /** Somebody has waited since this time: is it that one connection, or the database? */
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
