/** Somebody who is signed in, and their requests to the dashboard's API. */
import { randomInt, randomUUID } from 'node:crypto';
import type { PiiMode, WorkspaceRole } from '@footfall/contract/access';
import type { Proof } from '@footfall/contract/account';
import { insertInvitation } from '../accounts/members/invitations.ts';
import { addMember } from '../accounts/members/store.ts';
import { lockAddress } from '../accounts/sign-in/people.ts';
import { selectSecret } from '../accounts/sign-in/secret.ts';
import { cookieStyleOf, sessionCookie } from '../accounts/sign-in/session-cookie.ts';
import { startSession } from '../accounts/sign-in/sessions.ts';
import { makeToken } from '../accounts/sign-in/tokens.ts';
import type { Harness } from './harness.ts';
import { type Answer, answerOf } from './post.ts';

type Headers = Record<string, string>;

export interface SignedInOptions {
  workspaceId?: string;
  role?: WorkspaceRole;
  pii?: PiiMode;
  email?: string;
  name?: string;
  provedBy?: Proof;
}

export interface SignedIn {
  id: string;
  email: string;
  workspaceId: string;
  /** The header `Cookie`. */
  cookie: string;
  /** What a browser sends from a page of the service beside that. */
  headers: Headers;
  /** Paths are below /dashboard/api, or begin with /auth. */
  get(path: string, headers?: Headers): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Headers): Promise<Answer>;
  patch(path: string, body: unknown, headers?: Headers): Promise<Answer>;
  delete(path: string, headers?: Headers): Promise<Answer>;
}

export const testPassword = 'correct horse battery';

/** A member with a session, and with no password: hashing one takes longer than most tests. */
export async function signedIn(h: Harness, options: SignedInOptions = {}): Promise<SignedIn> {
  const { workspaceId = h.workspace.id, role = 'admin', name = 'Ann' } = options;
  const { email = `${randomUUID()}@example.com`, provedBy = 'password', pii } = options;
  const { id, token, secret } = await h.db.system(async (tx) => {
    // As after a link of the operator: what is not proved would end with the next of these.
    await lockAddress(tx, email);
    await tx`update users set email_verified = true where lower(email) = lower(${email})`;
    const { id: userId } = await addMember(tx, { workspaceId, email, name, role, pii });
    const started = await startSession(
      tx,
      { userId, provedBy, ip: '', userAgent: '' },
      h.config.sessions,
    );
    return { id: userId, token: started, secret: await selectSecret(tx) };
  });
  const style = cookieStyleOf(h.config.publicUrl);
  const [cookie = ''] = sessionCookie(style, token, secret).split(';', 1);
  return { id, email, workspaceId, ...memberClient(h, cookie, workspaceId) };
}

/** A member with `testPassword`, who came by an invitation of the operator. */
export async function signedUp(h: Harness, options: SignedInOptions = {}): Promise<SignedIn> {
  const { workspaceId = h.workspace.id, role = 'admin', name = 'Ann' } = options;
  const { email = `${randomUUID()}@example.com` } = options;
  const token = await invitationTo(h, workspaceId, email, role);
  const body = { token, name, password: testPassword };
  const answer = await fromPage(h, 'POST', '/auth/invitation/accept', { body });
  if (answer.status !== 200) throw new Error(`not signed in: ${answer.text}`);
  const client = memberClient(h, cookiesIn(answer), workspaceId);
  const own = (await client.get('/auth/session')).body as { data: { user: { id: string } } };
  return { id: own.data.user.id, email, workspaceId, ...client };
}

/** The token of an invitation that the operator makes. */
export async function invitationTo(
  h: Harness,
  workspaceId: string,
  email: string,
  role: WorkspaceRole,
): Promise<string> {
  const shownToken = makeToken();
  await h.db.system((tx) =>
    insertInvitation(tx, workspaceId, {
      email,
      role,
      invitedBy: null,
      shownToken,
      mailedToken: null,
    }),
  );
  return shownToken;
}

/** What the answer asks the browser to send from now on. */
export function cookiesIn(answer: Answer): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0] ?? '')
    .filter((pair) => !pair.endsWith('='))
    .join('; ');
}

/** A request as a page of the service makes it. */
export async function fromPage(
  h: Harness,
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Headers } = {},
): Promise<Answer> {
  const response = await h.fetch(path, {
    method,
    redirect: 'manual',
    headers: {
      origin: h.url,
      'sec-fetch-site': 'same-origin',
      // Of one's own, where it is believed: limits by address are for who tries them.
      'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return answerOf(response);
}

export function memberClient(
  h: Harness,
  cookie: string,
  workspaceId: string,
): Pick<SignedIn, 'cookie' | 'headers' | 'get' | 'post' | 'patch' | 'delete'> {
  const own = { cookie, 'x-workspace-id': workspaceId };
  const send = (method: string, path: string, body?: unknown, headers: Headers = {}) =>
    fromPage(h, method, path.startsWith('/auth/') ? path : `/dashboard/api${path}`, {
      body,
      headers: { ...own, ...headers },
    });
  return {
    cookie,
    headers: { origin: h.url, 'sec-fetch-site': 'same-origin', ...own },
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
  };
}
