import { changeKindNames, changeKinds, type changeOperations } from '@footfall/contract/changes';
import { ApiError } from '@footfall/contract/errors';
import type { HandlersOf } from '@footfall/contract/operation';
import type { OperationContext, Permissions } from '../resource-kit/operation-context.ts';
import { pageOf } from '../resource-kit/paging.ts';
import { parsePosition, positionText } from './position.ts';
import { selectChanges, selectNewestPosition } from './read.ts';

export const changeHandlers: HandlersOf<typeof changeOperations, OperationContext> = {
  async listChanges({ tx, workspaceId, permissions }, { query }) {
    const { after, test: isTest = false } = query;
    const { limit } = pageOf(query);
    const newest = await selectNewestPosition(tx);
    if (after === undefined) return { data: [], next: positionText(newest) };
    const kinds = kindsFor(permissions);
    const read = await selectChanges(
      tx,
      workspaceId,
      parsePosition(after),
      { isTest, kinds },
      limit,
    );
    if (read.isGone) {
      throw new ApiError(
        'gone',
        'This position is too old; its changes are no longer stored. Read your records again, then continue from `details.next`.',
        {
          next: positionText(newest),
        },
      );
    }
    return { data: read.changes.map(({ change }) => change), next: positionText(read.next) };
  },

  async streamChanges({ permissions }, { query }) {
    const { after, seconds, test: isTest = false } = query;
    return { after, kinds: kindsFor(permissions), isTest, seconds };
  },
};

/** Kinds of records that the caller may read. */
function kindsFor({ scopes, features }: Permissions): string[] {
  return changeKindNames.filter((kind) => {
    const reading = changeKinds[kind];
    return features.has(reading.feature) && reading.scopes.some((scope) => scopes.has(scope));
  });
}
