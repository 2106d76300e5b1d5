/** Stored erasures and their remaining parts. */
import type {
  ErasedCounts,
  ErasedKind,
  Erasure,
  ErasureSubject,
  ErasureTotals,
  KeptKind,
} from '@footfall/contract/erasures';
import { timestamp } from '../../platform/common/timestamp.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { jobTrouble } from '../../platform/jobs/failed-jobs.ts';
import type { Actor } from '../../platform/resource-kit/operation-context.ts';
import { listPage, type OrderedPage } from '../../platform/resource-kit/paging.ts';
import { noCounts } from './counts.ts';
import type { Subject } from './subject.ts';

interface ErasureRow {
  id: string;
  subject: ErasureSubject;
  state: 'running' | 'done';
  test: boolean;
  totals: ErasureTotals;
  removed: Partial<ErasedCounts>;
  is_shared: boolean;
  actor_kind: 'key' | 'member' | 'command';
  actor_id: string | null;
  requested_at: Date;
  finished_at: Date | null;
  sink: 'waiting' | 'done' | null;
  is_given_up: boolean | null;
  last_error: string | null;
}

const columns = (tx: Tx) => tx`
  e.id, e.subject, e.state, e.is_test as test, e.totals, e.removed, e.shared as is_shared, e.actor_kind, e.actor_id,
  e.requested_at, e.finished_at, e.sink, j.is_given_up, nullif(j.last_error, '') as last_error`;

const records = (tx: Tx) => tx`
  erasures e left join lateral (${jobTrouble(tx, 'erasure', tx`e.workspace_id`, tx`e.id`)}) j on e.state = 'running'`;

export function listErasures(tx: Tx, workspaceId: string, isTest: boolean, page: OrderedPage) {
  return listPage<ErasureRow, Erasure>(tx, page, {
    columns: columns(tx),
    records: tx`${records(tx)} where e.workspace_id = ${workspaceId} and e.is_test = ${isTest}`,
    orders: {
      id: tx`e.id`,
      by: { requested_at: { column: tx`e.requested_at`, type: 'timestamptz' } },
    },
    toRecord: toErasure,
  });
}

export async function selectErasure(
  tx: Tx,
  workspaceId: string,
  id: string,
): Promise<Erasure | undefined> {
  const [row] = await tx<ErasureRow[]>`
    select ${columns(tx)} from ${records(tx)} where e.workspace_id = ${workspaceId} and e.id = ${id}`;
  return row && toErasure(row);
}

function toErasure(row: ErasureRow): Erasure {
  const isFailed = row.state === 'running' && row.is_given_up === true;
  return {
    id: row.id,
    subject: row.subject,
    state: isFailed ? 'failed' : row.state,
    test: row.test,
    totals: row.totals,
    removed: { ...noCounts, ...row.removed },
    shared_with: [],
    kept: keptOf(row.totals, row.is_shared),
    requested_at: timestamp(row.requested_at),
    requested_by: { kind: row.actor_kind, id: row.actor_id },
    finished_at: row.finished_at && timestamp(row.finished_at),
    waiting_for: row.state === 'running' && row.sink === 'waiting' ? 'clickhouse' : null,
    reason: row.last_error,
  };
}

export function keptOf(totals: ErasureTotals, isShared: boolean): KeptKind[] {
  return [
    ...(totals === 'keep' ? (['totals'] as const) : []),
    ...(isShared ? (['shared_visitors'] as const) : []),
    'erased_names',
    'record_of_erasure',
  ];
}

export async function insertErasure(
  tx: Tx,
  workspaceId: string,
  erasure: { id: string; totals: ErasureTotals; actor: Actor },
  { kind, isTest, slices }: Subject,
): Promise<Date> {
  const { id, totals, actor } = erasure;
  const [row] = await tx<{ at: Date }[]>`
    insert into erasures (workspace_id, id, is_test, subject, state, totals, shared, actor_kind, actor_id)
    values (${workspaceId}, ${id}, ${isTest}, ${kind}, 'running', ${totals}, ${slices.length > 0},
            ${actor.kind}, ${actor.kind === 'command' ? null : actor.id})
    returning requested_at as at`;
  if (!row) throw new Error('an erasure was not stored');
  return row.at;
}

/** A running erasure, as its job needs it. */
export interface RunningErasure {
  id: string;
  isTest: boolean;
  totals: ErasureTotals;
  /** Removes older data. */
  erasedAt: string;
  isTraced: boolean;
  /** Null until PostgreSQL is done, or without ClickHouse. */
  sink: 'waiting' | 'done' | null;
  /** Every open transaction knows of it. */
  isKnown: boolean;
}

/** Locked until the transaction ends. */
export async function lockErasure(
  tx: Tx,
  workspaceId: string,
  id: string,
): Promise<RunningErasure | undefined> {
  const [row] = await tx<RunningErasure[]>`
    select id, is_test as "isTest", totals, requested_at::text as "erasedAt", sink, traced as "isTraced",
           xact < pg_snapshot_xmin(pg_current_snapshot())::text::bigint as "isKnown"
    from erasures where workspace_id = ${workspaceId} and id = ${id} and state = 'running' for update`;
  return row;
}

export async function addRemoved(
  tx: Tx,
  workspaceId: string,
  id: string,
  removed: Partial<ErasedCounts>,
): Promise<void> {
  const some = Object.fromEntries(Object.entries(removed).filter(([, count]) => count > 0));
  if (Object.keys(some).length === 0) return;
  await tx`
    update erasures e set removed = e.removed || (
      select coalesce(jsonb_object_agg(key, value::bigint + coalesce((e.removed ->> key)::bigint, 0)), '{}')
      from jsonb_each_text(${JSON.stringify(some)}::text::jsonb))
    where workspace_id = ${workspaceId} and id = ${id}`;
}

export async function noteTraced(tx: Tx, workspaceId: string, id: string): Promise<void> {
  await tx`update erasures set traced = true where workspace_id = ${workspaceId} and id = ${id}`;
}

/** True while ClickHouse may still have the erased visits. */
export async function waitsForSink(tx: Tx, workspaceId: string, id: string): Promise<boolean> {
  await tx`
    update erasures set sink = 'waiting'
    where workspace_id = ${workspaceId} and id = ${id} and sink is null
      and exists (select from sink_positions where workspace_id = ${workspaceId})`;
  const [row] = await tx`
    select from erasures where workspace_id = ${workspaceId} and id = ${id} and sink = 'waiting'`;
  if (!row) return false;
  await tx`
    delete from erasure_parts where workspace_id = ${workspaceId} and erasure_id = ${id}
      and kind not in ('visitor', 'slice')`;
  return true;
}

export async function finishErasure(tx: Tx, workspaceId: string, id: string): Promise<void> {
  await tx`delete from erasure_parts where workspace_id = ${workspaceId} and erasure_id = ${id}`;
  await tx`
    update erasures set state = 'done', finished_at = clock_timestamp()
    where workspace_id = ${workspaceId} and id = ${id}`;
}

export type PartKind =
  | 'identity'
  | 'visitor'
  | 'slice'
  | 'email'
  | 'user_id'
  | 'lead'
  | 'conversion'
  | 'session'
  | 'neighbor';

export interface Part {
  kind: PartKind;
  key: string;
  since: string;
  until: string;
}

export async function insertParts(
  tx: Tx,
  workspaceId: string,
  erasureId: string,
  kind: PartKind,
  keys: string[],
  isRemoved: boolean,
): Promise<void> {
  if (keys.length === 0) return;
  await tx`
    insert into erasure_parts (workspace_id, erasure_id, kind, key, is_removed)
    select ${workspaceId}, ${erasureId}, ${kind}, key, ${isRemoved} from unnest(${keys}::text[]) key
    on conflict (workspace_id, erasure_id, kind, key, since) do update set is_removed = excluded.is_removed`;
}

export async function insertSlices(
  tx: Tx,
  workspaceId: string,
  erasureId: string,
  slices: Subject['slices'],
): Promise<void> {
  if (slices.length === 0) return;
  await tx`
    insert into erasure_parts (workspace_id, erasure_id, kind, key, since, until)
    select ${workspaceId}, ${erasureId}, 'slice', t.* from unnest(${slices.map(({ visitorId }) => visitorId)}::text[],
      ${slices.map(({ since }) => since)}::text[]::timestamptz[],
      ${slices.map(({ until }) => until)}::text[]::timestamptz[]) t`;
}

/** The next remaining part. */
export async function selectNextPart(
  tx: Tx,
  workspaceId: string,
  erasureId: string,
): Promise<Part | undefined> {
  const [row] = await tx<Part[]>`
    select kind, key, since::text as since, until::text as until from erasure_parts
    where workspace_id = ${workspaceId} and erasure_id = ${erasureId} and not is_removed
    order by kind desc, key, since limit 1`;
  return row;
}

export async function markRemoved(
  tx: Tx,
  workspaceId: string,
  erasureId: string,
  { kind, key, since }: Part,
): Promise<void> {
  await tx`
    update erasure_parts set is_removed = true
    where workspace_id = ${workspaceId} and erasure_id = ${erasureId} and kind = ${kind} and key = ${key}
      and since = ${since}::text::timestamptz`;
}

export async function selectParts(
  tx: Tx,
  workspaceId: string,
  erasureId: string,
): Promise<Record<PartKind, string[]>> {
  const rows = await tx<{ kind: PartKind; keys: string[] }[]>`
    select kind, array_agg(distinct key order by key) as keys from erasure_parts
    where workspace_id = ${workspaceId} and erasure_id = ${erasureId} group by kind`;
  const parts = new Map(rows.map(({ kind, keys }) => [kind, keys]));
  const of = (kind: PartKind) => parts.get(kind) ?? [];
  return {
    identity: of('identity'),
    visitor: of('visitor'),
    slice: of('slice'),
    email: of('email'),
    user_id: of('user_id'),
    lead: of('lead'),
    conversion: of('conversion'),
    session: of('session'),
    neighbor: of('neighbor'),
  };
}

export type Removed = Partial<Record<ErasedKind, number>>;
