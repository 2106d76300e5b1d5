import { invalidRequest } from '@footfall/contract/errors';
import type { HandlersOf } from '@footfall/contract/operation';
import { type Stats, statsLimits, type statsOperations } from '@footfall/contract/stats';
import type { Tx } from '../platform/db/connect.ts';
import type { OperationContext } from '../platform/resource-kit/operation-context.ts';
import { type Frame, selectFrame } from './frame.ts';
import { selectListIds, selectNumbers } from './names.ts';
import { StatsReader } from './reader.ts';
import { countedDimensions, readRequest, requireAccess, type StatsRequest } from './request.ts';
import { selectVisitFilter } from './visit-filter.ts';

export const statsHandlers: HandlersOf<typeof statsOperations, OperationContext> = {
  async getStats({ tx, workspaceId, permissions }, { query }) {
    const request = readRequest(query);
    requireAccess(request, permissions);
    return { data: await readStats(tx, workspaceId, request) };
  },
};

async function readStats(tx: Tx, workspaceId: string, request: StatsRequest): Promise<Stats> {
  const filtered = request.filters.map(({ dimension }) => dimension);
  const used = [...countedDimensions(request), ...filtered];
  const lists = used.includes('list') ? await selectListIds(tx, workspaceId) : [];
  // Set in the same round trip as the queries it affects. Any plan suits the range, and planning costs five times the query;
  // for figures, a generic plan takes three times as long.
  const [, frame, numbers] = await Promise.all([
    planned(tx, 'force_generic_plan'),
    selectFrame(tx, workspaceId, request),
    selectNumbers(tx, workspaceId, request.filters, lists),
  ]);
  checkRows(request, frame);
  const read = async () => {
    const { filters, condition } = await selectVisitFilter(tx, workspaceId, request, numbers);
    return new StatsReader({ tx, workspaceId, request, frame, filters, lists, condition }).read();
  };
  const [, stats] = await Promise.all([planned(tx, 'force_custom_plan'), read()]);
  return stats;
}

function planned(tx: Tx, mode: 'force_generic_plan' | 'force_custom_plan') {
  return tx`select set_config('plan_cache_mode', ${mode}, true)`.execute();
}

function checkRows({ dimensions, top }: StatsRequest, { current }: Frame): void {
  const points = current.starts.length;
  if (dimensions.length === 0 || points * top <= statsLimits.rows) return;
  const message = `must be at most ${Math.floor(statsLimits.rows / points)}, because the interval gives ${points} rows per group`;
  throw invalidRequest([{ path: 'query.top', message }]);
}
