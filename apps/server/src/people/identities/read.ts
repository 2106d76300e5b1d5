/** Identities as the REST API reads them. */
import type { Identity } from '@footfall/contract/identities';
import type { VerificationLevel } from '@footfall/contract/verification-levels';
import { selectCompaniesOf } from '../../companies/of-people.ts';
import { timestamp } from '../../platform/common/timestamp.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { type CreatedRange, inCreatedRange } from '../../platform/resource-kit/created-range.ts';
import type { OrderedPage, Orders } from '../../platform/resource-kit/paging.ts';
import {
  type Counted,
  countedByDay,
  type Rows,
} from '../../platform/resource-kit/record-counts.ts';
import { type ListFilter, matchesFilter } from '../../records/filters/list-filter.ts';
import { type Asker, isOnPage, listed } from '../../records/filters/match-page.ts';
import {
  type EditedTraits,
  editsInForce,
  levelsWithEdited,
  type TraitTimes,
  withEdited,
} from '../../records/person/edited-traits.ts';
import { intentToday } from '../../records/person/score-today.ts';
import { type Seen, selectSeen } from '../../records/person/seen.ts';
import { selectPersonalities } from '../personalities/store.ts';
import { ownersOf, selectAddresses } from './addresses.ts';

interface IdentityRow {
  id: string;
  workspace_id: string;
  visitor_id: string;
  email: string;
  name: string;
  traits: Record<string, unknown>;
  inherited_traits: EditedTraits;
  edited_traits: EditedTraits;
  trait_times: TraitTimes;
  inherited_times: TraitTimes;
  edited_times: TraitTimes;
  is_favorite: boolean;
  created_at: Date;
  /** Only if requested. */
  name_right?: VerificationLevel | null;
  trait_rights?: Record<string, VerificationLevel>;
}

/** Optional parts of each person. */
export type Expanded = readonly ('addresses' | 'verification_levels' | 'personality' | 'company')[];

export interface IdentityFilter extends CreatedRange, ListFilter {
  isTest: boolean;
  email?: string;
  visitorId?: string;
  isFavorite?: boolean;
}

const columns = (tx: Tx) => tx`
  i.id, i.workspace_id, i.visitor_id, i.email, i.name, i.traits, i.inherited_traits, i.edited_traits,
  i.trait_times, i.inherited_times, i.edited_times,
  ${isFavorite(tx)} as is_favorite, i.created_at`;

/** Levels from messages, before edits. */
const levels = (tx: Tx, expand: Expanded) =>
  expand.includes('verification_levels') ? tx`, i.name_right, i.trait_rights` : tx``;

const isFavorite = (tx: Tx) => tx`(i.is_favorite or i.inherited_favorite)`;

/** Empty until the behavior was assessed. */
const scoreToday = (tx: Tx) => tx`coalesce((
  select ${intentToday(tx)} from personalities p
  where p.workspace_id = i.workspace_id and p.identity_id = i.id), 0)::bigint`;

const where = (tx: Tx, workspaceId: string, filter: IdentityFilter) => tx`
  i.workspace_id = ${workspaceId} and i.is_test = ${filter.isTest}
  ${filter.email === undefined ? tx`` : tx`and i.id in (${ownersOf(tx, workspaceId, filter.isTest, filter.email)})`}
  ${
    filter.visitorId === undefined
      ? tx``
      : tx`and exists (select from identity_links l
             where l.workspace_id = ${workspaceId} and l.identity_id = i.id and l.visitor_id = ${filter.visitorId})`
  }
  ${filter.isFavorite === undefined ? tx`` : tx`and ${isFavorite(tx)} = ${filter.isFavorite}`}
  ${inCreatedRange(tx, filter, 'i.created_at')} ${matchesFilter(tx, workspaceId, 'identity', filter)}`;

const orders = (tx: Tx): Orders => ({
  id: tx`i.id`,
  by: {
    created_at: { column: tx`i.created_at`, type: 'timestamptz' },
    updated_at: { column: tx`i.updated_at`, type: 'timestamptz' },
    intent_score: { column: scoreToday(tx), type: 'bigint' },
  },
});

/** What the daily counts can answer; undefined if the filter needs more. */
function countedOf(workspaceId: string, filter: IdentityFilter): Counted | undefined {
  const { isTest, createdAfter, createdBefore } = filter;
  const { email, visitorId, isFavorite, filter: checked, updatedAfter } = filter;
  const others = [email, visitorId, isFavorite, checked, updatedAfter];
  if (others.some((other) => other !== undefined)) return undefined;
  return { workspaceId, kind: 'identity', isTest, createdAfter, createdBefore };
}

export function listIdentities(
  asker: Asker,
  workspaceId: string,
  filter: IdentityFilter,
  page: OrderedPage,
  expand: Expanded,
) {
  const { tx } = asker;
  const rows: Rows = (also) => tx`identities i where ${where(tx, workspaceId, filter)} ${also}`;
  return listed<IdentityRow, Identity>(asker, page, {
    kind: 'identity',
    filter,
    records: rows(tx``),
    onPage: (matches) => tx`
      identities i where i.workspace_id = ${workspaceId} and ${isOnPage(tx, orders(tx), matches)}`,
    orders: orders(tx),
    select: ({ page: onPage, mark, orderBy }) => tx`
      select ${columns(tx)}${levels(tx, expand)}, ${mark}
      from (
        -- Those that are passed over are read from the index alone.
        select i.workspace_id, i.id from ${onPage}
      ) page join identities i using (workspace_id, id) ${orderBy}`,
    toRecords: (rows) => withSeen(tx, workspaceId, rows, expand),
    ...countedByDay(tx, countedOf(workspaceId, filter), rows),
  });
}

export async function selectIdentity(
  tx: Tx,
  workspaceId: string,
  id: string,
  expand: Expanded = [],
) {
  const [row] = await tx<IdentityRow[]>`
    select ${columns(tx)}${levels(tx, expand)} from identities i where i.workspace_id = ${workspaceId} and i.id = ${id}`;
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
  const [seenOf, expandedOf] = await Promise.all([
    selectSeen(tx, workspaceId, ids),
    selectExpanded(tx, workspaceId, ids, expand),
  ]);
  return rows.map((row) => ({ ...toIdentity(row, seenOf.get(row.id)), ...expandedOf(row.id) }));
}

/** Reads the requested optional parts. */
async function selectExpanded(
  tx: Tx,
  workspaceId: string,
  ids: string[],
  expand: Expanded,
): Promise<(id: string) => Partial<Identity>> {
  const [addresses, personalities, companies] = await Promise.all([
    expand.includes('addresses') ? selectAddresses(tx, workspaceId, ids) : undefined,
    expand.includes('personality') ? selectPersonalities(tx, workspaceId, ids) : undefined,
    expand.includes('company') ? selectCompaniesOf(tx, workspaceId, ids) : undefined,
  ]);
  return (id) => ({
    ...(addresses && { addresses: addresses.get(id) ?? [] }),
    ...withValue('personality', personalities?.get(id)),
    ...withValue('company', companies?.get(id)),
  });
}

const withValue = <Name extends string, T>(name: Name, value: T | undefined) =>
  value === undefined ? {} : { [name]: value };

function toIdentity(
  {
    created_at,
    inherited_traits,
    edited_traits,
    trait_times,
    inherited_times,
    edited_times,
    name_right,
    trait_rights,
    ...row
  }: IdentityRow,
  seen: Seen | undefined,
): Identity {
  const edited = editsInForce(
    { ...inherited_traits, ...edited_traits },
    { ...inherited_times, ...edited_times },
    trait_times,
  );
  return {
    ...row,
    traits: withEdited(row.traits, edited),
    first_seen: timestamp(seen?.first_seen ?? created_at),
    last_seen: timestamp(seen?.last_seen ?? created_at),
    ip: seen?.ip ?? '',
    city: seen?.city ?? '',
    country: seen?.country ?? '',
    created_at: timestamp(created_at),
    ...(trait_rights && {
      verification_levels: {
        ...(name_right && { name: name_right }),
        traits: levelsWithEdited(trait_rights, edited),
      },
    }),
  };
}
