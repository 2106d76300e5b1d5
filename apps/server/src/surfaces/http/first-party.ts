/**
 * Pages of the service's own site: it stands on a subdomain of theirs, or behind a path of the website. Their browsers
 * send it the visitor's cookie that the script wrote there, and it is answered again: browsers that forget what
 * scripts write after a week keep what servers set.
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

/** As the script names and keeps it: `packages/sdk/src/cookie.ts`. */
const cookieName = 'footfall_id';
const cookieSeconds = 400 * 86_400;

const idInCookie = new RegExp(`(?:^|[;\\s])${cookieName}=([\\da-f-]{36})(?=;|$)`, 'g');
/** Scheme, the longest name of a host, port. */
const pageOrigin = /^(https?):\/\/([a-z\d._-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/;
/** Where a page may have Secure cookies without https: the machine itself. */
const ownMachine = /^(?:(?:.+\.)?localhost|127\.[\d.]+|\[::1\])$/;

export class FirstParty {
  readonly #options: FirstPartyOptions;

  constructor(options: FirstPartyOptions) {
    this.#options = options;
  }

  /** What a browser is told of who may read the answer: with cookies the pages of the same site alone. */
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
   * Set-Cookie with the visitor that the browser has already, where one of the messages was this visitor's and is stored.
   * So nobody gets another visitor's, nor one without the consent that the script asked for, and none appears that was not there.
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

  /** The browser says so, whom no page can make lie. Older ones, and all of them without https, say only where the page is from. */
  #isOwnSite(request: IncomingMessage, origin: string): boolean {
    const [, , host = ''] = pageOrigin.exec(origin) ?? [];
    if (host === '') return false;
    const { headers } = request;
    const fetchSite = headers['sec-fetch-site'];
    if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'same-site';
    // The cookie is SameSite=Lax: requests of other sites come without it.
    return siteOf(host) === siteOf(this.#hostOf(request)) || idsIn(headers.cookie ?? '').length > 0;
  }

  /** As the browser knows the service. */
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
