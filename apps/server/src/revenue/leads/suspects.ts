/**
 * Suspect leads: more from one network than an office would open. Depends only on the network's leads and their
 * times, not on order of arrival; a job marks them. Leads that are proved or edited through the API are never
 * suspect, but count.
 */
import { arrayLiteral } from '../../platform/db/columns.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { enqueueSelected, type JobSubject } from '../../platform/jobs/queue.ts';
import { updateAndMark } from '../../records/visit/stats-marks.ts';

/** Per network: leads beyond these in ten minutes, or since the day began, are suspect. */
const mostInTenMinutes = 20;
const mostInDay = 100;
/** Checked from here on: concurrent transactions may add the rest. */
const overflow = 5;

const request = enqueueSelected(
  'suspects',
  `
  select n.network as subject, n.is_test
  from (select distinct t.network, b.is_test from unnest($2::uuid[]) as t (network), (values (true), (false)) b (is_test)) n
  where (select count(*) from (
           select from leads l
           where l.workspace_id = $1::uuid and l.network = n.network and l.is_test = n.is_test
           limit ${overflow}) few) >= ${overflow}
     or exists (select from leads l
           where l.workspace_id = $1::uuid and l.network = n.network and l.is_test = n.is_test and l.suspect)`,
);

/** Call after leads of these networks changed. */
export async function requestSuspects(
  tx: Tx,
  workspaceId: string,
  networks: (string | null)[],
): Promise<void> {
  const requested = [...new Set(networks.filter((network) => network !== null))];
  if (requested.length > 0) await tx.unsafe(request, [workspaceId, requested], { prepare: true });
}

// Simultaneous leads count for each other. One statement for all networks, since leads are locked in key order.
const mark = updateAndMark(`
  update leads l set suspect = t.suspect
  from (
    select k.id, t.suspect
    from leads k
    join (
      select o.id, o.suspect as before,
             (o.of_ten_minutes > ${mostInTenMinutes} or o.of_day > ${mostInDay}) and o.edited = '{}'
               and not exists (select from identity_links n
                               where n.workspace_id = $1::uuid and n.identity_id = o.identity_id and n.weight = 3) as suspect
      from unnest($2::uuid[], $3::boolean[]) s (network, is_test)
      cross join lateral (
        select id, identity_id, edited, suspect,
               count(*) over (order by created_at range between interval '10 minutes' preceding and current row) as of_ten_minutes,
               row_number() over (order by created_at, id) as of_day
        from leads where workspace_id = $1::uuid and network = s.network and is_test = s.is_test
      ) o
    ) t on t.id = k.id
    where k.workspace_id = $1::uuid and t.suspect is distinct from t.before
    order by k.id for no key update of k
  ) t
  where l.workspace_id = $1::uuid and l.id = t.id`);

/** The job: its subjects are networks, each once. */
export async function markSuspects(tx: Tx, workspaceId: string, jobs: JobSubject[]): Promise<void> {
  const networks = jobs.map(({ subject }) => subject);
  const isTest = jobs.map((job) => job.isTest);
  const rows = [arrayLiteral('uuid', networks), arrayLiteral('boolean', isTest)];
  await tx.unsafe(mark, [workspaceId, ...rows]);
}

const requestOfPeople = enqueueSelected(
  'suspects',
  `
  select distinct l.network as subject, l.is_test from leads l
  where l.workspace_id = $1::uuid and l.identity_id = any($2::uuid[]) and l.suspect and l.network is not null`,
);

/** Call after people were proved. A job clears their leads: this transaction already holds locks on others. */
export async function requestSuspectsOf(tx: Tx, workspaceId: string, identityIds: string[]) {
  await tx.unsafe(requestOfPeople, [workspaceId, identityIds], { prepare: true });
}
