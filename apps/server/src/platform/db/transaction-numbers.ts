/**
 * What is stored of numbers of transactions, by table and column. On another server they mean nothing: there it becomes this, so
 * that what follows changes looks at all that are kept once more.
 */
export const numbersElsewhere: Record<string, Record<string, string>> = {
  changes: { xact: 'pg_current_xact_id()::text::bigint' },
  verdicts: { xact: '1' },
  stats_state: { collected: "'1:1:'" },
  list_upkeep: { collected: "'1:1:'" },
};

/** Of workspaces, as `rows`: who followed their changes elsewhere is told to look anew. In the transaction that gives the changes their numbers. */
export function floorsOf(rows: string, floors = 'change_floors'): string {
  return `
    insert into ${floors} (workspace_id, xact, id)
    select workspace_id, pg_current_xact_id()::text::bigint, '00000000-0000-0000-0000-000000000000' from ${rows}
    on conflict (workspace_id) do update set xact = excluded.xact, id = excluded.id`;
}
