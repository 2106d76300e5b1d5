/** A small OpenID provider of this machine: it signs in whoever it was told to, also with a token that is no good. */
import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

interface Claims {
  sub: string;
  email: string;
  email_verified?: boolean;
  name?: string;
  /** When the person was asked, in seconds. */
  auth_time?: number;
}

interface WrongClaims {
  iss?: string;
  aud?: string;
  nonce?: string;
  exp?: number;
}

export interface OidcProvider {
  issuer: string;
  /** Who is there when somebody is sent to it next; `wrong`: what its token says in place of the truth. */
  signs(claims: Claims, wrong?: WrongClaims): void;
}

export async function startOidcProvider(clientId: string): Promise<OidcProvider> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let next: Claims | undefined;
  let lies: WrongClaims = {};
  const codes = new Map<string, { claims: Claims; nonce: string | null }>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    if (url.pathname === '/.well-known/openid-configuration') return answer(response, discovery());
    if (url.pathname === '/keys') {
      const key = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' };
      return answer(response, { keys: [key] });
    }
    if (url.pathname === '/authorize' && next) {
      const code = randomUUID();
      codes.set(code, { claims: next, nonce: url.searchParams.get('nonce') });
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', url.searchParams.get('state') ?? '');
      response.writeHead(302, { location: back.href }).end();
      return;
    }
    let body = '';
    request.on('data', (part) => {
      body += String(part);
    });
    request.on('end', () => {
      const grant = codes.get(new URLSearchParams(body).get('code') ?? '');
      if (!grant) {
        response.writeHead(400).end('{}');
        return;
      }
      const token = idToken({
        ...grant.claims,
        ...(grant.nonce && { nonce: grant.nonce }),
        ...lies,
      });
      answer(response, {
        access_token: 'a',
        id_token: token,
        token_type: 'Bearer',
        expires_in: 60,
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  afterAll(() => server.close());

  function discovery() {
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
    };
  }

  function idToken(claims: object): string {
    const now = Math.floor(Date.now() / 1000);
    const parts = [
      { alg: 'RS256', kid: 'one', typ: 'JWT' },
      { iss: issuer, aud: clientId, iat: now, exp: now + 60, ...claims },
    ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
    const signature = createSign('RSA-SHA256').update(parts.join('.')).sign(privateKey);
    return [...parts, signature.toString('base64url')].join('.');
  }

  return {
    issuer,
    signs(claims, wrong = {}) {
      next = claims;
      lies = wrong;
    },
  };
}

function answer(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
