/**
 * Finds the facts of a key. Facts never change, so they are remembered; whether a key is revoked
 * does change and is never remembered: every transaction asks anew (`selectLiveKeys`).
 */
import type { KeyKind } from '@footfall/contract/access';
import type { Database } from '../db/connect.ts';
import { hashKeyText, keyKindOf } from './key-text.ts';
import { findKeyByHash, type KeyFacts, markKeysUsed, selectLiveKeys } from './store.ts';

const rememberedKeys = 10_000;
const flushIntervalMs = 5_000;
const usedIntervalMs = 60_000;

export class KeyRing {
  readonly #db: Database;
  readonly #facts = new Map<string, KeyFacts>();
  readonly #lastMarked = new Map<string, number>();
  readonly #toMark = new Map<string, KeyFacts>();
  readonly #answer = new Map<string, Promise<boolean>>();
  readonly #nextAnswer = new Map<string, Promise<boolean>>();
  readonly #timer: NodeJS.Timeout;
  readonly #onError: (error: unknown) => void;

  constructor(db: Database, onError: (error: unknown) => void) {
    this.#db = db;
    this.#onError = onError;
    this.#timer = setInterval(() => void this.flush(), flushIntervalMs);
    this.#timer.unref();
  }

  /** The facts of a key that was found before. */
  remembered(text: string, kinds: readonly KeyKind[]): KeyFacts | undefined {
    const facts = this.#facts.get(text);
    return facts && kinds.includes(facts.kind) ? facts : undefined;
  }

  /** Undefined when the text is no key, was mistyped, is of another kind, or was revoked before. */
  async find(text: string, kinds: readonly KeyKind[]): Promise<KeyFacts | undefined> {
    const kind = keyKindOf(text);
    if (!kind || !kinds.includes(kind)) return undefined;
    const facts = await this.#db.system((tx) => findKeyByHash(tx, hashKeyText(text)));
    if (!facts || facts.kind !== kind) return undefined;
    if (this.#facts.size >= rememberedKeys) this.#forgetOldest();
    this.#facts.set(text, facts);
    return facts;
  }

  /**
   * Whether the key is still good as of now, for a request that comes to no transaction. Those who
   * ask while a question is under way share the next one: a flood costs one question at a time.
   */
  isLive(key: KeyFacts): Promise<boolean> {
    const waiting = this.#nextAnswer.get(key.id);
    if (waiting !== undefined) return waiting;
    const answer = (this.#answer.get(key.id) ?? Promise.resolve(true)).then(async () => {
      this.#nextAnswer.delete(key.id);
      this.#answer.set(key.id, answer);
      const isLive = await this.#askLive(key);
      if (this.#answer.get(key.id) === answer) this.#answer.delete(key.id);
      return isLive;
    });
    this.#nextAnswer.set(key.id, answer);
    return answer;
  }

  async #askLive({ id, workspaceId }: KeyFacts): Promise<boolean> {
    try {
      const ids = await this.#db.workspace(workspaceId, (tx) =>
        selectLiveKeys(tx, workspaceId, [id]),
      );
      return ids.has(id);
    } catch (error) {
      this.#onError(error);
      return true;
    }
  }

  /** After a transaction found that the key was revoked. */
  forget(text: string): void {
    this.#facts.delete(text);
  }

  /** Notes that the key was used; written at most once a minute for each key. */
  markUsed(key: KeyFacts, now = Date.now()): void {
    const last = this.#lastMarked.get(key.id);
    if (last !== undefined && now - last < usedIntervalMs) return;
    this.#lastMarked.set(key.id, now);
    this.#toMark.set(key.id, key);
  }

  async flush(): Promise<void> {
    if (this.#toMark.size === 0) return;
    const keys = [...this.#toMark.values()];
    this.#toMark.clear();
    try {
      await this.#db.system((tx) => markKeysUsed(tx, keys));
    } catch (error) {
      this.#onError(error);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  #forgetOldest(): void {
    const oldest = this.#facts.keys().next().value;
    if (oldest !== undefined) this.#facts.delete(oldest);
  }
}
