/** What visitors consented to. The rows are the same for any order of arrival. */
import type { Consent } from '@footfall/contract/consents';
import { type Dated, timestamp } from '../../platform/common/timestamp.ts';
import {
  arrayLiteral,
  type Column,
  columnValues,
  nameList,
  selectList,
  unnestClause,
} from '../../platform/db/columns.ts';
import type { StatementPart } from '../../platform/db/combined-statement.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { utcMicrosText } from '../../platform/db/instants.ts';
import { sharedRows } from '../../platform/db/shared-values.ts';
import { listPage, type OrderedPage } from '../../platform/resource-kit/paging.ts';
import { slicesOfWhom, type Whose } from '../../records/person/ownership.ts';

/** By purpose, whether it is allowed. */
export type Purposes = Record<string, boolean>;

export interface NewConsent {
  visitorId: string;
  isTest: boolean;
  purposes: Purposes;
  /** Whether analytics is allowed, if this holds for later messages; otherwise null. */
  analytics: boolean | null;
  /** Version of the privacy notice; empty if unknown. */
  noticeVersion: string;
  /** When the consent message happened. */
  givenAt: string;
  /** Time claimed by the message, even if not trusted; not stored. */
  saidMs?: number | undefined;
  receivedAt: string;
  source: 'browser' | 'server';
}

interface ConsentSpan extends Omit<NewConsent, 'purposes' | 'givenAt' | 'saidMs'> {
  /** JSON text. */
  purposes: string;
  firstGivenAt: string;
  lastGivenAt: string;
}

const columns: Column<ConsentSpan>[] = [
  { name: 'visitor_id', type: 'uuid', value: (consent) => consent.visitorId },
  { name: 'is_test', type: 'boolean', value: (consent) => consent.isTest },
  { name: 'purposes', type: 'jsonb', value: (consent) => consent.purposes },
  { name: 'analytics', type: 'boolean', value: (consent) => consent.analytics },
  { name: 'notice_version', type: 'text', value: (consent) => consent.noticeVersion },
  { name: 'first_given_at', type: 'timestamptz', value: (consent) => consent.firstGivenAt },
  { name: 'last_given_at', type: 'timestamptz', value: (consent) => consent.lastGivenAt },
  { name: 'received_at', type: 'timestamptz', value: (consent) => consent.receivedAt },
  { name: 'source', type: 'text', value: (consent) => consent.source },
];

const upsert = `
  insert into consents as c (workspace_id, ${nameList(columns)})
  select $1::uuid, ${selectList(columns)} from ${unnestClause(columns, 2)}
  on conflict (workspace_id, visitor_id, is_test, purposes) do update set
    first_given_at = least(c.first_given_at, excluded.first_given_at),
    last_given_at = greatest(c.last_given_at, excluded.last_given_at),
    received_at = least(c.received_at, excluded.received_at),
    source = least(c.source, excluded.source),
    analytics = coalesce(c.analytics, excluded.analytics),
    notice_version = case
      when excluded.last_given_at > c.last_given_at then excluded.notice_version
      when excluded.last_given_at = c.last_given_at then greatest(excluded.notice_version, c.notice_version)
      else c.notice_version end
  where excluded.first_given_at < c.first_given_at or excluded.last_given_at > c.last_given_at
    or c.analytics is null and excluded.analytics is not null
    or excluded.last_given_at = c.last_given_at and excluded.notice_version > c.notice_version`;

/** In key order, so that two transactions with the same rows wait instead of deadlocking. */
export async function upsertConsents(tx: Tx, workspaceId: string, consents: NewConsent[]) {
  const spans = new Map<string, ConsentSpan>();
  for (const { purposes: stated, givenAt, saidMs: _, ...consent } of consents) {
    const purposes = JSON.stringify(stated);
    const key = `${consent.visitorId}${consent.isTest}${purposes}`;
    spans.set(
      key,
      spanWith(spans.get(key), {
        ...consent,
        purposes,
        firstGivenAt: givenAt,
        lastGivenAt: givenAt,
      }),
    );
  }
  const rows = [...spans].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, span]) => span);
  await tx.unsafe(upsert, [workspaceId, ...columnValues(columns, rows)]);
}

/** As `upsert` does. */
function spanWith(span: ConsentSpan | undefined, other: ConsentSpan): ConsentSpan {
  if (!span) return other;
  const isLater =
    other.lastGivenAt > span.lastGivenAt ||
    (other.lastGivenAt === span.lastGivenAt && other.noticeVersion > span.noticeVersion);
  const later = isLater ? other : span;
  return {
    ...span,
    analytics: span.analytics ?? other.analytics,
    noticeVersion: later.noticeVersion,
    firstGivenAt: span.firstGivenAt < other.firstGivenAt ? span.firstGivenAt : other.firstGivenAt,
    lastGivenAt: later.lastGivenAt,
  };
}

export interface Withdrawal {
  visitorId: string;
  isTest: boolean;
  /** Later messages without consent are not stored. UTC, microseconds. */
  since: string;
}

/** Any binding refusal: the first entry of an index. */
const anyRefusal = `exists (select from consents where workspace_id = $1::uuid and not analytics)`;

/** Fails if anybody in the workspace refused. */
export const requireNoRefusals: StatementPart = {
  name: 'no_refusals',
  must: () => `not ${anyRefusal}`,
  parameters: () => [],
};

type OfVisitor = Pick<Withdrawal, 'visitorId' | 'isTest'>;

const visitorColumns: Column<OfVisitor>[] = [
  { name: 'visitor_id', type: 'uuid', value: ({ visitorId }) => visitorId },
  { name: 'is_test', type: 'boolean', value: ({ isTest }) => isTest },
];

/** Fails if the latest consent of one of these visitors is a refusal. */
export function requireNotWithdrawn(visitors: OfVisitor[]): StatementPart {
  return {
    name: 'not_withdrawn',
    must: (first) => `not exists (
      select from ${sharedRows(visitorColumns, first)}
      join consents r on r.workspace_id = $1::uuid and r.visitor_id = t.visitor_id and r.is_test = t.is_test
        and not r.analytics
      where not exists (
        select from consents g where g.workspace_id = $1::uuid and g.visitor_id = t.visitor_id
          and g.is_test = t.is_test and g.analytics and g.last_given_at > r.last_given_at))`,
    parameters: (shared) => shared.columnValues(visitorColumns, visitors),
  };
}

/** Returns visitors with a refusal as their latest consent, and whether the workspace has any refusal. */
export async function selectWithdrawals(tx: Tx, workspaceId: string, visitorIds: string[]) {
  const [refusals, withdrawals] = await Promise.all([
    tx.unsafe<{ has: boolean }[]>(`select ${anyRefusal} as has`, [workspaceId], { prepare: true }),
    tx.unsafe<Withdrawal[]>(
      `select visitor_id as "visitorId", is_test as "isTest", ${utcMicrosText('since')} as since from (
         select visitor_id, is_test,
                greatest(min(first_given_at) filter (where not analytics),
                         max(last_given_at) filter (where analytics)) as since
         from consents
         where workspace_id = $1::uuid and visitor_id = any($2::uuid[]) and analytics is not null
         group by visitor_id, is_test
         having max(last_given_at) filter (where not analytics)
           >= coalesce(max(last_given_at) filter (where analytics), '-infinity')
       ) w`,
      [workspaceId, arrayLiteral('uuid', visitorIds)],
      { prepare: true },
    ),
  ]);
  return { hasRefusals: refusals[0]?.has ?? false, withdrawals };
}

type ConsentRow = Dated<Consent> & { id: string };

/** The state in force first. For a person: consents of their devices in their periods. */
export function listConsents(tx: Tx, workspaceId: string, whose: Whose, page: OrderedPage) {
  return listPage<ConsentRow, Consent>(tx, page, {
    columns: tx`
      visitor_id as id, visitor_id, purposes, notice_version, first_given_at, last_given_at, received_at, source`,
    records: tx`
      consents c
      where c.workspace_id = ${workspaceId} and ${
        'visitorId' in whose
          ? tx`c.visitor_id = ${whose.visitorId} and c.is_test = ${whose.isTest}`
          : tx`(c.visitor_id, c.is_test, c.purposes) in (
              with ${slicesOfWhom(tx, workspaceId, whose)}
              select o.visitor_id, o.is_test, o.purposes from slices s join consents o
                on o.workspace_id = ${workspaceId} and o.visitor_id = s.visitor_id and o.is_test = s.is_test
               and o.first_given_at < s.until and o.last_given_at >= s.since)`
      }`,
    orders: {
      id: tx`visitor_id`,
      own: tx`purposes::text`,
      by: { last_given_at: { column: tx`last_given_at`, type: 'timestamptz' } },
    },
    toRecord: toConsent,
  });
}

function toConsent({ id: _, ...row }: ConsentRow): Consent {
  return {
    ...row,
    first_given_at: timestamp(row.first_given_at),
    last_given_at: timestamp(row.last_given_at),
    received_at: timestamp(row.received_at),
  };
}

/** A visitor who refused from the start has consents only. */
export async function hasConsents(tx: Tx, workspaceId: string, visitorId: string) {
  const rows = await tx`
    select from consents where workspace_id = ${workspaceId} and visitor_id = ${visitorId} limit 1`;
  return rows.length > 0;
}
