/**
 * Database queries about unknown keys. Checksums reject mistyped and invented ones without a query. An address may
 * query at once as often as strangers have requests; beyond that its queries take turns, a hundred per second for
 * all such addresses: one may be about a valid key.
 */
import type { KeyKind } from '@footfall/contract/access';
import type { FoundKey, KeyRing } from '../../accounts/keys/key-ring.ts';
import { clientNetwork } from './client-network.ts';
import { countAddress } from './count-address.ts';
import type { RateLimits } from './rate-limits.ts';
import { Turnstile } from './turnstile.ts';

type Answer = Promise<FoundKey | undefined>;

export class KeyQuestions {
  readonly #keys: KeyRing;
  readonly #limits: RateLimits;
  readonly #perMinute: number;
  readonly #turns = new Turnstile({ places: 1, waiting: 500, waitingOfOne: 8, restMs: 10 });
  /** Queries waiting for their turn, shared by requests with the same key. */
  readonly #waiting = new Map<string, Answer>();

  /** `perMinute`: immediate queries per address. */
  constructor(keys: KeyRing, limits: RateLimits, perMinute: number) {
    this.#keys = keys;
    this.#limits = limits;
    this.#perMinute = perMinute;
  }

  /** @throws ApiError unavailable if too many wait */
  async find(token: string, kinds: readonly KeyKind[], ip: string): Answer {
    if (!this.#keys.isWellFormed(token)) return undefined;
    const { isOver } = await countAddress(this.#limits, 'key-of', ip, this.#perMinute);
    if (!isOver) return this.#keys.find(token, kinds);
    // Another door accepts another kind, with another result.
    const name = `${kinds[0]} ${token}`;
    return this.#waiting.get(name) ?? this.#wait(name, ip, () => this.#keys.find(token, kinds));
  }

  async #wait(name: string, ip: string, question: () => Answer): Answer {
    const { own, wide = own } = clientNetwork(ip);
    const answer = this.#turns.run(wide, question);
    this.#waiting.set(name, answer);
    try {
      return await answer;
    } finally {
      this.#waiting.delete(name);
    }
  }
}
