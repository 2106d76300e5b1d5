/**
 * The dashboard, sign-in and metrics only respond under the service's names: a page with a DNS name rebound to this
 * machine could otherwise read them. IP addresses and localhost cannot be such pages.
 */
import { isIP } from 'node:net';
import { ApiError } from '@footfall/contract/errors';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../platform/config.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requires one of the service's names, as do all member routes. */
    needsOwnHost?: boolean;
  }
}

const oneYear = 'max-age=31536000';

export type OwnNames = Pick<Config, 'publicUrl' | 'allowedHosts' | 'metrics'>;

export function answerUnderOwnName(app: FastifyInstance, config: OwnNames): void {
  const { hostname, protocol } = new URL(config.publicUrl);
  const refuse = refuseOtherHosts(config);
  app.addHook('onRequest', async (request, reply) => {
    const name = nameIn(request.host);
    // Not if a website proxies requests under its own name: it would apply to the website.
    if (protocol === 'https:' && name === hostname) {
      reply.header('strict-transport-security', oneYear);
    }
    const { door, needsOwnHost } = request.routeOptions.config;
    if (door !== 'member' && !needsOwnHost) return;
    const refusal = refuse(request.host);
    if (refusal) throw refusal;
  });
}

/** `host`: the header's value. */
export function refuseOtherHosts({ publicUrl, allowedHosts, metrics }: OwnNames) {
  const names = new Set([new URL(publicUrl).hostname, ...allowedHosts, metrics.host, 'localhost']);
  return (host: string): ApiError | undefined => {
    const name = nameIn(host);
    if (names.has(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0) return undefined;
    return new ApiError(
      'forbidden',
      'The service does not accept this host name. Set PUBLIC_URL to the URL in the browser, and add other host names to ALLOWED_HOSTS.',
      { reason: 'other_host' },
    );
  };
}

/** In lower case, without the port. */
function nameIn(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}
