/** People that were made anew, into the database: what differs is written, what is gone is removed. */

import { type CompanyEvidence, replaceEmailEvidence } from '../../companies/store.ts';
import { type Column, columnValues, nameList, selectList, unnestClause } from '../../db/columns.ts';
import type { Tx } from '../../db/connect.ts';
import { identityColumns } from '../../identities/naming.ts';
import { type MadeLead, replaceLeads } from '../../leads/open.ts';
import { attribute } from '../attribution/attribute.ts';
import type { ConversionFact, PeopleHistory } from './history.ts';
import type { ResolvedIdentity } from './resolve.ts';

export interface MadePeople {
  identities: ResolvedIdentity[];
  /** By the event that named them. */
  personOf: Map<string, ResolvedIdentity>;
  leads: MadeLead[];
  conversions: ConversionFact[];
  evidence: CompanyEvidence[];
}

export async function storePeople(
  tx: Tx,
  workspaceId: string,
  history: PeopleHistory,
  made: MadePeople,
): Promise<void> {
  const successors = successorsOf(history, made);
  await storeIdentities(tx, workspaceId, made.identities, successors);
  await moveLinks(tx, workspaceId, history, made);
  await storeLeads(tx, workspaceId, history, made.leads, successors);
  await updateConversions(tx, workspaceId, history.conversions, made.conversions);
  const { visitorIds, isTest } = history;
  await replaceEmailEvidence(tx, workspaceId, visitorIds, isTest, made.evidence);
  // Its locks come last.
  await attribute(tx, workspaceId, history.visitorIds);
  const gone = goneLeads(history, made.leads);
  await tx`
    delete from touches where workspace_id = ${workspaceId} and subject_type = 'lead'
      and subject_id = any(${gone}::uuid[])`;
}

/** Identities that are gone: who they turned out to be. */
function successorsOf({ namings }: PeopleHistory, { identities, personOf }: MadePeople) {
  const kept = new Set(identities.map(({ id }) => id));
  const successors = new Map<string, string>();
  for (const { storedIdentityId: old, eventId } of namings) {
    const person = personOf.get(eventId);
    if (person && !kept.has(old) && !successors.has(old)) successors.set(old, person.id);
  }
  return successors;
}

const columns: Column<ResolvedIdentity>[] = [
  ...identityColumns,
  { name: 'updated_at', type: 'timestamptz', value: (identity) => identity.updatedAt },
];
const told = columns.filter(({ name }) => name !== 'id' && name !== 'is_test');

// Names change hands: none is held while others are given theirs.
const forgetNames = `
  update identities set email = '', user_id = null where workspace_id = $1::uuid and id = any($2::uuid[])`;
const store = `
  insert into identities as i (workspace_id, ${nameList(columns)})
  select $1::uuid, ${selectList(columns)} from ${unnestClause(columns, 2)} order by t.id
  on conflict (workspace_id, id) do update set ${told.map(({ name }) => `${name} = excluded.${name}`).join(', ')}`;

async function storeIdentities(
  tx: Tx,
  workspaceId: string,
  identities: ResolvedIdentity[],
  successors: Map<string, string>,
): Promise<void> {
  const gone = [...successors.keys()];
  const heirs = [...successors.values()];
  await tx.unsafe(forgetNames, [workspaceId, [...gone, ...identities.map(({ id }) => id)]]);
  await tx.unsafe(store, [workspaceId, ...columnValues(columns, identities)]);
  if (gone.length === 0) return;
  const changes = tx`unnest(${gone}::uuid[], ${heirs}::uuid[]) as t (gone, heir)`;
  await tx`
    update identities i set is_favorite = true
    from ${changes} join identities g on g.workspace_id = ${workspaceId} and g.id = t.gone and g.is_favorite
    where i.workspace_id = ${workspaceId} and i.id = t.heir`;
  await tx`
    insert into visitor_list_members (workspace_id, list_id, type, member_id, created_at)
    select m.workspace_id, m.list_id, m.type, t.heir, min(m.created_at)
    from ${changes} join visitor_list_members m
      on m.workspace_id = ${workspaceId} and m.type = 'identity' and m.member_id = t.gone
    group by 1, 2, 3, 4 on conflict do nothing`;
  await tx`
    delete from visitor_list_members
    where workspace_id = ${workspaceId} and type = 'identity' and member_id = any(${gone}::uuid[])`;
  await tx`
    delete from personalities where workspace_id = ${workspaceId} and identity_id = any(${gone}::uuid[])`;
  await tx`delete from identities where workspace_id = ${workspaceId} and id = any(${gone}::uuid[])`;
}

async function moveLinks(
  tx: Tx,
  workspaceId: string,
  { namings }: PeopleHistory,
  { personOf }: MadePeople,
): Promise<void> {
  const moved = namings.flatMap(({ eventId, storedIdentityId }) => {
    const id = personOf.get(eventId)?.id;
    return id && id !== storedIdentityId ? [{ eventId, id }] : [];
  });
  if (moved.length === 0) return;
  await tx`
    update identity_links l set identity_id = t.identity_id
    from unnest(${moved.map(({ eventId }) => eventId)}::uuid[], ${moved.map(({ id }) => id)}::uuid[])
      as t (event_id, identity_id)
    where l.workspace_id = ${workspaceId} and l.event_id = t.event_id`;
}

/** A lead that somebody made or edited is never taken away. */
function goneLeads({ leads: before }: PeopleHistory, leads: MadeLead[]): string[] {
  const told = new Set(leads.map(({ id }) => id));
  return before
    .filter(({ id, openedBy, isEdited }) => openedBy !== 'api' && !isEdited && !told.has(id))
    .map(({ id }) => id);
}

async function storeLeads(
  tx: Tx,
  workspaceId: string,
  history: PeopleHistory,
  leads: MadeLead[],
  successors: Map<string, string>,
): Promise<void> {
  const gone = goneLeads(history, leads);
  if (gone.length > 0) {
    // What somebody changes at this moment stays too.
    await tx`
      delete from leads
      where workspace_id = ${workspaceId} and id = any(${gone}::uuid[]) and edited = '{}'`;
  }
  if (successors.size > 0) {
    await tx`
      update leads l set identity_id = t.heir
      from unnest(${[...successors.keys()]}::uuid[], ${[...successors.values()]}::uuid[]) as t (gone, heir)
      where l.workspace_id = ${workspaceId} and l.identity_id = t.gone`;
  }
  if (leads.length > 0) await replaceLeads(tx, workspaceId, leads);
}

async function updateConversions(
  tx: Tx,
  workspaceId: string,
  before: ConversionFact[],
  after: ConversionFact[],
): Promise<void> {
  const changed = after.filter(
    ({ identityId, leadId }, place) =>
      identityId !== before[place]?.identityId || leadId !== before[place]?.leadId,
  );
  if (changed.length === 0) return;
  await tx`
    update conversions c set identity_id = t.identity_id, lead_id = t.lead_id
    from unnest(${changed.map(({ eventId }) => eventId)}::uuid[],
                ${changed.map(({ identityId }) => identityId)}::uuid[],
                ${changed.map(({ leadId }) => leadId)}::uuid[]) as t (id, identity_id, lead_id)
    where c.workspace_id = ${workspaceId} and c.id = t.id`;
}
