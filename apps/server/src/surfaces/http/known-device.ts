/**
 * A browser in which somebody signed in to an account keeps a cookie that says so, and has tries of its own for that
 * account: strangers who guess passwords use up theirs, and not the owner's.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { cookie, cookieIn, sign, verified } from '../../accounts/sign-in/session-cookie.ts';
import type { AccountDesk } from './account-desk.ts';

const keptSeconds = 180 * 86_400;

/** Undefined where nobody signed in to that account before. */
export async function knownDevice(
  desk: AccountDesk,
  { headers }: FastifyRequest,
  email: string,
): Promise<string | undefined> {
  const told = cookieIn(headers.cookie, nameOf(desk));
  const secret = await desk.secret();
  const value = told === undefined ? undefined : verified(told, secret);
  const [device = '', account] = value?.split(' ') ?? [];
  return account === accountOf(email, secret) ? device : undefined;
}

/** The header that makes it one. */
export async function deviceCookie(
  desk: AccountDesk,
  request: FastifyRequest,
  email: string,
): Promise<string> {
  const device = (await knownDevice(desk, request, email)) ?? randomBytes(12).toString('base64url');
  const secret = await desk.secret();
  const value = sign(`${device} ${accountOf(email, secret)}`, secret);
  return cookie(desk.cookies, nameOf(desk), value, keptSeconds);
}

function nameOf({ cookies }: AccountDesk): string {
  return `${cookies.prefix}.device`;
}

function accountOf(email: string, secret: string): string {
  const account = `device ${email.trim().toLowerCase()}`;
  return createHmac('sha256', secret).update(account).digest('base64url');
}
