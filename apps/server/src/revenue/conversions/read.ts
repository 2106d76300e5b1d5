/** Conversions as the REST API reads them. */
import type { Conversion } from '@footfall/contract/conversions';
import { type Dated, withTimestamps } from '../../platform/common/timestamp.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { type CreatedRange, inCreatedRange } from '../../platform/resource-kit/created-range.ts';
import { byCreationOrChange, type OrderedPage } from '../../platform/resource-kit/paging.ts';
import { type ListFilter, matchesFilter } from '../../records/filters/list-filter.ts';
import { type Asker, isOnPage, listed } from '../../records/filters/match-page.ts';
import { currentId } from '../../records/person/survivors.ts';
import { touchOf } from './touches.ts';

export interface ConversionFilter extends CreatedRange, ListFilter {
  isTest: boolean;
  isBot: boolean;
  name?: string;
  visitorId?: string;
  identityId?: string;
}

interface ConversionRow extends Omit<Dated<Conversion>, 'value'> {
  /** numeric arrives as text, which keeps all digits. */
  value: string | null;
  updated_at: Date;
}

const columns = (tx: Tx) => tx`
  id, workspace_id, visitor_id, session_id, identity_id, lead_id, name, value, currency,
  external_id, code, properties, by_right as verification_level, created_at, updated_at`;

const touches = (tx: Tx, workspaceId: string) => tx`
  ${touchOf(tx, workspaceId, 'conversion', 'first_touch')} as first_touch,
  ${touchOf(tx, workspaceId, 'conversion', 'last_non_direct')} as last_non_direct,
  ${touchOf(tx, workspaceId, 'conversion', 'last_touch')} as last_touch`;

const where = (tx: Tx, workspaceId: string, filter: ConversionFilter) => tx`
  n.workspace_id = ${workspaceId} and n.is_test = ${filter.isTest}
  ${filter.isBot ? tx`and n.is_bot` : tx`and not n.is_bot`}
  ${filter.name === undefined ? tx`` : tx`and n.name = ${filter.name}`}
  ${filter.visitorId === undefined ? tx`` : tx`and n.visitor_id = ${filter.visitorId}`}
  ${filter.identityId === undefined ? tx`` : tx`and n.identity_id = ${currentId(tx, workspaceId, filter.identityId)}`}
  ${inCreatedRange(tx, filter, 'n.created_at')} ${matchesFilter(tx, workspaceId, 'conversion', filter)}`;

const orders = (tx: Tx) => byCreationOrChange(tx`n.id`, tx`n.created_at`, tx`n.updated_at`);

export function listConversions(
  asker: Asker,
  workspaceId: string,
  filter: ConversionFilter,
  page: OrderedPage,
) {
  const { tx } = asker;
  const direction = page.isDescending ? tx`desc` : tx`asc`;
  return listed<ConversionRow, Conversion>(asker, page, {
    kind: 'conversion',
    filter,
    records: tx`conversions n where ${where(tx, workspaceId, filter)}`,
    onPage: (matches) => tx`
      conversions n where n.workspace_id = ${workspaceId} and ${isOnPage(tx, orders(tx), matches)}`,
    orders: orders(tx),
    select: ({ page: onPage, mark }) => tx`
      select subject.*, ${touches(tx, workspaceId)}
      from (select ${columns(tx)}, ${mark} from ${onPage}) subject
      order by ${tx(page.by)} ${direction}, id ${direction}`,
    toRecords: (rows) => rows.map(toConversion),
  });
}

export async function selectConversion(tx: Tx, workspaceId: string, id: string) {
  const [row] = await tx<ConversionRow[]>`
    select ${columns(tx)}, ${touches(tx, workspaceId)} from conversions subject
    where workspace_id = ${workspaceId} and id = ${id}`;
  return row && toConversion(row);
}

function toConversion({ value, updated_at: _, ...row }: ConversionRow) {
  return withTimestamps<Conversion>({ ...row, value: value === null ? null : Number(value) });
}
