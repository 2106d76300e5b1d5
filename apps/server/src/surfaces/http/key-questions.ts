/**
 * Questions to the database about keys that are not known yet. What is mistyped or made up by hand is told by its
 * checksum and costs none. An address may ask as many at once as strangers have requests; beyond that its questions
 * wait for each other's turn, a hundred a second of all such addresses: one of them may be about a good key.
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
  /** Those that wait for their turn: all who give the same key share one. */
  readonly #waiting = new Map<string, Answer>();

  /** `perMinute`: at once, of one address. */
  constructor(keys: KeyRing, limits: RateLimits, perMinute: number) {
    this.#keys = keys;
    this.#limits = limits;
    this.#perMinute = perMinute;
  }

  /** @throws ApiError unavailable when too many wait */
  async find(token: string, kinds: readonly KeyKind[], ip: string): Answer {
    if (!this.#keys.isWellFormed(token)) return undefined;
    const { isOver } = await countAddress(this.#limits, 'key-of', ip, this.#perMinute);
    if (!isOver) return this.#keys.find(token, kinds);
    // Another door asks for another kind, and its answer is another one.
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
