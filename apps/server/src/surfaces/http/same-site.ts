/**
 * Requests with cookies must come from the service's own pages: browsers report their source, which pages
 * cannot fake.
 */
import { ApiError } from '@footfall/contract/errors';
import type { FastifyRequest } from 'fastify';

/** Undefined if it comes from the service. Reads may come from no page, such as a typed URL. */
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
