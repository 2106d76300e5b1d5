/** better-auth's part of /auth: only these paths, each rate limited first. */
import { proofMinutes } from '@footfall/contract/account';
import { ApiError } from '@footfall/contract/errors';
import { isUuid } from '@footfall/contract/schema';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireGoodPassword } from '../../accounts/sign-in/passwords.ts';
import { findResetter } from '../../accounts/sign-in/people.ts';
import { endSession, isProvedLately } from '../../accounts/sign-in/sessions.ts';
import { signInNeeded } from '../operations/caller.ts';
import { freshProofNeeded } from '../operations/refusals.ts';
import type { AccountDesk } from './account-desk.ts';
import { noteDone, noteFailed, noteRefused, type Watched, watch } from './account-events.ts';
import { codeByStatus } from './errors.ts';
import { deviceCookie, knownDevice } from './known-device.ts';
import { TooManyTries } from './sign-in-limits.ts';

type Check = (desk: AccountDesk, request: FastifyRequest) => Promise<void>;

const fromAddress: Check = ({ limits }, { callerIp }) => limits.admitFrom(callerIp);

/** Checks before each request, by method and path. */
const taken: Record<string, Check | undefined> = {
  'POST /sign-in/email': admitToAccount,
  'POST /sign-in/oauth2': fromAddress,
  'GET /callback/oidc': fromAddress,
  'POST /sign-out': undefined,
  'POST /change-password': checkChange,
  'POST /request-password-reset': checkMail,
  'POST /reset-password': checkReset,
  // Requires the password, which is a proof itself.
  'POST /two-factor/enable': admitOwnPassword,
  // Otherwise the password alone would suffice for actions that need the code, too.
  'POST /two-factor/disable': checkFactor,
  'POST /two-factor/generate-backup-codes': checkFactor,
  'POST /two-factor/verify-totp': checkCode,
  'POST /two-factor/verify-backup-code': checkCode,
  'GET /passkey/generate-register-options': requireFreshProof,
  // Otherwise a sign-in's challenge would be accepted too.
  'POST /passkey/verify-registration': requireFreshProof,
  'GET /passkey/generate-authenticate-options': fromAddress,
  'POST /passkey/verify-authentication': fromAddress,
  'GET /passkey/list-user-passkeys': undefined,
  'POST /passkey/delete-passkey': checkRemoval,
  'POST /passkey/update-passkey': requireId,
};

export function engineRoutes(app: FastifyInstance, desk: AccountDesk): void {
  for (const [route, check] of Object.entries(taken)) {
    const [method = '', url = ''] = route.split(' ');
    app.route({
      method,
      url,
      // Password hashing queues, and the provider takes time.
      config: { isLong: true },
      async handler(request, reply) {
        const watched = await watch(desk, request, route);
        if (check) await admitted(check, desk, request, watched);
        return pass(desk, request, reply, watched);
      },
    });
  }
}

/** Logs the first excess try as a security event. @throws ApiError */
async function admitted(
  check: Check,
  desk: AccountDesk,
  request: FastifyRequest,
  watched: Watched | undefined,
): Promise<void> {
  try {
    await check(desk, request);
  } catch (error) {
    const isNoted = error instanceof TooManyTries && error.isFirst;
    if (watched && isNoted) await noteRefused(desk, request, watched);
    throw error;
  }
}

/** Logs failed guesses in somebody's open browser like failed sign-ins. */
export async function admitProof(desk: AccountDesk, request: FastifyRequest): Promise<Watched> {
  const watched = await watch(desk, request, 'POST /prove');
  if (!watched) throw signInNeeded();
  await admitted(admitOwnPassword, desk, request, watched);
  return watched;
}

/** A new proof starts a new session; the browser's old one ends. */
async function endProvedAgain(desk: AccountDesk, request: FastifyRequest, { ok }: Response) {
  const { session: former, url } = request;
  if (!ok || !former || !url.startsWith('/auth/passkey/verify-authentication')) return;
  await desk.db.system((tx) => endSession(tx, former.userId, former.sessionId));
}

/**
 * Writes the security log. Returns resulting cookies: the device is known after sign-in, and stays known after a change
 * of credentials.
 */
async function noted(
  desk: AccountDesk,
  request: FastifyRequest,
  { status, headers }: Response,
  watched: Watched,
): Promise<string[]> {
  const begun = await desk.sessions.find(
    headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; '),
  );
  const account = begun && { id: begun.userId, email: begun.email };
  if (status >= 400) {
    if (status < 500) await noteFailed(desk, request, watched);
    return [];
  }
  await noteDone(desk, request, watched, account);
  const { rule } = watched;
  const signedIn = account ?? (rule.ofSession && rule.notice ? request.session : undefined);
  return signedIn ? [await deviceCookie(desk, request, signedIn.email)] : [];
}

async function pass(
  desk: AccountDesk,
  request: FastifyRequest,
  reply: FastifyReply,
  watched: Watched | undefined,
) {
  const engine = await desk.engine();
  const response = await engine(asWebRequest(desk, request));
  await desk.sessions.forget(request.headers.cookie);
  const cookies = response.headers.getSetCookie();
  await endProvedAgain(desk, request, response);
  if (watched) cookies.push(...(await noted(desk, request, response, watched)));
  for (const cookie of cookies) reply.header('set-cookie', cookie);
  const location = response.headers.get('location');
  if (response.status === 302 && location !== null) return reply.redirect(location);
  const text = await response.text();
  const body: unknown = text === '' ? {} : JSON.parse(text);
  if (response.ok) {
    return request.session && isToProvider(request) ? askingAgain(body) : withoutTokens(body);
  }
  throw refusalOf(response.status, body);
}

/** Whether it is a code of the signed-in person's app; `useCode` ensures that each is valid once. */
export async function isOwnCode(desk: AccountDesk, request: FastifyRequest, code: string) {
  const engine = await desk.engine();
  const address = new URL('/auth/two-factor/verify-totp', new URL(desk.config.publicUrl).origin);
  const { ok } = await engine(posted(address, authHeaders(desk, request), { code }));
  return ok;
}

function asWebRequest(desk: AccountDesk, request: FastifyRequest): Request {
  const { method, body, url } = request;
  const headers = authHeaders(desk, request);
  const { publicUrl } = desk.config;
  const isProvider = isToProvider(request);
  const address = new URL(isProvider ? '/auth/sign-in/social' : url, new URL(publicUrl).origin);
  if (method === 'GET') return new Request(address, { headers });
  return posted(address, headers, isProvider ? toProvider(publicUrl) : authRequest(url, body));
}

function authHeaders(
  { addressHeader }: AccountDesk,
  { headers, callerIp }: FastifyRequest,
): Headers {
  const forwarded = new Headers();
  for (const name of ['cookie', 'user-agent', 'origin'] as const) {
    const value = headers[name];
    if (value !== undefined) forwarded.set(name, value);
  }
  forwarded.set(addressHeader, callerIp);
  return forwarded;
}

function posted(address: URL, headers: Headers, body: object): Request {
  headers.set('content-type', 'application/json');
  return new Request(address, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Disables trusted devices and caller-chosen redirects, and ends other sessions on a new password. */
function authRequest(url: string, body: unknown): object {
  const { trustDevice: _, callbackURL: __, redirectTo: ___, ...rest } = Object(body);
  return url.startsWith('/auth/change-password') ? { ...rest, revokeOtherSessions: true } : rest;
}

const isToProvider = ({ url }: FastifyRequest) => url.startsWith('/auth/sign-in/oauth2');

/** To the operator's provider, and back to our own pages. */
function toProvider(publicUrl: string): object {
  return {
    provider: 'oidc',
    callbackURL: `${publicUrl}/app`,
    newUserCallbackURL: `${publicUrl}/app`,
    errorCallbackURL: `${publicUrl}/app/sign-in`,
    disableRedirect: true,
  };
}

/** A proof by the provider: it must authenticate the person again, and report the time. */
function askingAgain(body: unknown): object {
  const address = new URL((body as { url: string }).url);
  address.searchParams.set('prompt', 'login');
  address.searchParams.set('max_age', String(proofMinutes * 60));
  return { url: address.href, redirect: false };
}

/** The token is only in the cookie. */
function withoutTokens(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { token: _, session: __, ...rest } = body as Record<string, unknown>;
  return rest;
}

function refusalOf(status: number, body: unknown): ApiError {
  const { code, message } = Object(body) as { code?: unknown; message?: unknown };
  const reason = typeof code === 'string' ? { reason: code.toLowerCase() } : undefined;
  const text =
    typeof message === 'string' && message !== '' ? message : 'The request was rejected.';
  return new ApiError(
    codeByStatus[status] ?? (status < 500 ? 'invalid_request' : 'internal_error'),
    text,
    reason,
  );
}

function textOf({ body }: FastifyRequest, name: string): string | undefined {
  const value: unknown = Object(body)[name];
  return typeof value === 'string' ? value : undefined;
}

function emailIn(request: FastifyRequest): string | undefined {
  return textOf(request, 'email');
}

async function admitToAccount(desk: AccountDesk, request: FastifyRequest): Promise<void> {
  const email = emailIn(request) ?? '';
  const device = await knownDevice(desk, request, email);
  await desk.limits.admitTo(email, device, request.callerIp);
}

/** Limits password guesses in somebody's open browser. */
async function admitOwnPassword(desk: AccountDesk, request: FastifyRequest): Promise<void> {
  const { session, callerIp } = request;
  await desk.limits.admitTo(`own ${session?.userId ?? ''}`, undefined, callerIp);
}

/** @throws ApiError */
export async function requireFreshProof(desk: AccountDesk, request: FastifyRequest): Promise<void> {
  const { session, callerIp } = request;
  await desk.limits.admitFrom(callerIp);
  if (!session) throw signInNeeded();
  if (!(await desk.db.system((tx) => isProvedLately(tx, session)))) throw freshProofNeeded();
}

async function checkChange(desk: AccountDesk, request: FastifyRequest): Promise<void> {
  await admitOwnPassword(desk, request);
  requireGoodPassword(textOf(request, 'newPassword') ?? '', { email: '', name: '' });
}

async function checkReset(desk: AccountDesk, request: FastifyRequest): Promise<void> {
  await desk.limits.admitFrom(request.callerIp);
  const token = textOf(request, 'token') ?? '';
  const person = await desk.db.system((tx) => findResetter(tx, token));
  requireGoodPassword(textOf(request, 'newPassword') ?? '', person ?? { email: '', name: '' });
}

/** Counts whoever owns the address, so that the answer reveals nothing. */
async function checkMail(desk: AccountDesk, request: FastifyRequest): Promise<void> {
  await admitToAccount(desk, request);
  if (!desk.mailer || (await desk.mailer.isReachable())) return;
  throw new ApiError(
    'unavailable',
    'The mail server does not respond, so the service cannot send a link. Try again in a few minutes, or ask the operator to create a link with ./footfall members reset-link.',
    { reason: 'mail_unreachable' },
  );
}

/** Limits code guesses in somebody's open browser. */
function checkCode(desk: AccountDesk, request: FastifyRequest): Promise<void> {
  return request.session ? admitOwnPassword(desk, request) : fromAddress(desk, request);
}

async function checkFactor(desk: AccountDesk, request: FastifyRequest): Promise<void> {
  await admitOwnPassword(desk, request);
  await requireFreshProof(desk, request);
}

async function checkRemoval(desk: AccountDesk, request: FastifyRequest): Promise<void> {
  await requireId(desk, request);
  await requireFreshProof(desk, request);
}

async function requireId(_desk: AccountDesk, request: FastifyRequest): Promise<void> {
  if (isUuid(textOf(request, 'id') ?? '')) return;
  throw new ApiError('not_found', 'You have no such passkey.');
}
