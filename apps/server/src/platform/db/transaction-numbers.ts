/**
 * Stored transaction numbers, by table and column, with their replacement on another server, where they are meaningless:
 * followers of changes then reread all that are kept.
 */
export const numbersElsewhere: Record<string, Record<string, string>> = {
  changes: { xact: 'pg_current_xact_id()::text::bigint' },
  verdicts: { xact: '1' },
  stats_state: { collected: "'1:1:'" },
  list_upkeep: { collected: "'1:1:'" },
};

/** SQL that makes followers from another server start over, for workspaces `rows`. Run it in the transaction that renumbers changes. */
export function floorsOf(rows: string, floors = 'change_floors'): string {
  return `
    insert into ${floors} (workspace_id, xact, id)
    select workspace_id, pg_current_xact_id()::text::bigint, '00000000-0000-0000-0000-000000000000' from ${rows}
    on conflict (workspace_id) do update set xact = excluded.xact, id = excluded.id`;
}
