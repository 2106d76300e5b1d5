/** Whom a message names, and by what right. Pure. */
import type { IngestMessage } from '@footfall/contract/ingest';
import type { Right } from '@footfall/contract/rights';
import { keyedId } from '../common/ids.ts';
import { isProved } from '../history/people/who-is-who.ts';
import { isSignatureOf } from '../keys/signature.ts';
import type { Person, RefusedNaming } from './message.ts';
import { MessageRefused } from './message-refused.ts';
import { isPlaceholderEmail, isPlaceholderUserId } from './placeholders.ts';
import type { Sender } from './sender.ts';

const notProved = 'the workspace follows no names but proved ones';

interface WhoItIs {
  visitorId: string;
  person: Person | undefined;
  right: Right;
  refusedNaming: RefusedNaming | undefined;
}

/** @throws MessageRefused */
export function whoIsIt(message: IngestMessage, sender: Sender): WhoItIs {
  const { names, placeholders, reason } = realNames(message);
  const { email = '', userId } = names;
  const isNamed = email !== '' || userId !== undefined;
  if (message.type === 'identify' && !isNamed) {
    throw new MessageRefused(reason ?? 'email: an identify call needs email or user_id');
  }
  if (!message.visitor_id && !isNamed) {
    throw new MessageRefused(
      reason ?? 'visitor_id: is needed where neither email nor user_id is given',
    );
  }
  const right = rightOf(message, sender);
  const visitorId = message.visitor_id?.toLowerCase() ?? visitorIdOf(names, sender);
  const person = isNamed ? personOf(message, names) : undefined;
  if (person && sender.settings.trust === 'verified' && !isProved(right)) {
    const { userId: user_id, ...said } = person;
    const refusedNaming = { value: { ...said, user_id }, reason: notProved };
    return { visitorId, person: undefined, right, refusedNaming };
  }
  const refusedNaming = reason === undefined ? undefined : { value: placeholders, reason };
  return { visitorId, person, right, refusedNaming };
}

function personOf(message: IngestMessage, { email = '', userId }: GivenNames): Person {
  if (message.type !== 'identify') return { email, userId, name: '', traits: {} };
  const { name = '', traits = {} } = message;
  return { email, userId, name, traits };
}

interface GivenNames {
  email?: string | undefined;
  userId?: string | undefined;
}

/** Without placeholders: they would make one person of everybody who is sent so. */
function realNames({ email, user_id: userId }: IngestMessage) {
  const placeholders: { email?: string; user_id?: string } = {};
  const names: GivenNames = { email, userId };
  let reason: string | undefined;
  if (email !== undefined && isPlaceholderEmail(email)) {
    placeholders.email = email;
    names.email = undefined;
    reason = `email: ${JSON.stringify(email)} is a placeholder, which names nobody`;
  }
  if (userId !== undefined && isPlaceholderUserId(userId)) {
    placeholders.user_id = userId;
    names.userId = undefined;
    reason = `user_id: ${JSON.stringify(userId)} is a placeholder, which names nobody`;
  }
  return { names, placeholders, reason };
}

/** A backend that knows the person only: the same person is the same visitor, without a look-up. */
function visitorIdOf({ email = '', userId }: GivenNames, { isTest, settings }: Sender): string {
  const name = userId === undefined ? `email:${email.toLowerCase()}` : `user:${userId}`;
  return keyedId(settings.visitorSecret, `visitor:${isTest}:${name}`);
}

/** A signature of an identify call proves its user_id, else its email. @throws MessageRefused */
function rightOf(message: IngestMessage, { right, settings }: Sender): Right {
  if (message.type !== 'identify' || message.signature === undefined) return right;
  const { user_id: userId, email = '' } = message;
  if (isSignatureOf(message.signature, userId ?? email, settings.signingSecrets)) return 'signed';
  const name = userId === undefined ? 'email' : 'user_id';
  throw new MessageRefused(`signature: no signing secret of the workspace makes it of the ${name}`);
}
