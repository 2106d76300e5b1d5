import { invalidRequest } from '@footfall/contract/errors';
import {
  type FailedJob,
  type failedJobOperations,
  mostJobsAtOnce,
} from '@footfall/contract/failed-jobs';
import type { HandlersOf } from '@footfall/contract/operation';
import { withTimestamps } from '../../platform/common/timestamp.ts';
import {
  countFailedJobs,
  dropFailedJobs,
  type FailedJobFilter,
  retryFailedJobs,
  selectFailedJobs,
} from '../../platform/jobs/failed-jobs.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { listAnswer, pageOf } from '../../platform/resource-kit/paging.ts';

export const failedJobHandlers: HandlersOf<typeof failedJobOperations, OperationContext> = {
  async listFailedJobs({ tx, workspaceId }, { query }) {
    const page = pageOf(query);
    const filter = { kind: query.kind };
    const [jobs, total] = await Promise.all([
      selectFailedJobs(tx, workspaceId, filter, page),
      countFailedJobs(tx, workspaceId, filter),
    ]);
    return listAnswer(
      jobs.map((job) => withTimestamps<FailedJob>(job)),
      page,
      total,
    );
  },
  retryFailedJobs: (context, { body }) => move(context, body, retryFailedJobs),
  dropFailedJobs: (context, { body }) => move(context, body, dropFailedJobs),
};

async function move(
  { tx, workspaceId, noteChanges }: OperationContext,
  { all, ...filter }: FailedJobFilter & { all?: boolean },
  by: typeof retryFailedJobs,
) {
  if (!all && !filter.ids && !filter.kind) {
    throw invalidRequest([{ path: 'body', message: 'must have ids, a kind or all' }]);
  }
  const jobs = await by(tx, workspaceId, filter, mostJobsAtOnce);
  noteChanges({ jobs: [null, jobs] });
  return { data: { jobs, left: await countFailedJobs(tx, workspaceId, filter) } };
}
