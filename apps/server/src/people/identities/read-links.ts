/** Links of a person as the REST API reads them: those that count, and those that were detached from them. */
import { type IdentityLink, strengthNames } from '@footfall/contract/corrections';
import type { LinkReason } from '@footfall/contract/reasons';
import type { ProvedName, Right } from '@footfall/contract/rights';
import { timestamp } from '../../platform/common/timestamp.ts';
import type { Tx } from '../../platform/db/connect.ts';
import {
  byCreation,
  type Marked,
  marked,
  type OrderedPage,
  ordering,
} from '../../platform/resource-kit/paging.ts';

interface LinkRow {
  id: string;
  visitor_id: string;
  linked_at: Date;
  by_right: Right;
  proved_name: ProvedName | null;
  email: string;
  user_id: string | null;
  weight: 1 | 2 | 3;
  owns_email: boolean;
  counts: boolean;
  detached_by: string | null;
}

const where = (tx: Tx, workspaceId: string, identityId: string) => tx`
  l.workspace_id = ${workspaceId} and (l.identity_id = ${identityId} or l.detached_from = ${identityId})`;

export async function selectIdentityLinks(
  tx: Tx,
  workspaceId: string,
  identityId: string,
  page: OrderedPage,
) {
  const { after, orderBy, mark } = ordering(
    tx,
    page,
    byCreation(tx, tx`l.event_id`, tx`l.linked_at`),
  );
  const found = await tx<(LinkRow & Marked)[]>`
    select l.event_id as id, l.visitor_id, l.linked_at, l.by_right, l.proved_name, l.email, l.user_id, l.weight, l.owns_email,
           l.identity_id is not null as counts, d.id as detached_by, ${mark}
    from identity_links l left join lateral (
      select c.id from corrections c
      join identity_links k on k.workspace_id = ${workspaceId} and k.event_id = c.event_id
      where c.workspace_id = ${workspaceId} and c.visitor_id = l.visitor_id and c.is_test = l.is_test
        and c.kind = 'detach' and k.email_key = l.email_key and k.user_id is not distinct from l.user_id
        and not exists (select from corrections u where u.workspace_id = ${workspaceId} and u.undoes = c.id)
      order by c.place desc limit 1
    ) d on l.identity_id is null
    where ${where(tx, workspaceId, identityId)} ${after}
    ${orderBy} limit ${page.limit} offset ${page.offset}`;
  const { rows, next } = marked(found, page);
  return { data: rows.map(toLink), next };
}

export async function countIdentityLinks(tx: Tx, workspaceId: string, identityId: string) {
  const [row] = await tx<{ total: number }[]>`
    select count(*)::integer as total from identity_links l where ${where(tx, workspaceId, identityId)}`;
  return row?.total ?? 0;
}

function toLink(row: LinkRow): IdentityLink {
  return {
    id: row.id,
    visitor_id: row.visitor_id,
    created_at: timestamp(row.linked_at),
    right: row.by_right,
    proved_name: row.proved_name,
    strength: strengthNames[row.weight - 1] ?? 'anybody',
    evidence: { email: row.email, user_id: row.user_id ?? '' },
    counts: row.counts,
    email_counts: row.counts && row.owns_email,
    ...reasonOf(row),
    detached_by: row.detached_by,
  };
}

function reasonOf({ counts, email, owns_email }: LinkRow) {
  if (!counts) return because('detached');
  if (email !== '' && !owns_email) return because('foreign_address');
  return { reason: null, reason_code: null };
}

const reasonTexts: Record<LinkReason, string> = {
  detached: 'it was detached: this visitor is not who these names say',
  foreign_address: 'the address is not theirs; see the suggestions',
};

const because = (code: LinkReason) => ({ reason: reasonTexts[code], reason_code: code });
