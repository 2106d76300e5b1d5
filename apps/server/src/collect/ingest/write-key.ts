import { ApiError } from '@footfall/contract/errors';

export function unauthorizedToSend(): ApiError {
  return new ApiError(
    'unauthorized',
    'The write key is missing, mistyped, revoked or expired. Send `X-Svc-Key: svc_pk_…` (or `svc_dev_…`).',
  );
}

/** `how`: how the other service's sender passes the key. */
export function unauthorizedSender(how: string): ApiError {
  return new ApiError(
    'unauthorized',
    `The write key (\`svc_pk_…\` or \`svc_dev_…\`) is missing, mistyped, revoked or expired. Set it ${how}.`,
  );
}
