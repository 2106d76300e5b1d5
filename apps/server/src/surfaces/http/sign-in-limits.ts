/**
 * How often somebody may try to sign in: by account, and by address. A device that signed in to the account before has
 * tries of its own, so that those of strangers lock nobody out of it; all such devices together have so many, or whoever
 * signs in again and again would have as many tries as cookies. No lock lasts longer than its window.
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

  /** `account`: what names it, whether there is one or not. @throws ApiError rate_limited */
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
  /** Of its window; the others are refused without a word in the security log. */
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
