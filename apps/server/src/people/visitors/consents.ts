/** What visitors allowed and refused. The rows do not depend on the order in which they are told. */
import type { Consent } from '@footfall/contract/visitors';
import { type Dated, timestamp } from '../../platform/common/timestamp.ts';
import {
  type Column,
  columnValues,
  nameList,
  selectList,
  unnestClause,
} from '../../platform/db/columns.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { listPage, type OrderedPage } from '../../platform/resource-kit/paging.ts';

/** By purpose, whether it is allowed. */
export type Purposes = Record<string, boolean>;

export interface NewConsent {
  visitorId: string;
  isTest: boolean;
  purposes: Purposes;
  /** When the message happened that tells it. */
  givenAt: string;
  /** When the message says that it happened, also where that is not believed; not stored. */
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
    source = least(c.source, excluded.source)
  where excluded.first_given_at < c.first_given_at or excluded.last_given_at > c.last_given_at`;

/** In key order: two transactions with the same rows wait for rather than deadlock each other. */
export async function upsertConsents(tx: Tx, workspaceId: string, consents: NewConsent[]) {
  const spans = new Map<string, ConsentSpan>();
  for (const { purposes: stated, givenAt, saidMs: _, ...consent } of consents) {
    const purposes = JSON.stringify(stated);
    const key = `${consent.visitorId}${consent.isTest}${purposes}`;
    const span = spans.get(key);
    const [first, last] = [span?.firstGivenAt ?? givenAt, span?.lastGivenAt ?? givenAt];
    spans.set(key, {
      ...consent,
      purposes,
      firstGivenAt: givenAt < first ? givenAt : first,
      lastGivenAt: givenAt > last ? givenAt : last,
    });
  }
  const rows = [...spans].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, span]) => span);
  await tx.unsafe(upsert, [workspaceId, ...columnValues(columns, rows)]);
}

type ConsentRow = Dated<Consent> & { id: string };

/** The state that holds first. */
export function listConsents(
  tx: Tx,
  workspaceId: string,
  visitorId: string,
  isTest: boolean,
  page: OrderedPage,
) {
  return listPage<ConsentRow, Consent>(tx, page, {
    columns: tx`
      visitor_id as id, visitor_id, purposes, first_given_at, last_given_at, received_at, source`,
    records: tx`
      consents
      where workspace_id = ${workspaceId} and visitor_id = ${visitorId} and is_test = ${isTest}`,
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

/** A visitor that refused from the start has consents and nothing else. */
export async function hasConsents(tx: Tx, workspaceId: string, visitorId: string) {
  const rows = await tx`
    select from consents where workspace_id = ${workspaceId} and visitor_id = ${visitorId} limit 1`;
  return rows.length > 0;
}
