/**
 * Refuses old messages of erased people and visitors. Whether a workspace has erasures is cached as a hint: each
 * transaction checks it, and restarts with stored data if it was wrong.
 */

import { parseInstant } from '@footfall/contract/instant';
import {
  type DatedHash,
  erasedHash,
  hasErasedNames,
  type NameKind,
  requireNoErasedNames,
  requireNotErased,
  selectErased,
} from '../../people/erased/erased-names.ts';
import type { NewConsent } from '../../people/visitors/consents.ts';
import { idTime, isUuidV7 } from '../../platform/common/ids.ts';
import { isObject } from '../../platform/common/is-object.ts';
import { RecentEntries } from '../../platform/common/recent-entries.ts';
import type { StatementPart } from '../../platform/db/combined-statement.ts';
import type { Tx } from '../../platform/db/connect.ts';
import type { FailedMessage, Message } from './message.ts';

const erasedReason = 'erasure: the person was erased after this message was sent';

const remembered = 20_000;

interface Named {
  kind: NameKind;
  name: string;
}

export class KnownErasures {
  readonly #openKey: () => Promise<Buffer>;
  #key: Buffer | undefined;
  /** Workspaces with erasures; most have none. */
  readonly #erasedIn = new RecentEntries<true>(remembered);

  constructor(openKey: () => Promise<Buffer>) {
    this.#openKey = openKey;
  }

  /** The part fails if a message may not be stored as it is. */
  assume(workspaceId: string, messages: Message[]): StatementPart {
    const key = this.#erasedIn.get(workspaceId) ? this.#key : undefined;
    if (!key) return requireNoErasedNames;
    return requireNotErased(messages.flatMap((message) => hashesOf(key, message)));
  }

  /**
   * Sets the outcome of refused messages and returns the others. Public claims are stored without the names, so that no
   * answer reveals who was erased.
   */
  async admit(tx: Tx, workspaceId: string, messages: Message[]): Promise<Message[]> {
    const key = await this.#keyIn(tx, workspaceId);
    if (!key) return messages;
    const hashes = messages.map((message) => hashesOf(key, message));
    const erased = await selectErased(tx, workspaceId, hashes.flat());
    if (erased.size === 0) return messages;
    return messages.filter((message, place) => {
      const found = (hashes[place] ?? []).filter((one) => erased.has(textOf(one)));
      if (found.length === 0) return true;
      const isOfVisitor = found.some(({ kind }) => kind === 'visitor');
      if (message.verificationLevel === 'public' && !isOfVisitor) {
        forgetNames(message);
        return true;
      }
      message.outcome = { rejected: erasedReason };
      return false;
    });
  }

  /** Returns those to keep. */
  async admitFailed(
    tx: Tx,
    workspaceId: string,
    failed: FailedMessage[],
  ): Promise<FailedMessage[]> {
    return this.#without(tx, workspaceId, failed, ({ isTest, receivedAt, said }) => {
      const receivedMs = Date.parse(receivedAt);
      // An ID of version 7 may claim a year that PostgreSQL cannot read.
      const at = new Date(Math.min(said.atMs ?? receivedMs, receivedMs)).toISOString();
      return { isTest, at, names: said.names };
    });
  }

  /** Returns those to keep. */
  async admitConsents(tx: Tx, workspaceId: string, consents: NewConsent[]): Promise<NewConsent[]> {
    return this.#without(tx, workspaceId, consents, ({ isTest, givenAt, saidMs, visitorId }) => {
      return {
        isTest,
        at: saidMs === undefined ? givenAt : new Date(saidMs).toISOString(),
        names: [{ kind: 'visitor', name: visitorId }],
      };
    });
  }

  async #without<T>(
    tx: Tx,
    workspaceId: string,
    all: T[],
    saidBy: (one: T) => { isTest: boolean; at: string; names: Named[] },
  ): Promise<T[]> {
    const key = await this.#keyIn(tx, workspaceId);
    if (!key) return all;
    const hashes = all.map((one) => {
      const { isTest, at, names } = saidBy(one);
      return datedHashes(key, { workspaceId, isTest }, names, at);
    });
    const erased = await selectErased(tx, workspaceId, hashes.flat());
    return all.filter((_, place) => !hashes[place]?.some((one) => erased.has(textOf(one))));
  }

  async #keyIn(tx: Tx, workspaceId: string): Promise<Buffer | undefined> {
    if (!this.#erasedIn.get(workspaceId) && !(await hasErasedNames(tx, workspaceId))) {
      return undefined;
    }
    this.#key ??= await this.#openKey();
    this.#erasedIn.set(workspaceId, true);
    return this.#key;
  }
}

function hashesOf(key: Buffer, message: Message): DatedHash[] {
  const { workspaceId, isTest, visitorId, dayVisitor, person, saidMs } = message;
  const at = new Date(saidMs).toISOString();
  const { value } = message.refusedIdentifyClaim ?? {};
  const names = [
    ...namesIn({ visitor_id: visitorId, email: person?.email, user_id: person?.userId }),
    ...namesIn({ visitor_id: dayVisitor }),
    ...namesIn(value),
  ];
  return datedHashes(key, { workspaceId, isTest }, names, at);
}

function datedHashes(
  key: Buffer,
  { workspaceId, isTest }: { workspaceId: string; isTest: boolean },
  names: Named[],
  at: string,
): DatedHash[] {
  return names.map(({ kind, name }) => {
    return { kind, at, hash: erasedHash(key, workspaceId, isTest, kind, name) };
  });
}

const textOf = ({ hash, at }: DatedHash) => `${hash.toString('hex')} ${at}`;

function forgetNames(message: Message): void {
  message.person = undefined;
  message.refusedIdentifyClaim = undefined;
  if (message.type === 'identify') message.properties = null;
}

const nameKinds = { visitor_id: 'visitor', email: 'email', user_id: 'user_id' } as const;

/** The names in a message, even an invalid one. */
export function namesIn(value: unknown): Named[] {
  if (!isObject(value)) return [];
  return Object.entries(nameKinds).flatMap(([field, kind]) => {
    const { [field]: name } = value;
    return typeof name === 'string' && name !== '' ? [{ kind, name }] : [];
  });
}

/** The time that an invalid message claims, in milliseconds. */
export function saidTimeOf(value: unknown): number | undefined {
  if (!isObject(value)) return undefined;
  const { timestamp, message_id: id } = value;
  if (typeof timestamp === 'string') return parseInstant(timestamp)?.ms;
  const isTimed = typeof id === 'string' && isUuidV7(id.toLowerCase());
  return isTimed ? idTime(id.toLowerCase()) : undefined;
}
