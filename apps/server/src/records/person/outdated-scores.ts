/**
 * Finds outdated personalities: never computed, by another model, or before newer messages. Messages of the
 * linked visitors are counted, so any further message shows.
 */
import type { Tx } from '../../platform/db/connect.ts';
import { enqueueJobs, type JobSubject } from '../../platform/jobs/queue.ts';
import { modelVersion } from './personality.ts';

const sliceSize = 1_000;
export const firstId = '00000000-0000-0000-0000-000000000000';
/** Slower than the computation, so that new activity does not wait behind everybody. */
export const pauseMsEach = 1.5;

export interface OutdatedSlice {
  /** Undefined if there was nobody left. */
  lastId: string | undefined;
  /** People with an outdated personality. */
  count: number;
}

/** Queues outdated personalities among the next people after this id. */
export async function enqueueOutdated(
  tx: Tx,
  workspaceId: string,
  after: string,
): Promise<OutdatedSlice> {
  const people = await selectPeopleAfter(tx, workspaceId, after);
  const ids = people.map(({ subject }) => subject);
  // The condition is on both ids, or each slice would read all personalities of the workspace.
  const outdated = await tx<JobSubject[]>`
    select i.id as subject, i.is_test as "isTest"
    from identities i left join personalities p
      on p.workspace_id = ${workspaceId} and p.identity_id = i.id and p.identity_id = any(${ids}::uuid[])
    where i.workspace_id = ${workspaceId} and i.id = any(${ids}::uuid[])
      and (p.model_version is distinct from ${modelVersion}
        or p.event_count <> (
          select coalesce(sum(s.event_count), 0)
          from (select distinct visitor_id, is_test from identity_links
                where workspace_id = ${workspaceId} and identity_id = i.id) v
          join sessions s
            on s.workspace_id = ${workspaceId} and s.visitor_id = v.visitor_id and s.is_test = v.is_test))`;
  await enqueueJobs(tx, workspaceId, 'personality', outdated);
  return { lastId: people.at(-1)?.subject, count: outdated.length };
}

/** Queues everybody's personality in slices, such as after a change of the key pages. */
export async function enqueueEverybody(
  tx: Tx,
  workspaceId: string,
  after = firstId,
): Promise<void> {
  const people = await selectPeopleAfter(tx, workspaceId, after);
  await enqueueJobs(tx, workspaceId, 'personality', people);
  const last = people.at(-1);
  if (last === undefined || people.length < sliceSize) return;
  const rest = { subject: last.subject, isTest: false };
  await enqueueJobs(tx, workspaceId, 'everybody', [rest], {
    afterMs: people.length * pauseMsEach,
  });
}

async function selectPeopleAfter(tx: Tx, workspaceId: string, after: string) {
  return tx<JobSubject[]>`
    select id as subject, is_test as "isTest" from identities
    where workspace_id = ${workspaceId} and id > ${after} order by id limit ${sliceSize}`;
}
