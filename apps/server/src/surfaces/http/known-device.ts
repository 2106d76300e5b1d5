/**
 * A browser that signed in to an account keeps a cookie with separate tries for that account: strangers who guess
 * passwords use up their own. Valid for the current password and second factors: a former password grants no tries.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { selectCredentials } from '../../accounts/sign-in/people.ts';
import { cookie, cookieIn, sign, verified } from '../../accounts/sign-in/session-cookie.ts';
import type { AccountDesk } from './account-desk.ts';

const keptSeconds = 180 * 86_400;

/** Undefined without an earlier sign-in to that account. */
export async function knownDevice(
  desk: AccountDesk,
  request: FastifyRequest,
  email: string,
): Promise<string | undefined> {
  const sender = await deviceOf(desk, request);
  if (!sender) return undefined;
  return sender.account === (await accountOf(desk, email)) ? sender.device : undefined;
}

/** The header that sets the cookie. */
export async function deviceCookie(
  desk: AccountDesk,
  request: FastifyRequest,
  email: string,
): Promise<string> {
  const sender = await deviceOf(desk, request);
  const account = await accountOf(desk, email);
  const device =
    sender?.account === account ? sender.device : randomBytes(12).toString('base64url');
  const value = sign(`${device} ${account}`, await desk.secret());
  return cookie(desk.cookies, nameOf(desk), value, keptSeconds);
}

async function deviceOf(desk: AccountDesk, { headers }: FastifyRequest) {
  const signed = cookieIn(headers.cookie, nameOf(desk));
  const value = signed === undefined ? undefined : verified(signed, await desk.secret());
  const [device, account] = value?.split(' ') ?? [];
  return device === undefined || account === undefined ? undefined : { device, account };
}

function nameOf({ cookies }: AccountDesk): string {
  return `${cookies.prefix}.device`;
}

async function accountOf({ db, secret }: AccountDesk, email: string): Promise<string> {
  const address = email.trim().toLowerCase();
  const credentials = await db.system((tx) => selectCredentials(tx, address));
  const account = `device ${address} ${credentials}`;
  return createHmac('sha256', await secret())
    .update(account)
    .digest('base64url');
}
