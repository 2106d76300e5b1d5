/** The key of an ingest request: `X-Svc-Key`, or `?key=` for beacons, which cannot set headers. */
import { ApiError } from '@footfall/contract/errors';
import type { FastifyRequest } from 'fastify';
import type { KeyRing } from '../keys/key-ring.ts';
import type { KeyFacts } from '../keys/store.ts';

export function unauthorizedToSend(): ApiError {
  return new ApiError(
    'unauthorized',
    'A write key is needed: send `X-Svc-Key: svc_pk_…` (or `svc_dev_…`) with a key that is spelled right and not revoked.',
  );
}

export function writeKeyText(request: FastifyRequest): string | undefined {
  const header = request.headers['x-svc-key'];
  if (typeof header === 'string') return header.trim();
  const { key } = request.query as Record<string, unknown>;
  return typeof key === 'string' ? key.trim() : undefined;
}

/** @throws ApiError unauthorized */
export async function writeKeyOf(request: FastifyRequest, keys: KeyRing): Promise<KeyFacts> {
  const text = writeKeyText(request);
  const key =
    text === undefined ? undefined : await keys.find(text, ['production', 'development', 'legacy']);
  if (!key) throw unauthorizedToSend();
  return key;
}
