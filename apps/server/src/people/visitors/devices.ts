/** The devices of a person, each with the periods in which the person used it. */
import type { Tx } from '../../platform/db/connect.ts';
import { utcMicros } from '../../platform/db/instants.ts';
import { listPage, type OrderedPage } from '../../platform/resource-kit/paging.ts';
import { slicesOfWhom, type Whose } from '../../records/person/ownership.ts';

/** Times in UTC with microseconds. */
export interface Period {
  visitorId: string;
  /** Null: from the first visit. */
  since: string | null;
  /** Exclusive. Null: until now. */
  until: string | null;
}

export interface Device extends Period {
  isTest: boolean;
  /** Other people used it too. */
  isShared: boolean;
}

const periodColumns = (tx: Tx) => tx`
  s.visitor_id as "visitorId",
  case when s.since > '-infinity' then ${utcMicros(tx, tx`s.since`)} end as since,
  case when s.until < 'infinity' then ${utcMicros(tx, tx`s.until`)} end as until`;

const slices = (tx: Tx, workspaceId: string, whose: Whose) => tx`
  (with ${slicesOfWhom(tx, workspaceId, whose)} select * from slices) s`;

/** Ordered by id, one row for each period. */
export function listDevices(tx: Tx, workspaceId: string, whose: Whose, page: OrderedPage) {
  return listPage<Device & { id: string }, Device>(tx, page, {
    columns: tx`
      s.visitor_id as id, ${periodColumns(tx)}, s.is_test as "isTest",
      (select count(distinct l.identity_id) > 1 from identity_links l
       where l.workspace_id = ${workspaceId} and l.visitor_id = s.visitor_id and l.is_test = s.is_test) as "isShared"`,
    records: tx`${slices(tx, workspaceId, whose)} where true`,
    orders: {
      id: tx`s.visitor_id`,
      own: tx`s.since::text`,
      by: { visitor_id: { column: tx`s.visitor_id::text`, type: 'text' } },
    },
    toRecord: ({ id: _, ...device }) => device,
    total: 0,
  });
}

/** Periods of these devices. */
export async function selectPeriods(
  tx: Tx,
  workspaceId: string,
  whose: Whose,
  visitorIds: string[],
): Promise<Period[]> {
  return tx<Period[]>`
    select ${periodColumns(tx)} from ${slices(tx, workspaceId, whose)}
    where s.visitor_id = any(${visitorIds}::uuid[]) order by s.visitor_id, s.since`;
}

/** An id in both environments means the live visitor; a visitor who only refused has consents only. */
export async function selectVisitorEnvironment(
  tx: Tx,
  workspaceId: string,
  id: string,
): Promise<{ visitorId: string; isTest: boolean } | undefined> {
  const [row] = await tx<{ visitorId: string; isTest: boolean }[]>`
    select id as "visitorId", is_test as "isTest" from (
      select id, is_test from visitors where workspace_id = ${workspaceId} and id = ${id}
      union all
      select visitor_id, is_test from consents where workspace_id = ${workspaceId} and visitor_id = ${id}
    ) v order by is_test limit 1`;
  return row;
}
