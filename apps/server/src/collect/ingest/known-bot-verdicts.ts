/**
 * Caches bot verdicts on visitors. Only a hint: each transaction checks it, and starts again with stored
 * verdicts if it was wrong.
 */
import { RecentEntries } from '../../platform/common/recent-entries.ts';
import type { StatementPart } from '../../platform/db/combined-statement.ts';
import type { Tx } from '../../platform/db/connect.ts';
import {
  type AssumedVerdict,
  type BotVerdict,
  countedBot,
  hasVisitorVerdicts,
  requireBotVerdicts,
  requireNoVisitorVerdicts,
  selectBotVerdicts,
  visitorKeyOf,
} from '../../records/visit/bot-verdicts.ts';
import type { Message } from './message.ts';

const remembered = 20_000;

export class KnownBotVerdicts {
  readonly #cache = new RecentEntries<BotVerdict>(remembered);
  /** Workspaces with any verdict on a visitor; most have none. */
  readonly #decidedIn = new RecentEntries<true>(remembered);

  /** Sets each message's counted mark; the part fails if stored verdicts differ. */
  assume(workspaceId: string, messages: Message[]): StatementPart {
    if (!this.#decidedIn.get(workspaceId)) {
      for (const { visit } of messages) visit.bot = countedBot(visit.foundBot, undefined);
      return requireNoVisitorVerdicts;
    }
    const visitors = new Map<string, AssumedVerdict>();
    for (const message of messages) {
      const { visitorId, isTest } = message;
      const key = visitorKeyOf(message);
      const verdict = this.#cache.get(workspaceId + key);
      message.visit.bot = countedBot(message.visit.foundBot, verdict);
      if (!visitors.has(key)) visitors.set(key, { visitorId, isTest, verdict });
    }
    return requireBotVerdicts([...visitors.values()]);
  }

  /** The same from stored verdicts, which are then cached. */
  async learn(tx: Tx, workspaceId: string, messages: Message[]): Promise<void> {
    const isDecided =
      this.#decidedIn.get(workspaceId) || (await hasVisitorVerdicts(tx, workspaceId));
    if (isDecided) this.#decidedIn.set(workspaceId, true);
    const ids = isDecided ? [...new Set(messages.map(({ visitorId }) => visitorId))] : [];
    const stored = await selectBotVerdicts(tx, workspaceId, ids);
    for (const message of messages) {
      const key = visitorKeyOf(message);
      const verdict = stored.get(key);
      message.visit.bot = countedBot(message.visit.foundBot, verdict);
      if (verdict) this.#cache.set(workspaceId + key, verdict);
      else this.#cache.delete(workspaceId + key);
    }
  }
}
