/**
 * Resolves former ids of merged people to the survivor, by the names that an id was made from; so it does not matter
 * when or how they were merged.
 */
import type { Sql, Tx } from '../../platform/db/connect.ts';

/** The person an id means now, as an SQL value; the id itself if it never meant anybody. */
export const currentId = (tx: Tx, workspaceId: string, id: string) =>
  currentIdOf(tx, workspaceId, tx`${id}::uuid`);

/** The same for an id in a query. */
export const currentIdOf = (tx: Tx, workspaceId: string, id: Sql) => tx`
  coalesce((select i.id from identities i where i.workspace_id = ${workspaceId} and i.id = ${id}),
    (${survivorOf(tx, workspaceId, id)}), ${id})`;

/** Owner of the first link with these names; for a split-off person, the first link they took. */
const survivorOf = (tx: Tx, workspaceId: string, id: Sql) => tx`
  select found.identity_id from (
    (select l.identity_id from identity_links l
     where l.workspace_id = ${workspaceId} and l.named_id = ${id} and l.identity_id is not null
     order by l.linked_at, l.event_id limit 1)
    union all
    (select l.identity_id from corrections c
     join identity_links l on l.workspace_id = ${workspaceId} and l.event_id = c.other_event_id
     where c.workspace_id = ${workspaceId} and c.other_identity_id = ${id} and c.kind = 'split'
       and l.identity_id is not null
     order by c.place limit 1)
  ) found limit 1`;

/** By id, for ids that nobody has now. */
export async function selectSurvivors(
  tx: Tx,
  workspaceId: string,
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx<{ id: string; survivor_id: string }[]>`
    select old.id, new.identity_id as survivor_id
    from unnest(${ids}::uuid[]) old (id)
    cross join lateral (${survivorOf(tx, workspaceId, tx`old.id`)}) new`;
  return new Map(rows.map((row) => [row.id, row.survivor_id]));
}

/** Undefined if the id is in use or never was. */
export async function selectSurvivorOfUnknown(
  tx: Tx,
  workspaceId: string,
  id: string,
): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    select s.identity_id as id from (${survivorOf(tx, workspaceId, tx`${id}::uuid`)}) s
    where not exists (select from identities where workspace_id = ${workspaceId} and id = ${id})`;
  return row?.id;
}

/** Reads a person by a current or former id; the second query runs only if nobody has the id. */
export async function ofPerson<T>(
  tx: Tx,
  workspaceId: string,
  id: string,
  select: (id: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  const record = await select(id);
  if (record !== undefined) return record;
  const [survivorId] = (await selectSurvivors(tx, workspaceId, [id])).values();
  return survivorId === undefined ? undefined : select(survivorId);
}
