/** Identities as the REST API reads them. */
import type { Identity } from '@footfall/contract/identities';
import { timestamp } from '../common/timestamp.ts';
import type { Tx } from '../db/connect.ts';
import { type Asked, isAsked, unprepared } from '../filters/asked.ts';
import { type CreatedRange, inCreatedRange } from '../resource-kit/created-range.ts';
import { marked, type OrderedPage, type Orders, ordering } from '../resource-kit/paging.ts';
import { ownersOf, selectAddresses } from './addresses.ts';
import { type EditedTraits, withEdited } from './edited-traits.ts';
import { type Seen, selectSeen } from './seen.ts';

interface IdentityRow {
  id: string;
  workspace_id: string;
  visitor_id: string;
  email: string;
  name: string;
  traits: Record<string, unknown>;
  edited_traits: EditedTraits;
  is_favorite: boolean;
  created_at: Date;
}

/** What else is told of each person. */
type Expanded = 'addresses' | undefined;

export interface IdentityFilter extends CreatedRange, Asked {
  isTest: boolean;
  email?: string;
  visitorId?: string;
  isFavorite?: boolean;
}

const columns = (tx: Tx) => tx`
  i.id, i.workspace_id, i.visitor_id, i.email, i.name, i.traits, i.edited_traits, i.is_favorite, i.created_at`;

const where = (tx: Tx, workspaceId: string, filter: IdentityFilter) => tx`
  i.workspace_id = ${workspaceId} and i.is_test = ${filter.isTest}
  ${filter.email === undefined ? tx`` : tx`and i.id in (${ownersOf(tx, workspaceId, filter.isTest, filter.email)})`}
  ${
    filter.visitorId === undefined
      ? tx``
      : tx`and exists (select from identity_links l
             where l.workspace_id = ${workspaceId} and l.identity_id = i.id and l.visitor_id = ${filter.visitorId})`
  }
  ${filter.isFavorite === undefined ? tx`` : tx`and i.is_favorite = ${filter.isFavorite}`}
  ${inCreatedRange(tx, filter, 'i.created_at')} ${isAsked(tx, workspaceId, 'identity', filter)}`;

const orders = (tx: Tx): Orders => ({
  id: tx`i.id`,
  by: {
    created_at: { column: tx`i.created_at`, type: 'timestamptz' },
    updated_at: { column: tx`i.updated_at`, type: 'timestamptz' },
  },
});

export async function selectIdentities(
  tx: Tx,
  workspaceId: string,
  filter: IdentityFilter,
  page: OrderedPage,
  expand: Expanded,
) {
  const { after, orderBy, mark } = ordering(tx, page, orders(tx));
  const found = await unprepared(
    tx<(IdentityRow & { cursor_value: string })[]>`
    select ${columns(tx)}, ${mark} as cursor_value from identities i
    where ${where(tx, workspaceId, filter)} ${after}
    ${orderBy} limit ${page.limit} offset ${page.offset}`,
    filter,
  );
  const { rows, next } = marked(found, page);
  return { data: await withSeen(tx, workspaceId, rows, expand), next };
}

export async function countIdentities(tx: Tx, workspaceId: string, filter: IdentityFilter) {
  const [row] = await unprepared(
    tx<{ total: number }[]>`
    select count(*)::integer as total from identities i where ${where(tx, workspaceId, filter)}`,
    filter,
  );
  return row?.total ?? 0;
}

export async function selectIdentity(tx: Tx, workspaceId: string, id: string, expand?: Expanded) {
  const [row] = await tx<IdentityRow[]>`
    select ${columns(tx)} from identities i where i.workspace_id = ${workspaceId} and i.id = ${id}`;
  if (!row) return undefined;
  const [identity] = await withSeen(tx, workspaceId, [row], expand);
  return identity;
}

async function withSeen(
  tx: Tx,
  workspaceId: string,
  rows: IdentityRow[],
  expand: Expanded,
): Promise<Identity[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [seenOf, addressesOf] = await Promise.all([
    selectSeen(tx, workspaceId, ids),
    expand === 'addresses' ? selectAddresses(tx, workspaceId, ids) : undefined,
  ]);
  return rows.map((row) => ({
    ...toIdentity(row, seenOf.get(row.id)),
    ...(addressesOf && { addresses: addressesOf.get(row.id) ?? [] }),
  }));
}

function toIdentity(
  { created_at, edited_traits, ...row }: IdentityRow,
  seen: Seen | undefined,
): Identity {
  return {
    ...row,
    traits: withEdited(row.traits, edited_traits),
    first_seen: timestamp(seen?.first_seen ?? created_at),
    last_seen: timestamp(seen?.last_seen ?? created_at),
    ip: seen?.ip ?? '',
    city: seen?.city ?? '',
    country: seen?.country ?? '',
    created_at: timestamp(created_at),
  };
}
