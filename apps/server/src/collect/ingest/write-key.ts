import { ApiError } from '@footfall/contract/errors';

export function unauthorizedToSend(): ApiError {
  return new ApiError(
    'unauthorized',
    'A write key is needed: send `X-Svc-Key: svc_pk_…` (or `svc_dev_…`) with a key that is spelled right, and neither revoked nor expired.',
  );
}

/** `how`: where the sender of another service has the key. */
export function unauthorizedSender(how: string): ApiError {
  return new ApiError(
    'unauthorized',
    `A write key is needed (\`svc_pk_…\` or \`svc_dev_…\`), spelled right, and neither revoked nor expired: give it ${how}.`,
  );
}
