/**
 * better-auth on our own tables: passwords, one-time codes, passkeys, the operator's OpenID provider. Loaded on first use:
 * it takes a second and 40 MB, and a service used only with keys never needs it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { passkey } from '@better-auth/passkey';
import type { Proof } from '@footfall/contract/account';
import { ApiError } from '@footfall/contract/errors';
import type { BetterAuthOptions, BetterAuthPlugin } from 'better-auth';
import { betterAuth } from 'better-auth';
import { APIError, isAPIError } from 'better-auth/api';
import { getAdapter } from 'better-auth/db/adapter';
import { type GenericOAuthConfig, genericOAuth } from 'better-auth/plugins/generic-oauth';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { Kysely } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Database } from '../../platform/db/connect.ts';
import type { SessionLifetime } from '../../platform/session-lifetime.ts';
import { isUnreadable } from './encrypted-codes.ts';
import { hashingSessions } from './hashed-sessions.ts';
import { joinByProvider, mayJoin, proveByProvider } from './join-by-provider.ts';
import { doorDialect } from './kysely-dialect.ts';
import type { PasswordHasher } from './passwords.ts';
import { proveAddress } from './people.ts';
import { versioned } from './secret.ts';
import type { CookieStyle } from './session-cookie.ts';
import { tables } from './tables.ts';
import { useCode } from './used-codes.ts';

interface OidcProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Domains whose people may join without an invitation. */
  domains: string[];
}

export interface EngineOptions {
  db: Database;
  /** Without a path. */
  origin: string;
  /** The key stored in the database; unused for encryption once there are keys. */
  secret: string;
  /** The installation's keys, current one first. */
  keys: readonly string[];
  cookies: CookieStyle;
  lifetime: SessionLifetime;
  passwords: PasswordHasher;
  oidc: OidcProvider | undefined;
  /** Header with the sender's address. */
  addressHeader: string;
  /** Sends the link; undefined if mail is not configured. */
  mailReset: ((email: string, token: string) => Promise<void>) | undefined;
}

/** How a session began, by the path that starts it. */
const proofOf: Record<string, Proof> = {
  '/sign-in/email': 'password',
  '/two-factor/verify-totp': 'totp',
  '/two-factor/verify-backup-code': 'totp',
  '/passkey/verify-authentication': 'passkey',
  '/callback/:id': 'oidc',
  '/two-factor/disable': 'password',
};

export type AuthEngine = (request: Request) => Promise<Response>;

/** When the request's person proved their identity: now, or the time that the provider reports. */
const proof = new AsyncLocalStorage<{ at: Date }>();

export function createEngine(options: EngineOptions): AuthEngine {
  const { db, origin, secret, keys, cookies, lifetime, passwords, mailReset, addressHeader } =
    options;
  const auth = betterAuth({
    appName: 'Footfall',
    baseURL: origin,
    basePath: '/auth',
    secret,
    ...(keys.length > 0 && { secrets: versioned(keys) }),
    database(settled: BetterAuthOptions) {
      const kysely = new Kysely({ dialect: doorDialect(db) });
      const database = { db: kysely, type: 'postgres', transaction: true } as const;
      return hashingSessions(getAdapter({ ...settled, database }));
    },
    ...tables,
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      // passwords.ts checks passwords before this.
      minPasswordLength: 1,
      maxPasswordLength: 1000,
      password: {
        hash: (password) => passwords.hash(password),
        verify: ({ hash, password }) => passwords.verify(hash, password),
      },
      ...(mailReset && {
        sendResetPassword: async ({ user, token }) => mailReset(user.email, token),
      }),
      resetPasswordTokenExpiresIn: 3600,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: ({ user }) =>
        db.system((tx) => proveAddress(tx, user.id, { keepsPassword: true })),
    },
    account: {
      ...tables.account,
      accountLinking: { enabled: true, allowDifferentEmails: false },
      updateAccountOnSignIn: false,
      // Encrypted in the browser: the database holds nothing that could complete a sign-in at the provider.
      storeStateStrategy: 'cookie',
    },
    session: {
      ...tables.session,
      expiresIn: lifetime.maxHours * 3600,
      disableSessionRefresh: true,
      // surfaces/http/auth-routes.ts checks for a fresh proof before this.
      freshAge: 0,
    },
    databaseHooks: {
      session: {
        create: {
          async before(session, context) {
            const path = context?.path ?? '';
            if (path === '/two-factor/verify-totp') {
              const code = String(context?.body?.code);
              const isNew = await db.system((tx) => useCode(tx, session.userId, code));
              if (!isNew) throw new APIError('UNAUTHORIZED', usedCode);
            }
            if (path === '/callback/:id') {
              const { domains = [] } = options.oidc ?? {};
              await db.system((tx) => joinByProvider(tx, session.userId, domains));
            }
            const former = context?.context.session?.session as { provedBy?: Proof } | undefined;
            const seconds = Math.min(lifetime.idleMinutes * 60, lifetime.maxHours * 3600);
            const provedBy = proofOf[path] ?? former?.provedBy ?? 'password';
            const expiresAt = new Date(Date.now() + seconds * 1000);
            return { data: { provedBy, provedAt: proof.getStore()?.at ?? new Date(), expiresAt } };
          },
        },
      },
      account: {
        create: {
          // The provider's tokens for its own API are never used.
          before: async () => ({
            data: {
              accessToken: null,
              refreshToken: null,
              idToken: null,
              accessTokenExpiresAt: null,
              refreshTokenExpiresAt: null,
            },
          }),
        },
      },
      user: {
        create: {
          async before({ email, emailVerified }) {
            const { domains = [] } = options.oidc ?? {};
            const may = emailVerified && (await db.system((tx) => mayJoin(tx, email, domains)));
            if (!may) throw new APIError('FORBIDDEN', notInvited);
          },
        },
      },
    },
    advanced: {
      database: { generateId: () => uuidv7(), validateSchema: false },
      // The prefix is ours, and equivalent.
      useSecureCookies: false,
      cookiePrefix: cookies.prefix,
      defaultCookieAttributes: {
        httpOnly: true,
        path: '/',
        sameSite: 'strict',
        secure: cookies.isSecure,
      },
      // Sent when returning from the provider's site.
      cookies: { oauth_state: { attributes: { sameSite: 'lax' } } },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      // surfaces/http/same-site.ts checks everything below /auth before this.
      disableCSRFCheck: true,
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    onAPIError: {
      errorURL: `${origin}/app/sign-in`,
      // Anything but a refusal is a fault, and handled and logged as one.
      onError(error) {
        if (!isAPIError(error)) throw error;
      },
    },
    plugins: pluginsOf(options),
  });
  return async (request) => {
    try {
      return await proof.run({ at: new Date() }, () => auth.handler(request));
    } catch (error) {
      throw isUnreadable(error) ? codesUnreadable() : error;
    }
  };
}

function codesUnreadable(): ApiError {
  return new ApiError(
    'unavailable',
    'The service cannot check one-time codes because their encryption key is missing. Ask the operator to check the startup log, or to reset your second factor with ./footfall members reset-link --remove-second-factor.',
    { reason: 'codes_unreadable' },
  );
}

const usedCode = {
  code: 'CODE_WAS_USED',
  message: 'This code was already used. Wait for the next one.',
};
const notInvited = {
  code: 'NOT_INVITED',
  message: 'There is no invitation for this email address.',
};

/** Browsers require a host name; for local addresses that is localhost. */
function passkeyName(hostname: string): string {
  return /^(127(\.\d+){3}|\[::1\])$/.test(hostname) ? 'localhost' : hostname;
}

/** `auth_time` of a verified ID token; now if the provider does not send it. */
function provedAtProvider(idToken: string | undefined): Date {
  const claims = Buffer.from(idToken?.split('.')[1] ?? '', 'base64url').toString();
  const { auth_time: seconds } = JSON.parse(claims || '{}') as { auth_time?: unknown };
  if (typeof seconds !== 'number') return new Date();
  return new Date(Math.max(0, Math.min(Date.now(), seconds * 1000)));
}

function pluginsOf({ db, origin, oidc, lifetime }: EngineOptions): BetterAuthPlugin[] {
  const plugins: BetterAuthPlugin[] = [
    twoFactor({ issuer: 'Footfall', schema: tables.twoFactor }),
    passkey({
      rpName: 'Footfall',
      rpID: passkeyName(new URL(origin).hostname),
      authenticatorSelection: { userVerification: 'required', residentKey: 'preferred' },
      schema: { passkey: tables.passkey },
    }),
  ];
  if (!oidc) return plugins;
  const provider: GenericOAuthConfig = {
    providerId: 'oidc',
    discoveryUrl: `${oidc.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    clientId: oidc.clientId,
    clientSecret: oidc.clientSecret,
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    requireIdTokenVerification: true,
    // Makes the provider send the time of authentication.
    authorizationUrlParams: { max_age: String(lifetime.maxHours * 3600) },
    /** The only hook with the verified ID token, even if the profile comes from the userinfo endpoint. */
    accountSubject({ tokens, profile }) {
      const store = proof.getStore();
      if (store) store.at = provedAtProvider(tokens.idToken);
      return profile.sub ?? '';
    },
    async mapProfileToUser(profile: Record<string, unknown>) {
      const { email, email_verified: isVerified } = profile;
      if (typeof email === 'string' && isVerified === true) {
        await db.system((tx) => proveByProvider(tx, email));
      }
      return { emailVerified: isVerified === true };
    },
  };
  return [...plugins, genericOAuth({ config: [provider] })];
}
