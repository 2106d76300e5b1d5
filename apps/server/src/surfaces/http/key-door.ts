/** /api/v1: the operations of the REST API, with a secret key. Ignores cookies. */
import type { KeyRing } from '../../accounts/keys/key-ring.ts';
import { secretKeyNeeded } from '../operations/caller.ts';
import type { OperationDoor } from './mount.ts';
import { withRefusedOrigin } from './origins.ts';
import { withKey } from './with-key.ts';

export const apiBase = '/api/v1';

export function keyDoor(keys: KeyRing): OperationDoor {
  return {
    base: apiBase,
    door: 'api',
    refusal: ({ callerKey }) => (callerKey ? undefined : secretKeyNeeded()),
    queryOf: ({ query }) => query,
    work: (request, reply, run) =>
      withKey(request, keys, (key) =>
        withRefusedOrigin(request, reply, key, (refusal) => run({ kind: 'key', key }, refusal)),
      ),
  };
}
