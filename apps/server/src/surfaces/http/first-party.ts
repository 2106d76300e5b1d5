/**
 * Pages of the service's own site, with the service on a subdomain or path of theirs. Their browsers send the visitor
 * cookie that the script wrote, and the service sets it again: browsers that drop script-written cookies after a week
 * keep those of servers.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { IngestAnswer } from '@footfall/contract/ingest';
import { siteOf } from '../../enrichment/sources/web-address.ts';
import { openToAllOrigins } from './cors.ts';
import type { TrustProxy } from './peer.ts';

export interface FirstPartyOptions {
  trust: TrustProxy | undefined;
  /** Whether cookies are renewed. */
  renews: boolean;
}

/** The script's name for it: `packages/sdk/src/cookie.ts`. */
const cookieName = 'footfall_id';
const cookieSeconds = 400 * 86_400;

const idInCookie = new RegExp(`(?:^|[;\\s])${cookieName}=([\\da-f-]{36})(?=;|$)`, 'g');
/** Scheme, a host of maximum length, port. */
const pageOrigin = /^(https?):\/\/([a-z\d._-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/;
/** Where pages may have Secure cookies without https: the local machine. */
const ownMachine = /^(?:(?:.+\.)?localhost|127\.[\d.]+|\[::1\])$/;

export class FirstParty {
  readonly #options: FirstPartyOptions;

  constructor(options: FirstPartyOptions) {
    this.#options = options;
  }

  /** CORS headers: with cookies only for pages of the same site. */
  corsHeaders(request: IncomingMessage): Record<string, string> {
    const { origin } = request.headers;
    if (origin === undefined || !this.#isOwnSite(request, origin)) return openToAllOrigins;
    return {
      ...openToAllOrigins,
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
    };
  }

  /**
   * Set-Cookie with the browser's existing visitor id, if a message of that visitor was stored. So nobody gets another visitor's
   * id, nor one without consent, and none is created.
   */
  renewal(request: IncomingMessage, { data }: IngestAnswer): string | undefined {
    const { origin, cookie } = request.headers;
    if (cookie === undefined || origin === undefined || !this.#options.renews) return undefined;
    const ids = idsIn(cookie);
    if (ids.length === 0 || !this.#isOwnSite(request, origin)) return undefined;
    const { visitor_id: id } =
      data.results.find(
        ({ status, visitor_id }) =>
          (status === 'accepted' || status === 'duplicate') && ids.includes(visitor_id ?? ''),
      ) ?? {};
    const [, scheme, host = ''] = pageOrigin.exec(origin) ?? [];
    const isSecure = scheme === 'https' || ownMachine.test(host);
    return id
      ? `${cookieName}=${id}; Domain=${siteOf(host)}; Path=/; Max-Age=${cookieSeconds}; SameSite=Lax${isSecure ? '; Secure' : ''}`
      : undefined;
  }

  /** As the browser reports it, which pages cannot fake. Older ones, and all without https, only send the page's origin. */
  #isOwnSite(request: IncomingMessage, origin: string): boolean {
    const [, , host = ''] = pageOrigin.exec(origin) ?? [];
    if (host === '') return false;
    const { headers } = request;
    const fetchSite = headers['sec-fetch-site'];
    if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'same-site';
    // The cookie is SameSite=Lax: requests of other sites lack it.
    return siteOf(host) === siteOf(this.#hostOf(request)) || idsIn(headers.cookie ?? '').length > 0;
  }

  /** The service's host, as the browser sees it. */
  #hostOf({ headers, socket }: IncomingMessage): string {
    const isTrusted = this.#options.trust?.(socket.remoteAddress ?? '', 0);
    const forwarded = isTrusted ? lastOf(headers['x-forwarded-host']) : undefined;
    return (forwarded ?? headers.host ?? '').replace(/:\d*$/, '').toLowerCase();
  }
}

function idsIn(cookie: string): string[] {
  return Array.from(cookie.matchAll(idInCookie), ([, id = '']) => id);
}

function lastOf(header: IncomingHttpHeaders[string]): string | undefined {
  return typeof header === 'string' ? header.split(',').at(-1)?.trim() : undefined;
}
