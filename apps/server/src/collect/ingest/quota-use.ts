/**
 * Quota use of a request: reserved before writing, and returned for what was not stored. Over the quota of rows or
 * bytes, the whole request is rejected until the next day. Over that of people or leads, messages are stored, but
 * create no person and open no lead: a page must not lose its views because it identifies somebody.
 */

import { ApiError } from '@footfall/contract/errors';
import type { Amounts, QuotaKind } from '@footfall/contract/settings';
import { nothing } from '../../accounts/workspaces/quotas.ts';
import type { Exceeded } from '../../accounts/workspaces/usage-account.ts';
import { isProved } from '../../identity/making/who-is-who.ts';
import type { Message } from './message.ts';
import type { Sender } from './sender.ts';
import { bytesOfAll } from './stored-size.ts';

/** Stored data beside messages: rejected messages, and consent evidence. */
interface Beside {
  rows: number;
  bytes: number;
}

interface Part {
  isSigned: boolean;
  messages: Message[];
  beside: Beside;
  reserved: Amounts;
}

const secondsOfDay = 86_400;

/**
 * Returns a function to call once every message has its outcome, or storing failed.
 * @throws ApiError rate_limited
 */
export function reserveQuota(sender: Sender, messages: Message[], beside: Beside): () => void {
  const { key, account, settings } = sender;
  account.quotas = settings.daily_quotas;
  const parts = partsOf(sender, messages, beside);
  for (const [place, part] of parts.entries()) {
    const exceeded = account.reserve(key.id, part.isSigned, part.reserved);
    if (exceeded) {
      for (const { isSigned, reserved } of parts.slice(0, place)) {
        account.settle(key.id, isSigned, reserved, nothing());
      }
      throw overQuota(exceeded, sender.receivedMs);
    }
    for (const message of part.messages) if (message.made) reservePeople(sender, part, message);
  }
  return () => {
    for (const part of parts) {
      account.settle(key.id, part.isSigned, part.reserved, storedOf(part));
    }
  };
}

/** Signed messages have a separate quota. */
function partsOf(sender: Sender, messages: Message[], beside: Beside): Part[] {
  const isSigned = isProved((messages[0] ?? sender).verificationLevel);
  const isOneKind = messages.every(
    ({ verificationLevel }) => isProved(verificationLevel) === isSigned,
  );
  if (isOneKind) return [partOf(isSigned, messages, beside)];
  const unsigned = messages.filter(({ verificationLevel }) => !isProved(verificationLevel));
  const signed = messages.filter(({ verificationLevel }) => isProved(verificationLevel));
  return [partOf(false, unsigned, beside), partOf(true, signed, { rows: 0, bytes: 0 })];
}

function partOf(isSigned: boolean, messages: Message[], beside: Beside): Part {
  const reserved = nothing();
  reserved.rows = messages.length + beside.rows;
  reserved.bytes = bytesOfAll(messages) + beside.bytes;
  return { isSigned, messages, beside, reserved };
}

/** Reserves as if it created a person and opened a lead. */
function reservePeople({ key, account }: Sender, { isSigned, reserved }: Part, message: Message) {
  const amounts = nothing();
  amounts.people = message.person ? 1 : 0;
  amounts.leads = 1;
  if (account.reserve(key.id, isSigned, amounts)) {
    message.isOverQuota = true;
    if (message.conversion) message.conversion.opensLead = false;
  } else {
    reserved.people += amounts.people;
    reserved.leads += amounts.leads;
  }
}

function storedOf({ messages, beside }: Part): Amounts {
  const stored = { rows: beside.rows, bytes: beside.bytes, people: 0, leads: 0 };
  for (const message of messages) {
    if (message.outcome !== 'accepted') continue;
    stored.rows += 1;
    stored.bytes += message.storedBytes;
    stored.people += message.made?.people ?? 0;
    stored.leads += message.made?.leads ?? 0;
  }
  return stored;
}

const things: Record<QuotaKind, string> = {
  rows: 'messages',
  bytes: 'bytes',
  people: 'new people',
  leads: 'new leads',
};
const owners: Record<Exceeded['of'], string> = {
  key: 'this write key without a signature',
  unsigned: 'the workspace without a signature',
  workspace: 'the workspace',
};

function overQuota({ quota, of, limit }: Exceeded, nowMs: number): ApiError {
  const seconds = secondsOfDay - (Math.floor(nowMs / 1000) % secondsOfDay);
  return new ApiError(
    'rate_limited',
    `The daily quota is used up: ${limit} ${things[quota]} for ${owners[of]}. It resets in ${seconds} seconds (00:00 UTC).`,
    { reason: 'daily_quota', quota, of, limit, retry_after_seconds: seconds },
  );
}
