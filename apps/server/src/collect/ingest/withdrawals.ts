/**
 * Applies withdrawals of consent to later messages: those without consent are not stored until a message grants it
 * again. The cache of this process is only a hint; each transaction checks it.
 */
import {
  type NewConsent,
  requireNoRefusals,
  requireNotWithdrawn,
  selectWithdrawals,
  upsertConsents,
  type Withdrawal,
} from '../../people/visitors/consents.ts';
import { instantOf } from '../../platform/common/instant.ts';
import { RecentEntries } from '../../platform/common/recent-entries.ts';
import type { StatementPart } from '../../platform/db/combined-statement.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { grantOf, mayDecideFor } from './consent-evidence.ts';
import type { Message } from './message.ts';

const remembered = 20_000;

export const withdrawnReason = 'consent: analytics was refused before';

type OfVisitor = Pick<Message, 'visitorId' | 'isTest'>;
const keyOf = ({ visitorId, isTest }: OfVisitor) => `${isTest}${visitorId}`;

export class KnownWithdrawals {
  readonly #withdrawn = new RecentEntries<true>(remembered);
  /** Workspaces with refusals; most have none. */
  readonly #refusedIn = new RecentEntries<true>(remembered);

  /** Whether stored withdrawals may affect one of the messages. */
  concerns(workspaceId: string, messages: Message[]): boolean {
    return (
      this.#refusedIn.get(workspaceId) !== undefined &&
      messages.some(
        (message) =>
          message.consent !== 'given' && this.#withdrawn.get(workspaceId + keyOf(message)),
      )
    );
  }

  /** Fails if a message may belong to a visitor who withdrew consent. */
  require(workspaceId: string, messages: Message[]): StatementPart {
    if (!this.#refusedIn.get(workspaceId)) return requireNoRefusals;
    const visitors = new Map<string, OfVisitor>();
    for (const message of messages) {
      if (message.consent !== 'given') visitors.set(keyOf(message), message);
    }
    return requireNotWithdrawn([...visitors.values()]);
  }

  /** Returns the messages that stored withdrawals allow; stores a grant after a withdrawal. */
  async settle(tx: Tx, workspaceId: string, messages: Message[]): Promise<Message[]> {
    const ids = new Set<string>();
    for (const { consent, visitorId } of messages) if (consent !== 'given') ids.add(visitorId);
    const { hasRefusals, withdrawals } = await selectWithdrawals(tx, workspaceId, [...ids]);
    if (hasRefusals) this.#refusedIn.set(workspaceId, true);
    const found = new Map(withdrawals.map((each) => [keyOf(each), each]));
    for (const message of messages) {
      const key = workspaceId + keyOf(message);
      if (found.has(keyOf(message))) this.#withdrawn.set(key, true);
      else this.#withdrawn.delete(key);
    }
    if (found.size === 0) return messages;
    const { allowed, refused, grants } = bound(messages, found);
    for (const message of refused) message.outcome = 'ignored';
    if (grants.length > 0) await upsertConsents(tx, workspaceId, grants);
    return allowed;
  }
}

/** Splits messages by withdrawals; `found`: by `keyOf`. */
export function bound(messages: Message[], found: ReadonlyMap<string, Withdrawal>) {
  const allowed: Message[] = [];
  const refused: Message[] = [];
  const grants: NewConsent[] = [];
  const grantedAt = new Map<string, string[]>();
  for (const message of messages) {
    const withdrawal = found.get(keyOf(message));
    if (!withdrawal || !message.consent || instantOf(message.occurredAt) < withdrawal.since)
      continue;
    const times = grantedAt.get(keyOf(message)) ?? [];
    grantedAt.set(keyOf(message), [...times, instantOf(message.occurredAt)]);
    const isBinding =
      message.consent === 'word' && mayDecideFor(message.visitorId, message.verificationLevel);
    if (isBinding) grants.push(grantOf(message));
  }
  for (const message of messages) {
    const withdrawal = found.get(keyOf(message));
    const { consent } = message;
    const occurredAt = instantOf(message.occurredAt);
    const isGranted = grantedAt.get(keyOf(message))?.some((at) => at <= occurredAt) ?? false;
    const isBound = withdrawal && !consent && occurredAt >= withdrawal.since && !isGranted;
    (isBound ? refused : allowed).push(message);
  }
  return { allowed, refused, grants };
}
