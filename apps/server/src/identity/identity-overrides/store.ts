/** Identity overrides in the database. Append-only. */
import type { Tx } from '../../platform/db/connect.ts';
import type { Actor } from '../../platform/resource-kit/operation-context.ts';
import type { IdentityOverride, Selection } from './identity-override.ts';

interface IdentityOverrideRow {
  id: string;
  kind: IdentityOverride['kind'];
  identity_id: string;
  other_identity_id: string | null;
  event_id: string;
  other_event_id: string | null;
  other_visitor_id: string | null;
  selection: Selection;
  is_undone: boolean;
}

export interface FoundIdentityOverrides {
  /** In the order they were made. */
  identityOverrides: IdentityOverride[];
  /** Visitors of people joined with these visitors' people. */
  joinedVisitors: string[];
}

const isUndone = (tx: Tx, workspaceId: string) => tx`
  exists (select from corrections u where u.workspace_id = ${workspaceId} and u.undoes = c.id)`;

/** Identity overrides of these visitors' people. */
export async function selectIdentityOverrides(
  tx: Tx,
  workspaceId: string,
  isTest: boolean,
  visitorIds: string[],
): Promise<FoundIdentityOverrides> {
  const rows = await tx<(IdentityOverrideRow & { visitor_id: string })[]>`
    select c.id, c.kind, c.identity_id, c.other_identity_id, c.event_id, c.visitor_id, c.other_event_id,
           c.other_visitor_id, c.selection, ${isUndone(tx, workspaceId)} as is_undone
    from corrections c
    where c.workspace_id = ${workspaceId} and c.is_test = ${isTest} and c.kind <> 'undo'
      and (c.visitor_id = any(${visitorIds}::uuid[]) or c.other_visitor_id = any(${visitorIds}::uuid[]))
    order by c.place`;
  const joins = rows.filter(({ kind, is_undone }) => kind === 'join' && !is_undone);
  const joinedVisitors = joins.flatMap((row) =>
    [row.visitor_id, row.other_visitor_id ?? []].flat(),
  );
  return { identityOverrides: rows.map(toIdentityOverride), joinedVisitors };
}

function toIdentityOverride(row: IdentityOverrideRow): IdentityOverride {
  const made = { id: row.id, isUndone: row.is_undone, eventId: row.event_id };
  const otherEventId = row.other_event_id ?? '';
  if (row.kind === 'detach') return { ...made, kind: 'detach', identityId: row.identity_id };
  if (row.kind === 'join') return { ...made, kind: 'join', otherEventId };
  const { selection } = row;
  const newIdentityId = row.other_identity_id ?? '';
  return { ...made, kind: 'split', otherEventId, newIdentityId, selection };
}

export interface NewIdentityOverride {
  id: string;
  isTest: boolean;
  kind: IdentityOverride['kind'] | 'undo';
  identityId: string;
  otherIdentityId: string | null;
  eventId: string | null;
  visitorId: string | null;
  otherEventId: string | null;
  otherVisitorId: string | null;
  selection: Selection | Record<string, never>;
  undoes: string | null;
}

/** Needs the lock on the workspace's people, so that positions are assigned in sequence. */
export async function insertIdentityOverride(
  tx: Tx,
  workspaceId: string,
  row: NewIdentityOverride,
  actor: Actor,
): Promise<void> {
  await tx`
    insert into corrections (workspace_id, id, is_test, place, kind, identity_id, other_identity_id, event_id, visitor_id,
                             other_event_id, other_visitor_id, selection, undoes, actor_kind, actor_id)
    select ${workspaceId}, ${row.id}, ${row.isTest},
           (select coalesce(max(place), 0) + 1 from corrections where workspace_id = ${workspaceId}),
           ${row.kind}, ${row.identityId}, ${row.otherIdentityId}, ${row.eventId}, ${row.visitorId},
           ${row.otherEventId}, ${row.otherVisitorId}, ${JSON.stringify(row.selection)}::text::jsonb, ${row.undoes},
           ${actor.kind}, ${actor.kind === 'command' ? null : actor.id}`;
}

/** Includes undone ones and their undo entries. */
export async function countIdentityOverrides(tx: Tx, workspaceId: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select coalesce(max(place), 0) as count from corrections where workspace_id = ${workspaceId}`;
  return row?.count ?? 0;
}

/** The person an identity override was about, to undo it. */
export interface StoredIdentityOverride {
  isTest: boolean;
  identityId: string;
  visitorIds: string[];
  isUndone: boolean;
}

export async function selectStoredIdentityOverride(
  tx: Tx,
  workspaceId: string,
  id: string,
): Promise<StoredIdentityOverride | undefined> {
  const [row] = await tx<
    {
      is_test: boolean;
      identity_id: string;
      visitor_id: string;
      other_visitor_id: string | null;
      is_undone: boolean;
    }[]
  >`
    select c.is_test, c.identity_id, c.visitor_id, c.other_visitor_id, ${isUndone(tx, workspaceId)} as is_undone
    from corrections c where c.workspace_id = ${workspaceId} and c.id = ${id} and c.kind <> 'undo'`;
  return (
    row && {
      isTest: row.is_test,
      identityId: row.identity_id,
      visitorIds: [row.visitor_id, row.other_visitor_id ?? []].flat(),
      isUndone: row.is_undone,
    }
  );
}
