/** Security log entries and notification mails of requests below /auth. */
import type { FastifyRequest } from 'fastify';
import { type Notice, noticeMail } from '../../accounts/sign-in/mail-texts.ts';
import {
  findChallenged,
  findPerson,
  findResetter,
  selectLanguage,
} from '../../accounts/sign-in/people.ts';
import { deviceOf, insertSecurityEvent, knowsDevice } from '../../accounts/sign-in/security-log.ts';
import { cookieIn, verified } from '../../accounts/sign-in/session-cookie.ts';
import { defaultSettings } from '../../accounts/workspaces/settings.ts';
import { anonymiseIp } from '../../enrichment/anonymise-ip.ts';
import type { Tx } from '../../platform/db/connect.ts';
import type { AccountDesk } from './account-desk.ts';
import { knownDevice } from './known-device.ts';

export interface KnownAccount {
  id: string;
  email: string;
}

interface Rule {
  done: string;
  failed: string;
  /** A factor, or the request's kind of proof. */
  subject: string;
  /** Only recorded for signed-in people. */
  ofSession?: boolean;
  notice?: Notice;
}

const signIn = { done: 'sign_in.succeeded', failed: 'sign_in.failed' };
const factorFailed = { failed: 'factor.change_failed', ofSession: true };

/** By method and path. */
const rules: Record<string, Rule> = {
  'POST /sign-in/email': { ...signIn, subject: 'password' },
  'GET /callback/oidc': { ...signIn, subject: 'oidc' },
  'POST /two-factor/verify-totp': { ...signIn, subject: 'totp' },
  'POST /two-factor/verify-backup-code': { ...signIn, subject: 'backup_code' },
  'POST /passkey/verify-authentication': { ...signIn, subject: 'passkey' },
  'POST /sign-out': { done: 'sign_out', failed: 'sign_out', subject: '', ofSession: true },
  'POST /change-password': {
    done: 'password.changed',
    failed: 'password.change_failed',
    subject: 'password',
    ofSession: true,
    notice: 'password_changed',
  },
  'POST /request-password-reset': {
    done: 'password.reset_requested',
    failed: 'password.reset_requested',
    subject: 'mail',
  },
  'POST /reset-password': {
    done: 'password.changed',
    failed: 'password.change_failed',
    subject: 'link',
    notice: 'password_changed',
  },
  'POST /prove': {
    done: 'proof.given',
    failed: 'proof.failed',
    subject: 'password',
    ofSession: true,
  },
  'POST /two-factor/disable': {
    ...factorFailed,
    done: 'factor.removed',
    subject: 'totp',
    notice: 'factor_removed',
  },
  'POST /two-factor/generate-backup-codes': {
    ...factorFailed,
    done: 'factor.codes_renewed',
    subject: 'backup_code',
  },
  'POST /passkey/verify-registration': {
    ...factorFailed,
    done: 'factor.added',
    subject: 'passkey',
    notice: 'factor_added',
  },
  'POST /passkey/delete-passkey': {
    ...factorFailed,
    done: 'factor.removed',
    subject: 'passkey',
    notice: 'factor_removed',
  },
};

const addingTotp: Rule = {
  ...factorFailed,
  done: 'factor.added',
  subject: 'totp',
  notice: 'factor_added',
};

/** A request before its answer: its rule, and its account as far as known. */
export interface Watched {
  rule: Rule;
  account: KnownAccount | undefined;
}

export async function watch(
  desk: AccountDesk,
  request: FastifyRequest,
  route: string,
): Promise<Watched | undefined> {
  const { session } = request;
  const rule = session && route === 'POST /two-factor/verify-totp' ? addingTotp : rules[route];
  if (!rule || (rule.ofSession && !session)) return undefined;
  if (session) return { rule, account: { id: session.userId, email: session.email } };
  const { email, token } = Object(request.body) as { email?: unknown; token?: unknown };
  const challenge = await challengeIn(desk, request);
  const account = await desk.db.system(async (tx) => {
    if (typeof email === 'string') return findPerson(tx, email);
    if (typeof token === 'string') return findResetter(tx, token);
    return challenge === undefined ? undefined : findChallenged(tx, challenge);
  });
  return { rule, account };
}

/** The cookie between password and code. */
async function challengeIn(desk: AccountDesk, { headers }: FastifyRequest) {
  const signed = cookieIn(headers.cookie, `${desk.cookies.prefix}.two_factor`);
  return signed === undefined ? undefined : verified(signed, await desk.secret());
}

/** `begun`: the account of the session that the answer starts. */
export async function noteDone(
  desk: AccountDesk,
  request: FastifyRequest,
  { rule, account }: Watched,
  begun: KnownAccount | undefined,
): Promise<void> {
  if (rule.done !== signIn.done) {
    await note(desk, request, { event: rule.done, outcome: 'success', rule, account });
    if (rule.notice && account) tell(desk, request, rule.notice, account);
    return;
  }
  if (begun) return noteSignIn(desk, request, begun, rule.subject);
  // A password that is right asks for a code; a provider sends back who may not come in.
  const isHalf = rule.subject === 'password';
  if (!isHalf) return noteFailed(desk, request, { rule, account });
  await note(desk, request, { event: 'sign_in.code_asked', outcome: 'success', rule, account });
}

export async function noteFailed(
  desk: AccountDesk,
  request: FastifyRequest,
  { rule, account }: Watched,
): Promise<void> {
  if (rule.failed === signIn.failed) desk.onFailedSignIn?.(request.callerIp);
  await note(desk, request, { event: rule.failed, outcome: 'failure', rule, account });
}

/** Too many tries: records the first rejected one per window. */
export async function noteRefused(
  desk: AccountDesk,
  request: FastifyRequest,
  { rule, account }: Watched,
): Promise<void> {
  await note(desk, request, { event: rule.failed, outcome: 'refused', rule, account });
}

interface Noted extends Watched {
  event: string;
  outcome: 'success' | 'failure' | 'refused';
}

async function note(
  { db }: AccountDesk,
  request: FastifyRequest,
  { event, outcome, rule: { subject }, account }: Noted,
): Promise<void> {
  // Strangers can cause these repeatedly.
  const isSummed = outcome !== 'success' || event === 'password.reset_requested';
  const actor = actorOf(account);
  await db.system((tx) =>
    insertSecurityEvent(tx, { event, outcome, actor, subject, isSummed, ...placeOf(request) }),
  );
}

const actorOf = (account: KnownAccount | undefined) =>
  account ? ({ kind: 'member', ...account } as const) : ({ kind: 'nobody' } as const);

/** Sign-ins belong to no workspace: the address is shortened as by a workspace's default. */
function placeOf({ callerIp, headers }: FastifyRequest) {
  return {
    address: anonymiseIp(callerIp, defaultSettings.ip_anonymisation),
    device: deviceOf(headers['user-agent'] ?? ''),
  };
}

async function noteSignIn(
  desk: AccountDesk,
  request: FastifyRequest,
  account: KnownAccount,
  subject: string,
): Promise<void> {
  const isMarked = (await knownDevice(desk, request, account.email)) !== undefined;
  const isNew = await desk.db.system(async (tx) => {
    const { isFirst, isKnown } = await knowsDevice(tx, account.id, placeOf(request));
    await noteOwn(tx, request, account, { event: signIn.done, subject });
    if (isFirst || isKnown || isMarked) return false;
    await noteOwn(tx, request, account, { event: 'sign_in.new_device', subject });
    return true;
  });
  if (isNew) tell(desk, request, 'new_device', account);
}

/** Records a person's change of their account, in its transaction. */
export async function noteOwn(
  tx: Tx,
  request: FastifyRequest,
  account: KnownAccount,
  { event, subject }: { event: string; subject: string },
): Promise<void> {
  const actor = actorOf(account);
  await insertSecurityEvent(tx, {
    event,
    outcome: 'success',
    actor,
    subject,
    ...placeOf(request),
  });
}

/** Sends the mail without waiting. */
function tell(
  { mailer, db, config, addresses }: AccountDesk,
  request: FastifyRequest,
  notice: Notice,
  { email }: KnownAccount,
): void {
  if (!mailer) return;
  const { city, country } = addresses.lookUp(request.callerIp);
  const facts = {
    notice,
    at: new Date(),
    device: placeOf(request).device,
    place: [city, country].filter(Boolean).join(', '),
  };
  void db
    .system((tx) => selectLanguage(tx, email))
    .then((language) => mailer.post(noticeMail({ to: email, language }, config.publicUrl, facts)))
    .catch((err: unknown) => request.log.warn({ err }, 'could not send a mail'));
}
