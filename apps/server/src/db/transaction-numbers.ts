/**
 * What is kept by the numbers of transactions, which mean nothing in another database. There it becomes this, as SQL: what
 * follows changes looks at all of them anew.
 */
export const renumbered: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  changes: { xact: 'pg_current_xact_id()::text::bigint' },
  verdicts: { xact: '1' },
  stats_state: { collected: "'1:1:'" },
  list_upkeep: { collected: "'1:1:'" },
};
