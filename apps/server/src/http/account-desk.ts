/** What the routes of /auth share, and where they are mounted. */
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../db/connect.ts';
import { PasswordHasher } from '../members/accounts/passwords.ts';
import { rememberedSecret } from '../members/accounts/secret.ts';
import { type CookieStyle, cookieStyleOf } from '../members/accounts/session-cookie.ts';
import { SessionRing } from '../members/accounts/session-ring.ts';
import { accountRoutes } from './account-routes.ts';
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
}

/** Two at a time leave processors for everything else; who waits longer than five seconds is told to come again. */
const hashing = { places: 2, waiting: 40, waitingOfWorkspace: 40 };

/** Nobody's body there is longer. */
const bodyLimit = 64 * 1024;

export function accountDesk(db: Database, config: Config, limits: RateLimits): AccountDesk {
  const cookies = cookieStyleOf(config.publicUrl);
  const secret = rememberedSecret(db);
  const gate = new Turnstile(hashing);
  return {
    db,
    config,
    cookies,
    secret,
    sessions: new SessionRing(db, cookies, secret),
    passwords: new PasswordHasher((work) => gate.run('', work)),
    limits: new SignInLimits(limits),
  };
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
        const refusal = refuseOtherSites(request, origin);
        if (refusal) throw refusal;
      });
      accountRoutes(part, desk);
      done();
    },
    { prefix: '/auth' },
  );
}
