/** Our own routes of /auth: one-time links, and the sessions of the signed-in person. */
import type { OwnEvent, OwnSession } from '@footfall/contract/account';
import { EmailAddress } from '@footfall/contract/email';
import { ApiError } from '@footfall/contract/errors';
import { patternOf } from '@footfall/contract/patterns';
import { profileLimits } from '@footfall/contract/profile-limits';
import { isUuid, pageQuery } from '@footfall/contract/schema';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { acceptInvitation, showInvitation } from '../../accounts/members/accept-invitation.ts';
import { requireGoodPassword, selectPassword } from '../../accounts/sign-in/passwords.ts';
import { deleteAccount, selectOwnAccount, updateProfile } from '../../accounts/sign-in/people.ts';
import { selectOwnEvents } from '../../accounts/sign-in/security-log.ts';
import { sessionCookie } from '../../accounts/sign-in/session-cookie.ts';
import {
  endSession,
  endSessions,
  goesOn,
  listSessions,
  renewProof,
  type SessionFacts,
  startSession,
} from '../../accounts/sign-in/sessions.ts';
import { useCode } from '../../accounts/sign-in/used-codes.ts';
import { isWelcome, noSuchLink, openFirstAccount } from '../../accounts/sign-in/welcome.ts';
import { timestamp } from '../../platform/common/timestamp.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { listAnswer, pageOf } from '../../platform/resource-kit/paging.ts';
import { signInNeeded } from '../operations/caller.ts';
import type { AccountDesk } from './account-desk.ts';
import { type KnownAccount, noteDone, noteFailed, noteOwn } from './account-events.ts';
import { admitProof, isOwnCode, requireFreshProof } from './auth-routes.ts';
import { bodyOf, queryOf } from './checked-body.ts';
import { deviceCookie } from './known-device.ts';

const Token = Type.String({ minLength: 10, maxLength: 200 });
const Name = Type.String({ minLength: 1, maxLength: profileLimits.nameLength });
// requireGoodPassword explains the minimum length.
const Password = Type.String({ maxLength: 1000 });

const welcomeBody = bodyOf({ token: Token, email: EmailAddress, name: Name, password: Password });
const invitationBody = bodyOf({ token: Token });
const acceptBody = bodyOf({
  token: Token,
  name: Type.Optional(Name),
  password: Type.Optional(Password),
});

const eventsQuery = queryOf(pageQuery);

const proveBody = bodyOf({
  password: Password,
  code: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
});

/** A URL, or a small picture recognized by its first bytes: no SVG, which could contain scripts. */
const avatarPattern =
  '^(https://\\S{1,1000}|data:image/(png;base64,iVBORw0KGgo|jpeg;base64,/9j/|webp;base64,UklGR)[A-Za-z0-9+/]+={0,2})?$';

const avatarWords = patternOf(
  avatarPattern,
  'an https address or a PNG, JPEG or WebP picture as a data: URL',
);
const languagePattern = patternOf('^[a-z]{2}(-[A-Z]{2})?$', 'a language code, such as de or en-US');

const profileBody = bodyOf({
  name: Type.Optional(Name),
  username: Type.Optional(Type.String({ maxLength: profileLimits.usernameLength })),
  avatar: Type.Optional(Type.String({ maxLength: profileLimits.avatarLength, ...avatarWords })),
  language: Type.Optional(Type.String(languagePattern)),
});

/** Password hashing queues: a one-time link must not be used up by a request that times out. */
const hashing = { isLong: true };

export function accountRoutes(app: FastifyInstance, desk: AccountDesk): void {
  linkRoutes(app, desk);
  sessionRoutes(app, desk);
}

function linkRoutes(app: FastifyInstance, desk: AccountDesk): void {
  const { db, passwords } = desk;

  app.post('/welcome', { config: hashing }, async (request, reply) => {
    const { token, ...person } = welcomeBody(request.body);
    await desk.limits.admitFrom(request.callerIp);
    // Avoids expensive work for anybody without the link.
    if (!(await db.system((tx) => isWelcome(tx, token)))) throw noSuchLink();
    requireGoodPassword(person.password, person);
    const passwordHash = await passwords.hash(person.password);
    const { email, name } = person;
    const { workspaceId, token: session } = await db.system(async (tx) => {
      const made = await openFirstAccount(tx, token, { email, name, passwordHash });
      const account = { id: made.userId, email };
      await noteOwn(tx, request, account, { event: 'account.created', subject: 'link' });
      return { ...made, token: await begin(desk, tx, account, request) };
    });
    reply.header('set-cookie', await deviceCookie(desk, request, email));
    return signedIn(reply, session, { workspace_id: workspaceId });
  });

  app.post('/invitation', async (request) => {
    const { token } = invitationBody(request.body);
    await desk.limits.admitFrom(request.callerIp);
    const shown = await db.system((tx) => showInvitation(tx, token, request.session?.userId));
    const { email, role, account, name, workspaceId, workspaceName } = shown;
    const workspace = { id: workspaceId, name: workspaceName };
    return { data: { email, name, role, account, workspace } };
  });

  app.post('/invitation/accept', { config: hashing }, async (request, reply) => {
    const { token, name: sentName, password } = acceptBody(request.body);
    await desk.limits.admitFrom(request.callerIp);
    const { headers, session } = request;
    const shown = await db.system((tx) => showInvitation(tx, token, session?.userId));
    const name = sentName ?? shown.name;
    let passwordHash: string | undefined;
    if (shown.account === 'new') {
      requireGoodPassword(password ?? '', { email: shown.email, name });
      passwordHash = await passwords.hash(password ?? '');
    }
    const origin = { ip: request.callerIp, userAgent: headers['user-agent'] ?? '' };
    const done = await db.system(async (tx) => {
      const signedInAs = await stillSignedIn(tx, session);
      const accepted = await acceptInvitation(tx, {
        token,
        signedInAs,
        name,
        passwordHash,
        origin,
      });
      const { isNew, userId } = accepted;
      const account = { id: userId, email: shown.email };
      return { ...accepted, token: isNew ? await begin(desk, tx, account, request) : undefined };
    });
    if (done.isNew) reply.header('set-cookie', await deviceCookie(desk, request, shown.email));
    await desk.sessions.forget(headers.cookie);
    return signedIn(reply, done.token, { workspace_id: done.workspaceId });
  });

  async function signedIn(reply: FastifyReply, token: string | undefined, data: object) {
    if (token !== undefined) {
      reply.header('set-cookie', sessionCookie(desk.cookies, token, await desk.secret()));
    }
    return { data };
  }
}

function sessionRoutes(app: FastifyInstance, desk: AccountDesk): void {
  const { db, passwords } = desk;

  app.get('/session', (request) =>
    asOwner(request, async (tx, { userId, sessionId, workspaces }) => {
      const account = await selectOwnAccount(tx, userId, sessionId);
      if (!account) throw signInNeeded();
      return { data: { ...account, workspaces } };
    }),
  );

  app.get('/providers', async () => {
    const { oidc } = desk.config;
    const providers = oidc ? [{ id: 'oidc', name: new URL(oidc.issuer).hostname }] : [];
    return { data: { providers, has_mail: desk.mailer !== undefined } };
  });

  app.post('/prove', { config: hashing }, async (request) => {
    const { password, code } = proveBody(request.body);
    if (!request.session) throw signInNeeded();
    const watched = await admitProof(desk, request);
    const { hash, needsCode } = await asOwner(request, proofsOf);
    if (hash === undefined) throw noPassword();
    const own = needsCode ? (code ?? '') : undefined;
    const fault = (await passwords.verify(hash, password))
      ? await faultOfCode(request, own)
      : wrongPassword();
    if (fault) {
      await noteFailed(desk, request, watched);
      throw fault;
    }
    await asOwner(request, (tx, session) => renewed(tx, session, own));
    await noteDone(desk, request, watched, undefined);
    return { data: { proved_by: needsCode ? 'totp' : 'password' } };
  });

  app.post('/delete-account', async (request, reply) => {
    await requireFreshProof(desk, request);
    await asOwner(request, async (tx, { userId, email }) => {
      if (!(await deleteAccount(tx, userId))) throw stillMember();
      const subject = `users/${userId}`;
      await noteOwn(tx, request, { id: userId, email }, { event: 'account.deleted', subject });
    });
    await desk.sessions.forget(request.headers.cookie);
    return reply.code(204).send();
  });

  app.post('/update-user', async (request) => {
    const change = profileBody(request.body);
    await asOwner(request, (tx, { userId }) => updateProfile(tx, userId, change));
    return { data: change };
  });

  app.get('/sessions', (request) =>
    asOwner(request, async (tx, { userId, sessionId }) => {
      const sessions = await listSessions(tx, userId);
      const data = sessions.map(
        (session): OwnSession => ({
          ...session,
          created_at: timestamp(session.created_at),
          last_used_at: timestamp(session.last_used_at),
          expires_at: timestamp(session.expires_at),
          is_current: session.id === sessionId,
        }),
      );
      return { data };
    }),
  );

  app.get('/security-events', (request) =>
    asOwner(request, async (tx, { userId }) => {
      const page = pageOf(eventsQuery(request.query));
      const { events, total } = await selectOwnEvents(tx, userId, page);
      const data = events.map((event): OwnEvent => ({ ...event, at: timestamp(event.at) }));
      return listAnswer(data, page, total);
    }),
  );

  app.delete<{ Params: { id: string } }>('/sessions/:id', async (request, reply) => {
    const { id } = request.params;
    await asOwner(request, async (tx, { userId, email }) => {
      if (!isUuid(id) || !(await endSession(tx, userId, id))) {
        throw new ApiError('not_found', 'You have no such session.');
      }
      await noteOwn(tx, request, { id: userId, email }, sessionEnded(id));
    });
    await desk.sessions.forget(request.headers.cookie);
    return reply.code(204).send();
  });

  app.post('/sessions/end-others', (request) =>
    asOwner(request, async (tx, { userId, email, sessionId }) => {
      const ended = await endSessions(tx, userId, sessionId);
      await noteOwn(tx, request, { id: userId, email }, sessionEnded('others'));
      return { data: { ended } };
    }),
  );

  /** `code`: undefined if the account needs none. @throws ApiError if it is missing: the password was correct */
  async function faultOfCode(request: FastifyRequest, code: string | undefined) {
    if (code === '') throw codeNeeded();
    if (code === undefined || (await isOwnCode(desk, request, code))) return undefined;
    return wrongCode();
  }

  async function asOwner<T>(
    { session }: FastifyRequest,
    work: (tx: Tx, session: SessionFacts) => Promise<T>,
  ): Promise<T> {
    if (!session) throw signInNeeded();
    return db.system(async (tx) => {
      if (!(await goesOn(tx, session))) throw signInNeeded();
      return work(tx, session);
    });
  }
}

const sessionEnded = (which: string) => ({ event: 'session.ended', subject: `sessions/${which}` });

/** Starts a session by a one-time link and the newly chosen password. */
async function begin(
  { config }: AccountDesk,
  tx: Tx,
  account: KnownAccount,
  request: FastifyRequest,
) {
  const { callerIp: ip, headers } = request;
  const userAgent = headers['user-agent'] ?? '';
  const userId = account.id;
  await noteOwn(tx, request, account, { event: 'sign_in.succeeded', subject: 'link' });
  return startSession(tx, { userId, provedBy: 'link', ip, userAgent }, config.sessions);
}

function noPassword(): ApiError {
  return new ApiError(
    'conflict',
    'Your account has no password. Sign in again with a passkey or your identity provider.',
    { reason: 'no_password' },
  );
}

function stillMember(): ApiError {
  return new ApiError(
    'conflict',
    'You are still a member of at least one workspace. Ask an admin of each workspace to remove you, then delete your account.',
    { reason: 'still_member' },
  );
}

function wrongPassword(): ApiError {
  return new ApiError('invalid_request', 'The password is wrong.', {
    reason: 'invalid_password',
  });
}

async function proofsOf(tx: Tx, { userId, sessionId }: SessionFacts) {
  const account = await selectOwnAccount(tx, userId, sessionId);
  return { hash: await selectPassword(tx, userId), needsCode: account?.has_totp ?? false };
}

/** @throws ApiError if the code was used before */
async function renewed(tx: Tx, session: SessionFacts, code: string | undefined): Promise<void> {
  if (code !== undefined && !(await useCode(tx, session.userId, code))) throw usedCode();
  await renewProof(tx, session);
}

function codeNeeded(): ApiError {
  return new ApiError(
    'invalid_request',
    'Your account has a second factor. Send the `code` of your authenticator app with the password.',
    { reason: 'code_needed' },
  );
}

function wrongCode(): ApiError {
  return new ApiError(
    'invalid_request',
    'The code is wrong. Use the current code of your authenticator app.',
    {
      reason: 'invalid_code',
    },
  );
}

function usedCode(): ApiError {
  return new ApiError('invalid_request', 'This code was already used. Wait for the next one.', {
    reason: 'code_was_used',
  });
}

async function stillSignedIn(tx: Tx, session: SessionFacts | undefined) {
  return session && (await goesOn(tx, session)) ? session.userId : undefined;
}
