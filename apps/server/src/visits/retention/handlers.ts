import type { HandlersOf } from '@footfall/contract/operation';
import {
  type RetentionState,
  retentionCount,
  type retentionOperations,
} from '@footfall/contract/retention';
import { type RetentionKind, retentionKindNames } from '@footfall/contract/retention-limits';
import { selectSettings } from '../../accounts/workspaces/settings.ts';
import { timestamp } from '../../platform/common/timestamp.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { countOld } from './old-rows.ts';
import { selectCutoffs, selectRuns } from './runs.ts';

export const retentionHandlers: HandlersOf<typeof retentionOperations, OperationContext> = {
  async getRetention({ tx, workspaceId }, { query }) {
    const { retention, events_kept_since: keptSince } = await selectSettings(tx, workspaceId);
    const days = { ...retention, ...query };
    const [cutoffs, runs] = await Promise.all([
      selectCutoffs(tx, days),
      selectRuns(tx, workspaceId),
    ]);
    const stateOf = async (kind: RetentionKind): Promise<RetentionState['kinds'][number]> => {
      const before = cutoffs.get(kind);
      const rows = before ? await countOld(tx, workspaceId, kind, before, retentionCount + 1) : 0;
      return {
        kind,
        days: days[kind],
        removes_before: before ? timestamp(before) : null,
        rows: Math.min(rows, retentionCount),
        has_more: rows > retentionCount,
        ...(runs.get(kind) ?? { removing: false, removed: 0 }),
      };
    };
    const kinds = await Promise.all(retentionKindNames.map(stateOf));
    const since = keptSince === null ? null : timestamp(new Date(keptSince));
    return { data: { events_kept_since: since, kinds } };
  },
};
