/** Background work that failed so often that it was given up, until somebody has it tried again or drops it. */
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
] as const;
export type JobKind = (typeof jobKinds)[number];

/** So often it is tried: for about five hours. */
export const mostJobAttempts = 16;
/** Named in one request. */
const mostNamed = 100;
/** Tried again, or dropped, by one request. */
export const mostJobsAtOnce = 10_000;

const KindName = (description: string) =>
  Type.Unsafe<JobKind>(Type.String({ enum: [...jobKinds], description }));

const FailedJob = Closed({
  id: Uuid('Assigned by the service.'),
  kind: KindName('What is to be done.'),
  subject: Uuid('The id of the record that it is about.'),
  is_test: Type.Boolean({ description: 'It is about test data.' }),
  attempts: Type.Integer({ description: 'How often it failed.' }),
  reason: fromService(
    Type.String({ description: 'What it failed with the last time, without values.' }),
  ),
  given_up_at: Timestamp('When it failed the last time.'),
});
export type FailedJob = Static<typeof FailedJob>;

const JobsMoved = Closed({
  jobs: Type.Integer({ description: 'How many were tried again, or dropped.' }),
  left: Type.Integer({ description: 'How many of those that were meant are left: ask again.' }),
});

const [tag, feature] = ['Settings', 'api'] as const;
const roles = ['admin'] as const;

const which = Closed({
  ids: Type.Optional(
    Type.Array(Uuid('A job.'), { minItems: 1, maxItems: mostNamed, description: 'These.' }),
  ),
  kind: Type.Optional(KindName('Those of this kind.')),
  all: Type.Optional(Type.Boolean({ description: 'true: all of them.' })),
});

export const failedJobOperations = {
  listFailedJobs: operation({
    id: 'listFailedJobs',
    method: 'GET',
    path: '/failed-jobs',
    tag,
    summary: 'List background jobs that were given up',
    description: `Newest first. A job that failed ${mostJobAttempts} times, within about five hours, is not tried any more. What asks for the same work later is tried beside it, and takes it away when that succeeds.`,
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
    summary: 'Have given-up jobs tried again',
    description: `As if they had never failed. At most ${mostJobsAtOnce} at once.`,
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
    summary: 'Drop jobs that were given up',
    description: `What they should have done stays undone, until something asks for the same work. At most ${mostJobsAtOnce} at once.`,
    scopes: [],
    roles,
    feature,
    body: which,
    bodyExample: { kind: 'personality' },
    status: 200,
    ok: recordOf(JobsMoved),
  }),
};
