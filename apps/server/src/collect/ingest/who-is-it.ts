/** Who a message identifies, at which verification level. Pure. */

import type { IngestMessage } from '@footfall/contract/ingest';
import type { ProvedName, VerificationLevel } from '@footfall/contract/verification-levels';
import { isSignatureOf } from '../../accounts/keys/signature.ts';
import { provedPart } from '../../identity/making/names.ts';
import { isProved } from '../../identity/making/who-is-who.ts';
import { placeholderText } from '../../people/identities/suggestion-reasons.ts';
import { keyedId } from '../../platform/common/ids.ts';
import { hostOf, visitorOfTheDay } from '../senders/mapping.ts';
import type { Person, RefusedIdentifyClaim } from './message.ts';
import { MessageIgnored, MessageRefused } from './message-refused.ts';
import { isPlaceholderEmail, isPlaceholderUserId } from './placeholders.ts';
import type { Sender } from './sender.ts';

interface WhoItIs {
  visitorId: string;
  /** Today's id of the browser before it had a stored one. */
  dayVisitor: string | undefined;
  person: Person | undefined;
  verificationLevel: VerificationLevel;
  /** Null: all names are proved. */
  provedName: ProvedName | null;
  refusedIdentifyClaim: RefusedIdentifyClaim | undefined;
}

/** @throws MessageRefused */
export function whoIsIt(message: IngestMessage, sender: Sender): WhoItIs {
  const { names, placeholders, reason } = realNames(message);
  const { email = '', userId } = names;
  const isNamed = email !== '' || userId !== undefined;
  if (message.type === 'identify' && !isNamed) {
    throw new MessageRefused(reason ?? 'email: an identify call needs email or user_id');
  }
  if (!message.visitor_id && !isNamed && !message.cookieless) {
    throw new MessageRefused(reason ?? 'visitor_id: is required without email or user_id');
  }
  const proof = proofOf(message, names, sender);
  const { verificationLevel } = proof;
  const dayVisitor = message.cookieless ? ofTheDay(message, sender) : undefined;
  const sentId = message.visitor_id?.toLowerCase();
  const visitorId = sentId ?? dayVisitor ?? visitorIdOf(names, proof, sender);
  const person = isNamed ? personOf(message, names) : undefined;
  if (person && sender.settings.trust === 'verified' && !isProved(verificationLevel)) {
    const { userId: user_id, ...claim } = person;
    const refusedIdentifyClaim = {
      value: { ...claim, user_id },
      reason: 'not_proved' as const,
    };
    return { visitorId, dayVisitor, person: undefined, ...proof, refusedIdentifyClaim };
  }
  const refused =
    reason === undefined ? undefined : { value: placeholders, reason: 'placeholder' as const };
  return { visitorId, dayVisitor, person, ...proof, refusedIdentifyClaim: refused };
}

function personOf(message: IngestMessage, { email = '', userId }: ClaimedNames): Person {
  if (message.type !== 'identify') return { email, userId, name: '', traits: {} };
  const { name = '', traits = {} } = message;
  return { email, userId, name, traits };
}

interface ClaimedNames {
  email?: string | undefined;
  userId?: string | undefined;
}

/** Drops placeholders, which would merge everybody who has them into one person. */
function realNames({ email, user_id: userId }: IngestMessage) {
  const placeholders: { email?: string; user_id?: string } = {};
  const names: ClaimedNames = { email, userId };
  let reason: string | undefined;
  if (email !== undefined && isPlaceholderEmail(email)) {
    placeholders.email = email;
    names.email = undefined;
    reason = placeholderText('email', email);
  }
  if (userId !== undefined && isPlaceholderUserId(userId)) {
    placeholders.user_id = userId;
    names.userId = undefined;
    reason = placeholderText('user_id', userId);
  }
  return { names, placeholders, reason };
}

/** For backends that only know the person: derives the visitor from the person, without a lookup. */
function visitorIdOf(
  { email = '', userId }: ClaimedNames,
  { provedName }: Proof,
  { isTest, settings }: Sender,
): string {
  const emailKey = email.toLowerCase();
  const names = provedPart({ isTest, emailKey, userId: userId ?? null, provedName });
  const name = names.userId === null ? `email:${names.emailKey}` : `user:${names.userId}`;
  return keyedId(settings.visitorSecret, `visitor:${isTest}:${name}`);
}

/**
 * A visitor id for this address, browser and page host today; it cannot be linked to another day.
 * @throws MessageRefused
 */
function ofTheDay({ context }: IngestMessage, sender: Sender): string {
  const { account, isTest, ip, userAgent } = sender;
  const refusal = whyNoneOfTheDay(sender);
  if (refusal) throw new MessageRefused(refusal);
  return visitorOfTheDay(account.networkSecret, isTest, hostOf(context?.page?.url), ip, userAgent);
}

function whyNoneOfTheDay({ settings, isServer, verificationLevel }: Sender): string | undefined {
  if (settings.cookieless !== 'allow') {
    return 'cookieless: the workspace does not allow visitors without an id. An admin can allow them in the settings';
  }
  if (isServer || isProved(verificationLevel)) {
    return 'cookieless: is only for web pages. A backend must send visitor_id, user_id or email';
  }
  return undefined;
}

/**
 * For browsers without storage, whose ids end with the page: treated as pages without ids, if the workspace allows that. Otherwise
 * unchanged, with a visitor per page.
 * @throws MessageIgnored for messages that refer to a visit by its id
 */
export function asOfTheDay(message: IngestMessage, sender: Sender): IngestMessage {
  if (!message.unstored || whyNoneOfTheDay(sender)) return message;
  if (message.type === 'session') {
    throw new MessageIgnored(
      'unstored: session messages are ignored if the browser stores nothing',
    );
  }
  const { visitor_id: _, session_id: __, ...rest } = message;
  return { ...rest, cookieless: true };
}

type Proof = Pick<WhoItIs, 'verificationLevel' | 'provedName'>;

/**
 * An identify call's signature proves the name it covers; in a workspace that trusts everything, the other name too.
 * @throws MessageRefused
 */
function proofOf(
  message: IngestMessage,
  names: ClaimedNames,
  { verificationLevel, settings }: Sender,
): Proof {
  const signed = signedNames(message, settings.signingSecrets);
  // A placeholder identifies nobody, so its proof is void.
  const [hasEmail, hasUserId] = [Boolean(names.email), names.userId !== undefined];
  const [email, userId] = [signed.email && hasEmail, signed.userId && hasUserId];
  if (isProved(verificationLevel) || (!email && !userId))
    return { verificationLevel, provedName: null };
  const isAll = email === hasEmail && userId === hasUserId;
  if (isAll || settings.trust === 'open') return { verificationLevel: 'signed', provedName: null };
  return { verificationLevel: 'signed', provedName: email ? 'email' : 'user_id' };
}

/** @throws MessageRefused if a signature matches neither name, instead of accepting the message unsigned. */
function signedNames(message: IngestMessage, secrets: readonly string[]) {
  if (message.type !== 'identify') return { email: false, userId: false };
  const { user_id: userId = '', email = '', signature, email_signature: ofEmail } = message;
  const isOf = (signature: string | undefined, name: string) =>
    signature !== undefined && name !== '' && isSignatureOf(signature, name, secrets);
  const signed = { email: isOf(signature, email), userId: isOf(signature, userId) };
  if (signature !== undefined && !signed.email && !signed.userId) {
    throw noneMakes('signature', userId === '' ? 'email' : 'user_id or email');
  }
  if (ofEmail === undefined) return signed;
  if (!isOf(ofEmail, email)) throw noneMakes('email_signature', 'email');
  return { ...signed, email: true };
}

function noneMakes(field: string, name: string): MessageRefused {
  return new MessageRefused(
    `${field}: does not match ${name} with any signing secret of the workspace`,
  );
}
