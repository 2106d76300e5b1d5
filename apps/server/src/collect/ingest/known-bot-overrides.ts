/**
 * Which visitors somebody decided to be bots or none, as far as this process has met them. Only a hint: each
 * transaction requires it to be right, and one for which it is not begins anew with what is stored.
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
  readonly #known = new RecentEntries<BotOverride>(remembered);
  /** Where somebody decided anything of a visitor; in most workspaces nobody does. */
  readonly #decidedIn = new RecentEntries<true>(remembered);

  /** Sets what counts of each message's mark; the part fails where that is not what is stored. */
  assume(workspaceId: string, messages: Message[]): StatementPart {
    if (!this.#decidedIn.get(workspaceId)) {
      for (const { visit } of messages) visit.bot = countedBot(visit.foundBot, undefined);
      return requireNoVisitorOverrides;
    }
    const visitors = new Map<string, AssumedOverride>();
    for (const message of messages) {
      const { visitorId, isTest } = message;
      const key = visitorKeyOf(message);
      const override = this.#known.get(workspaceId + key);
      message.visit.bot = countedBot(message.visit.foundBot, override);
      if (!visitors.has(key)) visitors.set(key, { visitorId, isTest, override });
    }
    return requireBotOverrides([...visitors.values()]);
  }

  /** The same by what is stored, which is remembered. */
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
      if (override) this.#known.set(workspaceId + key, override);
      else this.#known.delete(workspaceId + key);
    }
  }
}
