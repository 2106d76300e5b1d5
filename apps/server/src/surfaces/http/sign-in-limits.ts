/**
 * Limits sign-in tries by account and by address. Known devices have separate tries, so that strangers cannot lock the
 * owner out; all known devices share a limit, or repeated sign-ins would multiply tries. No lock outlasts its window.
 */
import { createHash } from 'node:crypto';
import { ApiError } from '@footfall/contract/errors';
import { countAddress } from './count-address.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Usage } from './usage.ts';

const triesOfAccount = 10;
const triesOfDevices = 30;
const triesOfAddress = 60;

export class SignInLimits {
  readonly #limits: RateLimits;

  constructor(limits: RateLimits) {
    this.#limits = limits;
  }

  /** `account`: its name, whether it exists or not. @throws ApiError rate_limited */
  async admitTo(account: string, device: string | undefined, ip: string): Promise<void> {
    await this.admitFrom(ip);
    const name = createHash('sha256').update(account.trim().toLowerCase()).digest('base64url');
    if (device === undefined) {
      requireRoom(await this.#limits.count('sign-in', name, triesOfAccount));
      return;
    }
    requireRoom(await this.#limits.count('sign-in', `${name} ${device}`, triesOfAccount));
    requireRoom(await this.#limits.count('sign-in', `${name} devices`, triesOfDevices));
  }

  /** @throws ApiError rate_limited */
  async admitFrom(ip: string): Promise<void> {
    requireRoom(await countAddress(this.#limits, 'sign-in-from', ip, triesOfAddress));
  }
}

export class TooManyTries extends ApiError {
  /** The first in its window; others are not in the security log. */
  readonly isFirst: boolean;

  constructor({ secondsLeft, isFirstOver }: Usage) {
    super('rate_limited', `Too many tries. Try again in ${Math.ceil(secondsLeft / 60)} minutes.`, {
      reason: 'too_many_tries',
      retry_after_seconds: secondsLeft,
    });
    this.isFirst = isFirstOver;
  }
}

function requireRoom(usage: Usage): void {
  if (usage.isOver) throw new TooManyTries(usage);
}
