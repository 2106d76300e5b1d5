/** The author of something: a member by name, or the command line. */
import type { Sql, Tx } from '../../platform/db/connect.ts';

/** SQL for a JSON object; `id`: a column that is null for the command line. */
export const makerOf = (tx: Tx, id: Sql): Sql => tx`
  case when ${id} is null then jsonb_build_object('type', 'command', 'id', null, 'name', 'command line')
  else jsonb_build_object('type', 'member', 'id', ${id}, 'name', coalesce(
    (select coalesce(nullif(u.name, ''), u.email) from users u where u.id = ${id}), '')) end`;
