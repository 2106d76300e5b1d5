/** Work for a request's key; a revoked one is dropped from the cache, and rejected. */
import { ApiError } from '@footfall/contract/errors';
import type { FastifyRequest } from 'fastify';
import type { KeyRing } from '../../accounts/keys/key-ring.ts';
import type { KeyFacts } from '../../accounts/keys/store.ts';
import { secretKeyNeeded } from '../operations/caller.ts';

export async function withKey<T>(
  request: FastifyRequest,
  keys: KeyRing,
  work: (key: KeyFacts) => Promise<T>,
): Promise<T> {
  const { callerKey, callerToken = '' } = request;
  if (!callerKey) throw secretKeyNeeded();
  try {
    return await work(callerKey);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthorized') {
      keys.forget(callerToken);
    }
    throw error;
  }
}
