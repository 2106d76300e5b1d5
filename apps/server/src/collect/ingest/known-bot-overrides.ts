/**
 * Caches bot overrides on visitors. Only a hint: each transaction checks it, and starts again with stored
 * overrides if it was wrong.
 */
import { RecentEntries } from '../../platform/common/recent-entries.ts';
import type { StatementPart } from '../../platform/db/combined-statement.ts';
import type { Tx } from '../../platform/db/connect.ts';
import {
  type AssumedOverride,
  type BotOverride,
  countedBot,
  hasVisitorOverrides,
  requireBotOverrides,
  requireNoVisitorOverrides,
  selectBotOverrides,
  visitorKeyOf,
} from '../../records/visit/bot-overrides.ts';
import type { Message } from './message.ts';

const remembered = 20_000;

export class KnownBotOverrides {
  readonly #cache = new RecentEntries<BotOverride>(remembered);
  /** Workspaces with any override on a visitor; most have none. */
  readonly #decidedIn = new RecentEntries<true>(remembered);

  /** Sets each message's counted mark; the part fails if stored overrides differ. */
  assume(workspaceId: string, messages: Message[]): StatementPart {
    if (!this.#decidedIn.get(workspaceId)) {
      for (const { visit } of messages) visit.bot = countedBot(visit.foundBot, undefined);
      return requireNoVisitorOverrides;
    }
    const visitors = new Map<string, AssumedOverride>();
    for (const message of messages) {
      const { visitorId, isTest } = message;
      const key = visitorKeyOf(message);
      const override = this.#cache.get(workspaceId + key);
      message.visit.bot = countedBot(message.visit.foundBot, override);
      if (!visitors.has(key)) visitors.set(key, { visitorId, isTest, override });
    }
    return requireBotOverrides([...visitors.values()]);
  }

  /** The same from stored overrides, which are then cached. */
  async learn(tx: Tx, workspaceId: string, messages: Message[]): Promise<void> {
    const isDecided =
      this.#decidedIn.get(workspaceId) || (await hasVisitorOverrides(tx, workspaceId));
    if (isDecided) this.#decidedIn.set(workspaceId, true);
    const ids = isDecided ? [...new Set(messages.map(({ visitorId }) => visitorId))] : [];
    const stored = await selectBotOverrides(tx, workspaceId, ids);
    for (const message of messages) {
      const key = visitorKeyOf(message);
      const override = stored.get(key);
      message.visit.bot = countedBot(message.visit.foundBot, override);
      if (override) this.#cache.set(workspaceId + key, override);
      else this.#cache.delete(workspaceId + key);
    }
  }
}
