/**
 * IP addresses in events stored before a workspace tightened its IP setting. Only events without a session id
 * have one, since sessions can be recomputed from them.
 */
import type { IpAnonymisation } from '@footfall/contract/settings';
import { withAnonymisedIp } from '../../enrichment/anonymise-ip.ts';
import { type Column, columnValues, unnestClause } from '../../platform/db/columns.ts';
import type { Tx } from '../../platform/db/connect.ts';

const sliceSize = 2_000;

export interface Slice {
  seen: number;
  changed: number;
  /** Last event id of the slice; undefined after the last slice. */
  next: string | undefined;
}

interface Address {
  id: string;
  ip: string;
}

const columns: Column<Address>[] = [
  { name: 'id', type: 'uuid', value: (row) => row.id },
  { name: 'ip', type: 'text', value: (row) => row.ip },
];

const updateSql = `
  update events e set context = jsonb_set(e.context, '{visit,ip}', to_jsonb(t.ip))
  from ${unnestClause(columns, 2)}
  where e.workspace_id = $1::uuid and e.id = t.id`;

/** Anonymizes the addresses of the next events after that id, in order of ids. */
export async function anonymiseNextEvents(
  tx: Tx,
  workspaceId: string,
  mode: IpAnonymisation,
  after: string | undefined,
): Promise<Slice> {
  const rows = await tx<Address[]>`
    select id, context #>> '{visit,ip}' as ip from events
    where workspace_id = ${workspaceId} and context #>> '{visit,ip}' <> ''
      ${after === undefined ? tx`` : tx`and id > ${after}`}
    order by id limit ${sliceSize} for no key update`;
  const changed = withAnonymisedIp(rows, mode);
  if (changed.length > 0) {
    await tx.unsafe(updateSql, [workspaceId, ...columnValues(columns, changed)]);
  }
  const next = rows.length === sliceSize ? rows.at(-1)?.id : undefined;
  return { seen: rows.length, changed: changed.length, next };
}
