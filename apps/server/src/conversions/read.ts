/** Conversions as the REST API reads them. */
import type { Conversion } from '@footfall/contract/conversions';
import { timestamp } from '../common/timestamp.ts';
import type { Tx } from '../db/connect.ts';
import { currentId } from '../identities/survivors.ts';
import { type CreatedRange, inCreatedRange } from '../resource-kit/created-range.ts';
import type { Page } from '../resource-kit/paging.ts';
import { touchOf } from './touches.ts';

export interface ConversionFilter extends CreatedRange {
  isTest: boolean;
  isBot: boolean;
  name?: string;
  visitorId?: string;
  identityId?: string;
}

interface ConversionRow extends Omit<Conversion, 'value' | 'created_at'> {
  /** numeric comes as text, so that no digit is lost on the way. */
  value: string | null;
  created_at: Date;
}

const columns = (tx: Tx) => tx`
  id, workspace_id, visitor_id, session_id, identity_id, lead_id, name, value, currency,
  external_id, code, properties, by_right as "right", created_at`;

const touches = (tx: Tx, workspaceId: string) => tx`
  ${touchOf(tx, workspaceId, 'conversion', 'first_touch')} as first_touch,
  ${touchOf(tx, workspaceId, 'conversion', 'last_touch')} as last_touch`;

const where = (tx: Tx, workspaceId: string, filter: ConversionFilter) => tx`
  workspace_id = ${workspaceId} and is_test = ${filter.isTest}
  ${filter.isBot ? tx`and is_bot` : tx`and not is_bot`}
  ${filter.name === undefined ? tx`` : tx`and name = ${filter.name}`}
  ${filter.visitorId === undefined ? tx`` : tx`and visitor_id = ${filter.visitorId}`}
  ${filter.identityId === undefined ? tx`` : tx`and identity_id = ${currentId(tx, workspaceId, filter.identityId)}`}
  ${inCreatedRange(tx, filter)}`;

export async function selectConversions(
  tx: Tx,
  workspaceId: string,
  filter: ConversionFilter,
  page: Page,
): Promise<Conversion[]> {
  const rows = await tx<ConversionRow[]>`
    select subject.*, ${touches(tx, workspaceId)}
    from (
      select ${columns(tx)} from conversions where ${where(tx, workspaceId, filter)}
      order by created_at desc, id desc limit ${page.limit} offset ${page.offset}
    ) subject
    order by created_at desc, id desc`;
  return rows.map(toConversion);
}

export async function countConversions(tx: Tx, workspaceId: string, filter: ConversionFilter) {
  const [row] = await tx<{ total: number }[]>`
    select count(*)::integer as total from conversions where ${where(tx, workspaceId, filter)}`;
  return row?.total ?? 0;
}

export async function selectConversion(tx: Tx, workspaceId: string, id: string) {
  const [row] = await tx<ConversionRow[]>`
    select ${columns(tx)}, ${touches(tx, workspaceId)} from conversions subject
    where workspace_id = ${workspaceId} and id = ${id}`;
  return row && toConversion(row);
}

function toConversion({ value, created_at, ...row }: ConversionRow): Conversion {
  return {
    ...row,
    value: value === null ? null : Number(value),
    created_at: timestamp(created_at),
  };
}
