/** An answer that goes on: what changes, for as long as the caller has the rights with which it began. */
import { ApiError } from '@footfall/contract/errors';
import type { StreamStart } from '@footfall/contract/operation';
import type { Tx } from '../../platform/db/connect.ts';
import type { Permissions } from '../../platform/resource-kit/operation-context.ts';
import { actorOf, type Caller, permissionsOf, workspaceOf } from './caller.ts';

export interface AnsweredStream extends StreamStart {
  workspaceId: string;
  /** Whose it is: the same for all streams of one caller. */
  callerId: string;
  /** What the caller might do when it began. */
  rights: string;
  /** Whether the caller still has these rights, as of this transaction. */
  isAllowed: (tx: Tx) => Promise<boolean>;
}

export function streamOf(caller: Caller, begun: Permissions, start: StreamStart): AnsweredStream {
  const actor = actorOf(caller);
  const rights = rightsOf(begun);
  return {
    ...start,
    workspaceId: workspaceOf(caller),
    callerId: actor.kind === 'command' ? actor.kind : actor.id,
    rights,
    async isAllowed(tx) {
      const now = await permissionsOf(tx, caller);
      return !(now instanceof ApiError) && rightsOf(now) === rights;
    },
  };
}

function rightsOf({ scopes, features, lacksSecondFactor, hidesPersonal }: Permissions): string {
  const lacks = (lacksSecondFactor ? '!' : '') + (hidesPersonal ? '-' : '');
  return [...scopes].sort().join() + [...features].sort().join() + lacks;
}
