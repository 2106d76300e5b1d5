/**
 * Requests by cookie come from the service's own pages alone: a browser says of each where it comes from, and
 * no page can make it lie.
 */
import { ApiError } from '@footfall/contract/errors';
import type { FastifyRequest } from 'fastify';

/** Undefined when it comes from a page of the service. What only reads may come from no page, as an address that is typed. */
export function refuseOtherSites(
  { method, headers, host }: FastifyRequest,
  publicOrigin: string,
): ApiError | undefined {
  const isRead = method === 'GET' || method === 'HEAD';
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  const isOwnSite = site === undefined || site === 'same-origin' || (isRead && site === 'none');
  const isOwnOrigin =
    origin === undefined
      ? isRead
      : origin === publicOrigin || origin === `https://${host}` || origin === `http://${host}`;
  if (isOwnSite && isOwnOrigin) return undefined;
  return new ApiError(
    'forbidden',
    'The service accepts cookies only from its own pages. If you use another URL, set PUBLIC_URL to it.',
    { reason: 'other_site' },
  );
}
