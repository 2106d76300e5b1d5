/** The write key of an ingest request. */
import { ApiError } from '@footfall/contract/errors';
import type { FastifyRequest } from 'fastify';
import type { KeyFacts } from '../keys/store.ts';

export function unauthorizedToSend(): ApiError {
  return new ApiError(
    'unauthorized',
    'A write key is needed: send `X-Svc-Key: svc_pk_…` (or `svc_dev_…`) with a key that is spelled right and not revoked.',
  );
}

/** @throws ApiError unauthorized */
export function writeKeyOf(request: FastifyRequest): KeyFacts {
  const { callerKey } = request;
  if (!callerKey) throw unauthorizedToSend();
  return callerKey;
}
