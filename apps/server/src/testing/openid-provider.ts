/**
 * A certified OpenID provider on this machine, with its own pages to sign in: it checks the client, the redirect address,
 * PKCE and the code as those of operators do. What a provider must not do is done by oidc-provider.ts.
 */
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { afterAll } from 'vitest';
import { freePort } from '../platform/common/free-port.ts';

interface Person {
  email: string;
  email_verified: boolean;
  name: string;
}

export interface OpenIdProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** By the name that somebody types in its page. */
  people: Map<string, Person>;
}

export async function startOpenIdProvider(publicUrl: string): Promise<OpenIdProvider> {
  const people = new Map<string, Person>();
  const issuer = `http://localhost:${await freePort()}`;
  const [clientId, clientSecret] = ['footfall', 'a secret of the client, long enough'];
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${publicUrl}/auth/callback/oidc`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // In the id token too, as most providers have it.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, ...people.get(sub) }),
    }),
  });
  const server = createServer(provider.callback());
  await new Promise<void>((resolve) => server.listen(Number(new URL(issuer).port), resolve));
  afterAll(() => server.close());
  return { issuer, clientId, clientSecret, people };
}
