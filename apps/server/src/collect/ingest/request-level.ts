/** Verification level of a request, beyond its key. */
import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '@footfall/contract/errors';
import type { VerificationLevel } from '@footfall/contract/verification-levels';
import { bodySignatureFault, isOneOf } from '../../accounts/keys/signature.ts';
import type { WorkspaceFacts } from '../../accounts/workspaces/settings-cache.ts';

/**
 * `body`: unpacked.
 * @throws ApiError if a signature is invalid, instead of accepting the request unsigned.
 */
export function levelOfRequest(
  headers: IncomingHttpHeaders,
  body: Buffer,
  settings: WorkspaceFacts,
  nowMs: number,
): VerificationLevel {
  const header = headers['x-svc-signature'];
  if (header === undefined) return settings.trust === 'open' ? 'device' : 'public';
  const fault = bodySignatureFault(String(header), body, settings.signingSecrets, nowMs);
  if (fault === undefined) return 'signed';
  throw new ApiError('unauthorized', `The signature in X-Svc-Signature is not valid: ${fault}.`);
}

/**
 * For senders that cannot sign, and send a signing secret after their write key.
 * @throws ApiError if it is no secret of the workspace, or comes from a page, where anybody can read it
 */
export function levelOfSecret(
  secret: string,
  headers: IncomingHttpHeaders,
  { signingSecrets }: WorkspaceFacts,
): VerificationLevel {
  if (!isOneOf(secret, signingSecrets)) {
    const what =
      'The text after the write key and the colon is not a signing secret of the workspace.';
    throw new ApiError('unauthorized', `${what} Remove it, or use an active signing secret.`);
  }
  if (headers.origin === undefined) return 'signed';
  throw new ApiError(
    'forbidden',
    'A web page sent a signing secret, so everybody can read it. Revoke the secret, and use only the write key in pages.',
    { reason: 'secret_in_page' },
  );
}
