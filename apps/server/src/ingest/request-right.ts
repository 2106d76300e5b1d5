/** By what right a request is made, beyond the key that it carries. */
import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '@footfall/contract/errors';
import type { Right } from '@footfall/contract/rights';
import { bodySignatureFault } from '../keys/signature.ts';
import type { KnownSettings } from '../workspaces/settings-cache.ts';

/**
 * `body`: unpacked.
 * @throws ApiError where a signature does not hold: who signs does not want to be taken for anyone.
 */
export function rightOfRequest(
  headers: IncomingHttpHeaders,
  body: Buffer,
  settings: KnownSettings,
  nowMs: number,
): Right {
  const header = headers['x-svc-signature'];
  if (header === undefined) return settings.trust === 'open' ? 'device' : 'public';
  const fault = bodySignatureFault(String(header), body, settings.signingSecrets, nowMs);
  if (fault === undefined) return 'signed';
  throw new ApiError('unauthorized', `The signature in X-Svc-Signature does not hold: ${fault}.`);
}
