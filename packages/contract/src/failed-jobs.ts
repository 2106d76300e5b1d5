/** Background jobs that failed too often. They wait until somebody retries or drops them. */
import Type, { type Static } from 'typebox';
import { operation } from './operation.ts';
import { fromService } from './origins.ts';
import { Closed, listOf, pageOfList, recordOf, Timestamp, Uuid } from './schema.ts';

export const jobKinds = [
  'sessions',
  'upgrades',
  'people',
  'attribution',
  'personality',
  'everybody',
  'list_change',
  'suspects',
  'suggestions',
  'bots',
  'company_links',
  'erasure',
] as const;
export type JobKind = (typeof jobKinds)[number];

/** Most attempts of a job; they take about five hours. */
export const mostJobAttempts = 16;
/** Most ids in one request. */
const mostNamed = 100;
/** Most jobs retried or dropped by one request. */
export const mostJobsAtOnce = 10_000;

const KindName = (description: string) =>
  Type.Unsafe<JobKind>(Type.String({ enum: [...jobKinds], description }));

const FailedJob = Closed({
  id: Uuid('Assigned by the service.'),
  kind: KindName('Kind of job.'),
  subject: Uuid('Id of the record.'),
  is_test: Type.Boolean({ description: 'true: the job is about test data.' }),
  attempts: Type.Integer({ description: 'Number of failed attempts.' }),
  reason: fromService(Type.String({ description: 'Error of the last attempt, without values.' })),
  given_up_at: Timestamp('Time of the last attempt.'),
});
export type FailedJob = Static<typeof FailedJob>;

const JobsMoved = Closed({
  jobs: Type.Integer({ description: 'Number of retried or dropped jobs.' }),
  left: Type.Integer({
    description: 'Number of remaining jobs. Repeat the request to process them.',
  }),
});

const [tag, feature] = ['Settings', 'api'] as const;
const roles = ['admin'] as const;

const which = Closed({
  ids: Type.Optional(
    Type.Array(Uuid('A job.'), {
      minItems: 1,
      maxItems: mostNamed,
      description: 'Ids of the jobs.',
    }),
  ),
  kind: Type.Optional(KindName('All jobs of this kind.')),
  all: Type.Optional(Type.Boolean({ description: 'true: all failed jobs.' })),
});

export const failedJobOperations = {
  listFailedJobs: operation({
    id: 'listFailedJobs',
    method: 'GET',
    path: '/failed-jobs',
    tag,
    summary: 'List failed background jobs',
    description: `Returns the newest first. A job fails after ${mostJobAttempts} attempts in about five hours. If a later job for the same record succeeds, the failed job disappears.`,
    scopes: [],
    roles,
    feature,
    query: pageOfList({ kind: KindName('Only jobs of this kind.') }),
    status: 200,
    ok: listOf(FailedJob),
  }),
  retryFailedJobs: operation({
    id: 'retryFailedJobs',
    method: 'POST',
    path: '/failed-jobs/retry',
    tag,
    summary: 'Retry failed jobs',
    description: `Retries at most ${mostJobsAtOnce} jobs per request.`,
    scopes: [],
    roles,
    feature,
    body: which,
    bodyExample: { all: true },
    status: 200,
    ok: recordOf(JobsMoved),
  }),
  dropFailedJobs: operation({
    id: 'dropFailedJobs',
    method: 'POST',
    path: '/failed-jobs/drop',
    tag,
    summary: 'Drop failed jobs',
    description: `Deletes the jobs without running them. Drops at most ${mostJobsAtOnce} jobs per request.`,
    scopes: [],
    roles,
    feature,
    body: which,
    bodyExample: { kind: 'personality' },
    status: 200,
    ok: recordOf(JobsMoved),
  }),
};
