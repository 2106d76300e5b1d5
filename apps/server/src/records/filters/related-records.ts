/** How records are related, as SQL: the part after `exists (select from …`. */
import type { filterRelations, RecordKind } from '@footfall/contract/filter-fields';
import type { Sql, Tx } from '../../platform/db/connect.ts';
import { ownerAtTime } from '../person/ownership.ts';

type Related<Kind extends RecordKind> = Record<
  (typeof filterRelations)[Kind][number],
  (tx: Tx, workspaceId: string) => Sql
>;

/** From the outer kind, by its alias, to the inner one; each ends in a condition that can be extended. */
export const relatedTo: { [Kind in RecordKind]: Related<Kind> } = {
  lead: {
    visitor: (tx, ws) => tx`visitors v
      where v.workspace_id = ${ws} and v.id = l.visitor_id and v.is_test = l.is_test`,
    identity: (tx, ws) => tx`identities i where i.workspace_id = ${ws} and i.id = l.identity_id`,
    company: (tx, ws) => tx`companies c where c.workspace_id = ${ws} and c.id = l.company_id`,
    session: (tx, ws) => tx`sessions s
      where s.workspace_id = ${ws} and s.visitor_id = l.visitor_id and s.id = l.session_id
        and s.is_test = l.is_test`,
    conversion: (tx, ws) => tx`conversions n
      where n.workspace_id = ${ws} and (n.visitor_id = l.visitor_id or n.identity_id = l.identity_id)
        and n.lead_id = l.id and not n.is_bot`,
  },
  visitor: {
    identity: (tx, ws) => tx`identity_links k join identities i
        on i.workspace_id = ${ws} and i.id = k.identity_id
      where k.workspace_id = ${ws} and k.visitor_id = v.id and k.is_test = v.is_test`,
    company: (tx, ws) => tx`company_evidence w join companies c
        on c.workspace_id = ${ws} and c.id = w.company_id
      where w.workspace_id = ${ws} and w.visitor_id = v.id and w.is_test = v.is_test`,
    session: (tx, ws) => tx`sessions s
      where s.workspace_id = ${ws} and s.visitor_id = v.id and s.is_test = v.is_test`,
    lead: (tx, ws) => tx`leads l
      where l.workspace_id = ${ws} and l.visitor_id = v.id and l.is_test = v.is_test`,
    conversion: (tx, ws) => tx`conversions n
      where n.workspace_id = ${ws} and n.visitor_id = v.id and n.is_test = v.is_test and not n.is_bot`,
    list: (tx, ws) => tx`visitor_list_members m join visitor_lists vl
        on vl.workspace_id = ${ws} and vl.id = m.list_id
      where m.workspace_id = ${ws} and m.type = 'visitor' and m.shown_id = v.id`,
  },
  identity: {
    visitor: (tx, ws) => tx`identity_links k join visitors v
        on v.workspace_id = ${ws} and v.id = k.visitor_id and v.is_test = k.is_test
      where k.workspace_id = ${ws} and k.identity_id = i.id`,
    company: (tx, ws) => tx`identity_links k
        join company_evidence w
          on w.workspace_id = ${ws} and w.visitor_id = k.visitor_id and w.is_test = k.is_test
        join companies c on c.workspace_id = ${ws} and c.id = w.company_id
      where k.workspace_id = ${ws} and k.identity_id = i.id`,
    session: (tx, ws) => tx`(
        select distinct visitor_id, is_test from identity_links
        where workspace_id = ${ws} and identity_id = i.id
      ) k join sessions s on s.workspace_id = ${ws} and s.visitor_id = k.visitor_id and s.is_test = k.is_test
      where s.bot = '' and ${ownerAtTime(tx, ws, visitOwner(tx))} = i.id`,
    lead: (tx, ws) => tx`leads l where l.workspace_id = ${ws} and l.identity_id = i.id`,
    conversion: (tx, ws) => tx`conversions n
      where n.workspace_id = ${ws} and n.identity_id = i.id and not n.is_bot`,
    list: (tx, ws) => tx`visitor_list_members m join visitor_lists vl
        on vl.workspace_id = ${ws} and vl.id = m.list_id
      where m.workspace_id = ${ws} and m.type = 'identity' and m.shown_id = i.id`,
  },
  company: {
    visitor: (tx, ws) => tx`company_evidence w join visitors v
        on v.workspace_id = ${ws} and v.id = w.visitor_id and v.is_test = w.is_test
      where w.workspace_id = ${ws} and w.company_id = c.id and w.is_test = c.is_test`,
    identity: (tx, ws) => tx`company_evidence w
        join identity_links k
          on k.workspace_id = ${ws} and k.visitor_id = w.visitor_id and k.is_test = w.is_test
        join identities i on i.workspace_id = ${ws} and i.id = k.identity_id
      where w.workspace_id = ${ws} and w.company_id = c.id and w.is_test = c.is_test`,
    session: (tx, ws) => tx`company_evidence w join sessions s
        on s.workspace_id = ${ws} and s.visitor_id = w.visitor_id and s.is_test = w.is_test
      where w.workspace_id = ${ws} and w.company_id = c.id and w.is_test = c.is_test`,
    lead: (tx, ws) => tx`leads l
      where l.workspace_id = ${ws} and l.company_id = c.id and l.is_test = c.is_test`,
    conversion: (tx, ws) => tx`company_evidence w join conversions n
        on n.workspace_id = ${ws} and n.visitor_id = w.visitor_id and n.is_test = w.is_test
      where w.workspace_id = ${ws} and w.company_id = c.id and w.is_test = c.is_test and not n.is_bot`,
  },
  session: {
    visitor: (tx, ws) => tx`visitors v
      where v.workspace_id = ${ws} and v.id = s.visitor_id and v.is_test = s.is_test`,
    identity: (tx, ws) => tx`identities i
      where i.workspace_id = ${ws} and i.id = ${ownerAtTime(tx, ws, visitOwner(tx))} and s.bot = ''`,
    company: (tx, ws) => tx`companies c where c.workspace_id = ${ws} and c.id = s.company_id`,
    lead: (tx, ws) => tx`leads l
      where l.workspace_id = ${ws} and l.visitor_id = s.visitor_id and l.session_id = s.id
        and l.is_test = s.is_test`,
    conversion: (tx, ws) => tx`conversions n
      where n.workspace_id = ${ws} and n.visitor_id = s.visitor_id and n.session_id = s.id
        and n.is_test = s.is_test and not n.is_bot`,
  },
  conversion: {
    visitor: (tx, ws) => tx`visitors v
      where v.workspace_id = ${ws} and v.id = n.visitor_id and v.is_test = n.is_test`,
    identity: (tx, ws) => tx`identities i where i.workspace_id = ${ws} and i.id = n.identity_id`,
    company: (tx, ws) => companyOfVisitor(tx, ws, tx`n`),
    lead: (tx, ws) => tx`leads l where l.workspace_id = ${ws} and l.id = n.lead_id`,
    session: (tx, ws) => tx`sessions s
      where s.workspace_id = ${ws} and s.visitor_id = n.visitor_id and s.id = n.session_id
        and s.is_test = n.is_test`,
  },
  campaign: {},
  list: {},
  visit: {
    session: (tx, ws) => tx`sessions s
      where s.workspace_id = ${ws} and s.visitor_id = f.visitor_id and s.id = f.session_id
        and s.is_test = f.is_test`,
    visitor: (tx, ws) => tx`visitors v
      where v.workspace_id = ${ws} and v.id = f.visitor_id and v.is_test = f.is_test`,
    // As lists count: everybody the visitor was linked to.
    identity: (tx, ws) => tx`identity_links k join identities i
        on i.workspace_id = ${ws} and i.id = k.identity_id
      where k.workspace_id = ${ws} and k.visitor_id = f.visitor_id and k.is_test = f.is_test`,
    company: (tx, ws) => tx`sessions s join companies c
        on c.workspace_id = ${ws} and c.id = s.company_id
      where s.workspace_id = ${ws} and s.visitor_id = f.visitor_id and s.id = f.session_id
        and s.is_test = f.is_test`,
    lead: (tx, ws) => tx`leads l
      where l.workspace_id = ${ws} and l.visitor_id = f.visitor_id and l.session_id = f.session_id
        and l.is_test = f.is_test`,
    conversion: (tx, ws) => tx`conversions n
      where n.workspace_id = ${ws} and n.visitor_id = f.visitor_id and n.session_id = f.session_id
        and n.is_test = f.is_test and not n.is_bot`,
    list: (tx, ws) => tx`visitor_list_members m join visitor_lists vl
        on vl.workspace_id = ${ws} and vl.id = m.list_id
      where m.workspace_id = ${ws} and (m.type = 'visitor' and m.member_id = f.visitor_id
        or m.type = 'identity' and m.member_id in (
          select k.identity_id from identity_links k
          where k.workspace_id = ${ws} and k.visitor_id = f.visitor_id and k.is_test = f.is_test))`,
  },
  event: {
    visitor: (tx, ws) => tx`visitors v
      where v.workspace_id = ${ws} and v.id = e.visitor_id and v.is_test = e.is_test`,
    identity: (tx, ws) => tx`identities i
      where i.workspace_id = ${ws} and i.id = ${ownerAtTime(tx, ws, eventOwner(tx))}`,
    company: (tx, ws) => companyOfVisitor(tx, ws, tx`e`),
    session: (tx, ws) => tx`sessions s
      where s.workspace_id = ${ws} and s.visitor_id = e.visitor_id and s.id = e.session_id
        and s.is_test = e.is_test`,
    lead: (tx, ws) => tx`leads l
      where l.workspace_id = ${ws} and l.visitor_id = e.visitor_id and l.session_id = e.session_id
        and l.is_test = e.is_test`,
  },
};

/** The companies with evidence from the row's visitor. */
function companyOfVisitor(tx: Tx, ws: string, row: Sql): Sql {
  return tx`company_evidence w join companies c
      on c.workspace_id = ${ws} and c.id = w.company_id
    where w.workspace_id = ${ws} and w.visitor_id = ${row}.visitor_id and w.is_test = ${row}.is_test`;
}

function eventOwner(tx: Tx) {
  return { visitorId: tx`e.visitor_id`, isTest: tx`e.is_test`, at: tx`e.occurred_at` };
}

function visitOwner(tx: Tx) {
  return { visitorId: tx`s.visitor_id`, isTest: tx`s.is_test`, at: tx`s.last_activity_at` };
}
