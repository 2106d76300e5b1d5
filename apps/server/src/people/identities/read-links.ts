/** A person's links for the REST API: those that count, and detached ones. */
import { type IdentityLink, strengthNames } from '@footfall/contract/identity-overrides';
import type { LinkReason } from '@footfall/contract/reasons';
import type { ProvedName, VerificationLevel } from '@footfall/contract/verification-levels';
import { timestamp } from '../../platform/common/timestamp.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { byCreation, listPage, type OrderedPage } from '../../platform/resource-kit/paging.ts';

interface LinkRow {
  id: string;
  visitor_id: string;
  linked_at: Date;
  by_right: VerificationLevel;
  proved_name: ProvedName | null;
  email: string;
  user_id: string | null;
  weight: 1 | 2 | 3;
  owns_email: boolean;
  counts: boolean;
  detached_by: string | null;
}

/** The identity override that detached a link. */
const detachedBy = (tx: Tx, workspaceId: string) => tx`
  case when l.identity_id is null then (
    select c.id from corrections c
    join identity_links k on k.workspace_id = ${workspaceId} and k.event_id = c.event_id
    where c.workspace_id = ${workspaceId} and c.visitor_id = l.visitor_id and c.is_test = l.is_test
      and c.kind = 'detach' and k.email_key = l.email_key and k.user_id is not distinct from l.user_id
      and not exists (select from corrections u where u.workspace_id = ${workspaceId} and u.undoes = c.id)
    order by c.place desc limit 1) end`;

export function listIdentityLinks(
  tx: Tx,
  workspaceId: string,
  identityId: string,
  page: OrderedPage,
) {
  return listPage<LinkRow, IdentityLink>(tx, page, {
    columns: tx`
      l.event_id as id, l.visitor_id, l.linked_at, l.by_right, l.proved_name, l.email, l.user_id, l.weight, l.owns_email,
      l.identity_id is not null as counts, ${detachedBy(tx, workspaceId)} as detached_by`,
    records: tx`
      identity_links l where l.workspace_id = ${workspaceId}
        and (l.identity_id = ${identityId} or l.detached_from = ${identityId})`,
    orders: byCreation(tx, tx`l.event_id`, tx`l.linked_at`),
    toRecord: toLink,
  });
}

function toLink(row: LinkRow): IdentityLink {
  return {
    id: row.id,
    visitor_id: row.visitor_id,
    created_at: timestamp(row.linked_at),
    verification_level: row.by_right,
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
  detached: 'detached by an identity override',
  foreign_address: 'the email address belongs to another person; see the suggestions',
};

const because = (code: LinkReason) => ({ reason: reasonTexts[code], reason_code: code });
