/**
 * A byte allowance per sender for storage beyond its due; it refills with time. The due is a multiple of the
 * bytes sent, so storage grows with the wire and not with how well zeros compress.
 */
export interface AllowanceOptions {
  bytes: number;
  bytesPerSecond: number;
}

interface Account {
  left: number;
  at: number;
}

const mostAccounts = 10_000;

export class Allowances {
  readonly #options: AllowanceOptions;
  readonly #accounts = new Map<string, Account>();

  constructor(options: AllowanceOptions) {
    this.#options = options;
  }

  /** False if too little is left; then nothing is deducted. */
  take(who: string, bytes: number): boolean {
    const now = performance.now();
    const left = this.#leftOf(who, now);
    if (bytes > left) return false;
    if (this.#accounts.size >= mostAccounts) this.#forgetFull(now);
    this.#accounts.set(who, { left: left - bytes, at: now });
    return true;
  }

  #leftOf(who: string, now: number): number {
    const { bytes, bytesPerSecond } = this.#options;
    const account = this.#accounts.get(who);
    if (!account) return this.#accounts.size < mostAccounts ? bytes : 0;
    return Math.min(bytes, account.left + ((now - account.at) / 1000) * bytesPerSecond);
  }

  #forgetFull(now: number): void {
    for (const who of this.#accounts.keys()) {
      if (this.#leftOf(who, now) >= this.#options.bytes) this.#accounts.delete(who);
    }
  }
}
