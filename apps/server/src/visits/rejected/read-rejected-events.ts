/** Rejected messages for the REST API, and their recent number. */

import type { HandlersOf } from '@footfall/contract/operation';
import {
  type RejectedEvent,
  type RejectionReasons,
  type rejectedEventOperations,
  rejectionReasonLimits,
} from '@footfall/contract/rejected-events';
import { snippetLimits } from '@footfall/contract/snippet';
import { timestamp } from '../../platform/common/timestamp.ts';
import type { Tx } from '../../platform/db/connect.ts';
import {
  type CreatedRange,
  createdRange,
  inCreatedRange,
} from '../../platform/resource-kit/created-range.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import {
  byCreation,
  type Marked,
  marked,
  type OrderedPage,
  orderedAnswer,
  orderedPageOf,
  ordering,
} from '../../platform/resource-kit/paging.ts';
import { slicesOfWhom, type Whose } from '../../records/person/ownership.ts';
import { refusalOf } from './refusal-reasons.ts';

interface FailedFilter extends CreatedRange {
  isTest: boolean;
  reason?: string;
  keyId?: string;
  /** Of their visitors, received while they were theirs. */
  whose?: Whose;
}

interface FailedRow {
  id: string;
  received_at: Date;
  reason: string;
  key_id: string | null;
  key_name: string;
  body: Buffer;
}

export const rejectedEventHandlers: HandlersOf<typeof rejectedEventOperations, OperationContext> = {
  async listRejectedEvents({ tx, workspaceId }, { query }) {
    const { reason, key_id: keyId } = query;
    const filter = { isTest: query.test ?? false, reason, keyId, ...createdRange(query) };
    const page = orderedPageOf(query);
    const [failed, total] = await Promise.all([
      selectRejectedEvents(tx, workspaceId, filter, page),
      countRejectedEvents(tx, workspaceId, filter),
    ]);
    return orderedAnswer(failed, page, total);
  },

  async countRejectedEvents({ tx, workspaceId }, { query }) {
    const filter = { isTest: query.test ?? false, ...createdRange(query) };
    return { data: await countReasons(tx, workspaceId, filter) };
  },
};

const where = (tx: Tx, workspaceId: string, filter: FailedFilter) => tx`
  f.workspace_id = ${workspaceId} and f.is_test = ${filter.isTest}
  ${filter.reason === undefined ? tx`` : tx`and strpos(lower(f.reason), lower(${filter.reason})) > 0`}
  ${filter.keyId === undefined ? tx`` : tx`and f.key_id = ${filter.keyId}`}
  ${
    filter.whose === undefined
      ? tx``
      : tx`and f.id in (${idsOf(tx, workspaceId, filter.isTest, filter.whose)})`
  }
  ${inCreatedRange(tx, filter, 'f.received_at')}`;

/** Messages that have no visitor in a column are searched for their names: the newest of a workspace. */
const mostSearched = 20_000;
const mostNames = 100;

/** Whoever numbers no messages is found by what they say: by a visitor's ID, or by an email address or user ID. */
function idsOf(tx: Tx, workspaceId: string, isTest: boolean, whose: Whose) {
  const names =
    'visitorId' in whose
      ? tx`select '' as name where false`
      : tx`
        select n.name from (
          select distinct to_json(email)::text as name from identity_links
          where workspace_id = ${workspaceId} and identity_id = ${whose.identityId} and owns_email
          union
          select distinct key || to_json(user_id)::text from identity_links
          cross join unnest(array['"user_id":', '"user_id": ', '"userId":', '"userId": ']) key
          where workspace_id = ${workspaceId} and identity_id = ${whose.identityId} and user_id is not null
        ) n limit ${mostNames}`;
  return tx`
    with ${slicesOfWhom(tx, workspaceId, whose)},
    periods as materialized (select * from slices order by until desc limit ${mostNames}),
    names as materialized (${names}),
    newest as materialized (
      select n.id, n.received_at, n.body from failed_events n
      where n.workspace_id = ${workspaceId} and n.is_test = ${isTest}
      order by n.received_at desc, n.id desc limit ${mostSearched}
    )
    select k.id from slices s join failed_events k
      on k.workspace_id = ${workspaceId} and k.visitor_id = s.visitor_id and k.is_test = s.is_test
     and k.received_at >= s.since and k.received_at < s.until
    union
    select n.id from newest n where exists (
        select from periods s where n.received_at >= s.since and n.received_at < s.until
          and position(convert_to(s.visitor_id::text, 'UTF8') in n.body) > 0)
      or exists (select from names where position(convert_to(names.name, 'UTF8') in n.body) > 0)`;
}

export async function selectRejectedEvents(
  tx: Tx,
  workspaceId: string,
  filter: FailedFilter,
  page: OrderedPage,
) {
  const { after, orderBy, mark } = ordering(tx, page, byCreation(tx, tx`f.id`, tx`f.received_at`));
  const entries = await tx<(FailedRow & Marked)[]>`
    select f.id, f.received_at, f.reason, f.key_id, coalesce(k.name, '') as key_name, f.body, ${mark}
    from failed_events f left join api_keys k on k.workspace_id = ${workspaceId} and k.id = f.key_id
    where ${where(tx, workspaceId, filter)} ${after}
    ${orderBy} limit ${page.limit} offset ${page.offset}`;
  const { rows, next } = marked(entries, page);
  return { data: rows.map(toRejectedEvent), next };
}

function toRejectedEvent({ received_at, body, ...row }: FailedRow): RejectedEvent {
  const created_at = timestamp(received_at);
  return { ...row, ...refusalOf(row.reason), created_at, body: body.toString('utf8') };
}

async function countRejectedEvents(tx: Tx, workspaceId: string, filter: FailedFilter) {
  const [row] = await tx<{ total: number }[]>`
    select count(*)::integer as total from failed_events f where ${where(tx, workspaceId, filter)}`;
  return row?.total ?? 0;
}

async function countReasons(
  tx: Tx,
  workspaceId: string,
  filter: FailedFilter,
): Promise<RejectionReasons> {
  const rows = await tx<{ reason: string; count: number; last_at: Date; total: number }[]>`
    select reason, count(*)::integer as count, max(received_at) as last_at,
      (sum(count(*)) over ())::integer as total
    from (
      select f.reason, f.received_at from failed_events f
      where ${where(tx, workspaceId, filter)}
      order by f.received_at desc limit ${rejectionReasonLimits.messages}
    ) newest
    group by reason order by count(*) desc, reason limit ${rejectionReasonLimits.reasons}`;
  return {
    total: rows[0]?.total ?? 0,
    reasons: rows.map(({ reason, count, last_at }) => ({
      reason,
      ...refusalOf(reason),
      count,
      last_at: timestamp(last_at),
    })),
  };
}

/** In the last 24 hours, live and test data together. */
export async function countLatelyRefused(tx: Tx, workspaceId: string): Promise<number> {
  const [row] = await tx<{ total: number }[]>`
    select count(*)::integer as total from (
      select from (values (false), (true)) as e (is_test) cross join lateral (
        select from failed_events f
        where f.workspace_id = ${workspaceId} and f.is_test = e.is_test
          and f.received_at > now() - interval '24 hours'
        limit ${snippetLimits.refused}
      ) refused limit ${snippetLimits.refused}
    ) counted`;
  return row?.total ?? 0;
}
