/** Removes mentions of an erased person: ids, and names in texts and rejected events. */
import type { Tx } from '../../platform/db/connect.ts';
import type { PartKind, Removed, RunningErasure } from './store.ts';

export type Parts = Record<PartKind, string[]>;

/** Replaces an address in texts of the workspace. */
const erasedWord = 'erased';

export async function scrubTraces(
  tx: Tx,
  workspaceId: string,
  { erasedAt }: RunningErasure,
  parts: Parts,
): Promise<Removed> {
  const { identity, visitor, lead, conversion, session } = parts;
  const ids = [...identity, ...visitor, ...lead, ...conversion, ...session];
  const gone = await withoutReturned(tx, workspaceId, ids);
  await forgetLooseMentions(tx, workspaceId, erasedAt, parts);
  const { count: entries } = await tx`
    update audit_log set resource_id = null
    where workspace_id = ${workspaceId} and resource_id = any(${ids}::uuid[])
      and created_at <= ${erasedAt}::text::timestamptz`;
  const rejected = await deleteRejected(tx, workspaceId, erasedAt, parts);
  const { count: answers } = await tx`
    delete from idempotent_answers where workspace_id = ${workspaceId}
      and answer ilike any(${[...ids, ...parts.email].map(containing)}::text[])`;
  await scrubChanges(tx, workspaceId, erasedAt, ids);
  await tx`
    update list_change_slices set
      member_ids = array(select m from unnest(member_ids) m where m <> all(${gone}::uuid[])),
      changed_ids = case when changed_ids is not null
        then array(select m from unnest(changed_ids) m where m <> all(${gone}::uuid[])) end
    where workspace_id = ${workspaceId} and (member_ids && ${gone}::uuid[] or changed_ids && ${gone}::uuid[])`;
  await tx`
    delete from jobs where workspace_id = ${workspaceId} and id in (
      select id from jobs where workspace_id = ${workspaceId} and subject = any(${gone}::uuid[])
        and kind <> 'erasure' for update skip locked)`;
  await forgetSearched(tx, workspaceId, gone);
  await scrubTexts(tx, workspaceId, parts.email);
  return { rejected_events: rejected, other: entries + answers };
}

/** Messages with their names that identify nobody, such as those of bots. */
async function forgetLooseMentions(
  tx: Tx,
  workspaceId: string,
  erasedAt: string,
  { email, user_id: userIds }: Parts,
): Promise<void> {
  await tx`
    with loose as (
      delete from identity_links where workspace_id = ${workspaceId} and identity_id is null
        and (email_key <> '' and email_key = any(${email}::text[]) or user_id = any(${userIds}::text[]))
        and linked_at <= ${erasedAt}::text::timestamptz
      returning event_id)
    update events set properties = null
    where workspace_id = ${workspaceId} and id in (select event_id from loose) and type = 'identify'`;
}

/** A person who identified themselves again has the same id, derived from the name. */
async function withoutReturned(tx: Tx, workspaceId: string, ids: string[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select t.id from unnest(${ids}::uuid[]) t (id)
    where not exists (select from identities i where i.workspace_id = ${workspaceId} and i.id = t.id)
      and not exists (select from visitors v where v.workspace_id = ${workspaceId} and v.id = t.id)`;
  return rows.map(({ id }) => id);
}

/** Stored bodies may hold any bytes: those beyond ASCII are compared in escaped form. */
async function deleteRejected(
  tx: Tx,
  workspaceId: string,
  erasedAt: string,
  { visitor, email, user_id: userIds }: Parts,
): Promise<number> {
  const named = userIds.flatMap((id) =>
    ['"user_id":', '"user_id": ', '"userId":', '"userId": '].map(
      (field) => field + JSON.stringify(id),
    ),
  );
  const patterns = [...visitor, ...email, ...named].map(containing);
  const { count } = await tx`
    delete from failed_events where workspace_id = ${workspaceId} and received_at <= ${erasedAt}::text::timestamptz
      and (visitor_id = any(${visitor}::uuid[])
        or encode(body, 'escape') ilike any(array(
          select encode(convert_to(p, 'UTF8'), 'escape') from unnest(${patterns}::text[]) p)))`;
  return count;
}

/** Escapes text for \`ilike\`; doubles backslashes as \`encode\` does. */
function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** Readers of changes still learn that records were removed. */
async function scrubChanges(
  tx: Tx,
  workspaceId: string,
  erasedAt: string,
  ids: string[],
): Promise<void> {
  const which = tx`
    workspace_id = ${workspaceId} and action = 'changed' and created_at <= ${erasedAt}::text::timestamptz
    and (ids && ${ids}::uuid[] or visitor_ids && ${ids}::uuid[])`;
  const kept = (column: 'id' | 'visitor_id') => tx`array(
    select u.${tx(column)} from unnest(c.ids, c.visitor_ids) with ordinality u (id, visitor_id, place)
    where u.id <> all(${ids}::uuid[]) and (u.visitor_id is null or u.visitor_id <> all(${ids}::uuid[]))
    ${column === 'visitor_id' ? tx`and u.visitor_id is not null` : tx``} order by u.place)`;
  await tx`update changes c set ids = ${kept('id')}, visitor_ids = ${kept('visitor_id')} where ${which}`;
  await tx`delete from changes where workspace_id = ${workspaceId} and action = 'changed' and ids = '{}'`;
}

async function forgetSearched(tx: Tx, workspaceId: string, ids: string[]): Promise<void> {
  await tx`
    delete from search_tokens t using (
      select is_test, kind, id, token from search_records r
      cross join lateral string_to_table(r.tokens, E'\n') token
      where r.workspace_id = ${workspaceId} and r.kind in ('identity', 'lead') and r.id = any(${ids}::uuid[])) r
    where t.workspace_id = ${workspaceId} and t.is_test = r.is_test and t.kind = r.kind and t.token = r.token
      and t.id = r.id`;
  for (const table of ['search_records', 'search_pending']) {
    await tx`
      delete from ${tx(table)} where workspace_id = ${workspaceId} and kind in ('identity', 'lead')
        and id = any(${ids}::uuid[])`;
  }
}

/** Members' texts stay, without the address. */
const texts = {
  visitor_lists: ['name', 'description', 'filter'],
  saved_views: ['name', 'filter'],
  shares: ['name', 'query'],
  verdicts: ['reason'],
} as const;
const jsonTexts = ['visitor_lists.filter', 'shares.query'];

async function scrubTexts(tx: Tx, workspaceId: string, emails: string[]): Promise<void> {
  if (emails.length === 0) return;
  const pattern = emails
    .map((email) => email.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('|');
  for (const [table, columns] of Object.entries(texts)) {
    // Share links cannot be edited, so those with the address end.
    if (table === 'shares') {
      await tx`
        delete from shares where workspace_id = ${workspaceId} and (name ~* ${pattern} or query::text ~* ${pattern})`;
      continue;
    }
    for (const column of columns) {
      const text = tx`${tx(column)}::text`;
      const replaced = tx`regexp_replace(${text}, ${pattern}, ${erasedWord}, 'gi')`;
      const isJson = jsonTexts.includes(`${table}.${column}`);
      await tx`
        update ${tx(table)} set ${tx(column)} = ${isJson ? tx`${replaced}::jsonb` : replaced}
        where workspace_id = ${workspaceId} and ${text} ~* ${pattern}`;
    }
  }
  await tx`
    update stats_values set value = ${erasedWord} || ' ' || gen_random_uuid()
    where workspace_id = ${workspaceId} and value ~* ${pattern}`;
}
