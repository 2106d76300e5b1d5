/** Shared context of the /auth routes, and their mounting. */
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { AuthEngine } from '../../accounts/sign-in/engine.ts';
import type { Mailer } from '../../accounts/sign-in/mail.ts';
import { resetMail } from '../../accounts/sign-in/mail-texts.ts';
import { type PasswordCost, PasswordHasher } from '../../accounts/sign-in/passwords.ts';
import { selectLanguage } from '../../accounts/sign-in/people.ts';
import { rememberedSecret } from '../../accounts/sign-in/secret.ts';
import { type CookieStyle, cookieStyleOf } from '../../accounts/sign-in/session-cookie.ts';
import { SessionRing } from '../../accounts/sign-in/session-ring.ts';
import type { AddressLookup } from '../../enrichment/addresses/address-tables.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/connect.ts';
import { accountRoutes } from './account-routes.ts';
import { engineRoutes } from './auth-routes.ts';
import type { RateLimits } from './rate-limits.ts';
import { refuseOtherSites } from './same-site.ts';
import { SignInLimits } from './sign-in-limits.ts';
import { Turnstile } from './turnstile.ts';

export interface AccountDesk {
  db: Database;
  config: Config;
  cookies: CookieStyle;
  secret: () => Promise<string>;
  sessions: SessionRing;
  passwords: PasswordHasher;
  limits: SignInLimits;
  /** better-auth, loaded on first use. */
  engine: () => Promise<AuthEngine>;
  addressHeader: string;
  /** Undefined if mail is not configured. */
  mailer: Mailer | undefined;
  /** Locates addresses. */
  addresses: AddressLookup;
  /** Logs the address for fail2ban; undefined if disabled. */
  onFailedSignIn: ((address: string) => void) | undefined;
}

/** Passes the sender's address on; cannot be set from outside. */
const addressHeader = 'x-footfall-address';

/** Two at a time leave processors for everything else; requests waiting over five seconds are rejected. */
const hashing = { places: 2, waiting: 40, waitingOfOne: 40 };

const callbackPath = '/auth/callback/oidc';

/** Longer than any of their bodies. */
const bodyLimit = 64 * 1024;

export interface AccountDeskOptions {
  db: Database;
  config: Config;
  /** The installation's; empty if the database has the key. */
  keys: readonly string[];
  limits: RateLimits;
  mailer: Mailer | undefined;
  addresses: AddressLookup;
  log: Logger;
  passwordCost: PasswordCost;
}

export function accountDesk(options: AccountDeskOptions): AccountDesk {
  const { db, config, keys, limits, mailer, addresses, log, passwordCost } = options;
  const cookies = cookieStyleOf(config.publicUrl, config.sessions);
  const stored = rememberedSecret(db);
  const [current] = keys;
  const secret = current === undefined ? stored : async () => current;
  const gate = new Turnstile(hashing);
  const passwords = new PasswordHasher((work) => gate.run('', work), passwordCost);
  let engine: Promise<AuthEngine> | undefined;
  return {
    db,
    config,
    cookies,
    secret,
    sessions: new SessionRing(db, cookies, secret, config.sessions),
    passwords,
    limits: new SignInLimits(limits),
    addressHeader,
    mailer,
    addresses,
    // deploy/fail2ban parses this line.
    onFailedSignIn: config.logsFailedSignIns
      ? (address) => log.warn({ address }, 'a sign-in failed')
      : undefined,
    engine() {
      engine ??= loadEngine().catch((error: unknown) => {
        engine = undefined;
        throw error;
      });
      return engine;
    },
  };

  async function loadEngine(): Promise<AuthEngine> {
    const { createEngine } = await import('../../accounts/sign-in/engine.ts');
    const { publicUrl, oidc } = config;
    const { origin } = new URL(publicUrl);
    const mailReset =
      mailer &&
      (async (to: string, token: string) => {
        const language = await db.system((tx) => selectLanguage(tx, to));
        void mailer.post(resetMail({ to, language }, publicUrl, token));
      });
    return createEngine({
      db,
      origin,
      secret: await stored(),
      keys,
      cookies,
      lifetime: config.sessions,
      passwords,
      oidc,
      addressHeader,
      mailReset,
    });
  }
}

export async function authRoutes(app: FastifyInstance, desk: AccountDesk): Promise<void> {
  const { origin } = new URL(desk.config.publicUrl);
  await app.register(
    (part, _options, done) => {
      part.addHook('onRoute', (route) => {
        route.config = {
          ...route.config,
          door: 'member',
          operation: `/auth${route.path.slice(5)}`,
        };
        route.bodyLimit ??= bodyLimit;
      });
      part.addHook('onRequest', async (request) => {
        // Providers redirect from their own site; the state cookie proves that the sign-in began here.
        if (request.routeOptions.url === callbackPath) return;
        const refusal = refuseOtherSites(request, origin);
        if (refusal) throw refusal;
      });
      accountRoutes(part, desk);
      engineRoutes(part, desk);
      done();
    },
    { prefix: '/auth' },
  );
}
