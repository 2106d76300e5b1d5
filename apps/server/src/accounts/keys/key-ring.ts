/**
 * Finds the facts of a key. Facts never change, so they are cached; revocation does change and is never
 * cached: every transaction checks it (`selectLiveKeys`).
 */
import type { KeyKind } from '@footfall/contract/access';
import { RecentEntries } from '../../platform/common/recent-entries.ts';
import { type Database, findAnywhere } from '../../platform/db/connect.ts';
import { hashKeyText, keyKindOf } from './key-text.ts';
import {
  findKeyByHash,
  type KeyFacts,
  type KnownUse,
  markKeysUsed,
  selectLiveKeys,
  type UsedKey,
  usedIntervalMs,
} from './store.ts';

const rememberedKeys = 10_000;
const flushIntervalMs = 1_000;
const retryAfterMs = 5_000;
/** Smaller differences come from the query's duration or another process's clock. */
const worthWritingMs = 1_000;

/** The last use of a key, written later. */
interface LastUse {
  key: KeyFacts;
  at: number;
  /** The time stored in the database. */
  shownAt: number;
  /** Earliest write, so that a busy key costs one per minute. */
  writeFrom: number;
}

export interface FoundKey {
  workspaceId: string;
  /** Undefined: revoked, or of another kind. */
  key: KeyFacts | undefined;
}

export class KeyRing {
  readonly #db: Database;
  readonly #facts = new RecentEntries<KeyFacts>(rememberedKeys);
  readonly #uses = new Map<string, LastUse>();
  readonly #answer = new Map<string, Promise<boolean>>();
  readonly #nextAnswer = new Map<string, Promise<boolean>>();
  readonly #timer: NodeJS.Timeout;
  readonly #onError: (error: unknown) => void;
  readonly #now: () => number;

  constructor(db: Database, onError: (error: unknown) => void, now: () => number = Date.now) {
    this.#db = db;
    this.#onError = onError;
    this.#now = now;
    this.#timer = setInterval(() => void this.flush(), flushIntervalMs);
    this.#timer.unref();
  }

  /** The facts of a key found before. */
  remembered(text: string, kinds: readonly KeyKind[]): KeyFacts | undefined {
    const facts = this.#facts.get(text);
    return facts && kinds.includes(facts.kind) ? facts : undefined;
  }

  /** Whether the text has a key's format; anything else is not worth a query. */
  isWellFormed(text: string): boolean {
    return keyKindOf(text) !== undefined;
  }

  /** Undefined if the text is no key, or mistyped. */
  async find(text: string, kinds: readonly KeyKind[]): Promise<FoundKey | undefined> {
    const cached = this.#facts.get(text);
    if (cached && !kinds.includes(cached.kind))
      return { workspaceId: cached.workspaceId, key: undefined };
    if (!this.isWellFormed(text)) return undefined;
    const stored = await findAnywhere(this.#db, (tx) => findKeyByHash(tx, hashKeyText(text)));
    if (!stored || stored.facts.kind !== keyKindOf(text)) return undefined;
    const { facts, isRevoked } = stored;
    const { workspaceId } = facts;
    if (isRevoked) return { workspaceId, key: undefined };
    this.#facts.set(text, facts);
    return { workspaceId, key: kinds.includes(facts.kind) ? facts : undefined };
  }

  /**
   * Whether the key is valid now, for requests without a transaction. Callers during a query share the next
   * one, so a flood costs one query at a time.
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

  /** Call after a transaction found the key revoked. */
  forget(text: string): void {
    this.#facts.delete(text);
  }

  /** Records the use; written to the database within a minute. */
  markUsed(key: KeyFacts): void {
    const at = this.#now();
    const use = this.#uses.get(key.id);
    if (use) use.at = at;
    else this.#uses.set(key.id, { key, at, shownAt: 0, writeFrom: 0 });
  }

  /** Writes the uses that are due. */
  async flush(): Promise<void> {
    const now = this.#now();
    const due: UsedKey[] = [];
    for (const [id, { key, at, shownAt, writeFrom }] of this.#uses) {
      if (now < writeFrom) continue;
      if (at - shownAt >= worthWritingMs) due.push({ ...key, secondsAgo: (now - at) / 1000 });
      else this.#uses.delete(id);
    }
    if (due.length === 0) return;
    for (const { id } of due) this.#change(id, { writeFrom: now + retryAfterMs });
    try {
      const ids = [...new Set(due.map(({ workspaceId }) => workspaceId))];
      await this.#db.upkeepEverywhere(async (tx, together) => {
        const uses = due.filter(({ workspaceId }) => together.includes(workspaceId));
        const written = await markKeysUsed(tx, uses);
        for (const { id } of uses) this.#note(id, now, written.get(id));
      }, ids);
    } catch (error) {
      this.#onError(error);
    }
  }

  #note(id: string, now: number, use: KnownUse | undefined): void {
    if (!use) {
      // The key no longer exists.
      this.#uses.delete(id);
      return;
    }
    const shownAt = now - use.secondsAgo * 1000;
    this.#change(id, { shownAt, writeFrom: (use.isWritten ? now : shownAt) + usedIntervalMs });
  }

  #change(id: string, part: Partial<LastUse>): void {
    const use = this.#uses.get(id);
    if (use) Object.assign(use, part);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
