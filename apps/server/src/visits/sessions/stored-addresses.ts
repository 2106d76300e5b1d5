/** IP addresses of sessions stored before a workspace tightened its IP setting. */
import type { IpAnonymisation } from '@footfall/contract/settings';
import { withAnonymisedIp } from '../../enrichment/anonymise-ip.ts';
import { type Column, columnValues, unnestClause } from '../../platform/db/columns.ts';
import type { Tx } from '../../platform/db/connect.ts';

/** Small enough not to delay ingest, which waits for the slice's rows. */
const sliceSize = 2_000;

/** End of a slice: the primary key of its last session. */
export interface SlicePlace {
  visitor_id: string;
  id: string;
  is_test: boolean;
}

export interface Slice {
  seen: number;
  changed: number;
  /** Undefined after the last slice. */
  next: SlicePlace | undefined;
}

interface Address extends SlicePlace {
  ip: string;
}

const columns: Column<Address>[] = [
  { name: 'visitor_id', type: 'uuid', value: (row) => row.visitor_id },
  { name: 'id', type: 'uuid', value: (row) => row.id },
  { name: 'is_test', type: 'boolean', value: (row) => row.is_test },
  { name: 'ip', type: 'text', value: (row) => row.ip },
];

const updateSql = `
  update sessions s set ip = t.ip from ${unnestClause(columns, 2)}
  where s.workspace_id = $1::uuid and s.visitor_id = t.visitor_id and s.id = t.id
    and s.is_test = t.is_test`;

/**
 * Anonymizes the next sessions after that place, in key order. Locks the rows in that order first, as ingest
 * does, so that both wait instead of deadlocking.
 */
export async function anonymiseNextSessions(
  tx: Tx,
  workspaceId: string,
  mode: IpAnonymisation,
  after: SlicePlace | undefined,
): Promise<Slice> {
  const beyond = after
    ? tx`and (visitor_id, id, is_test) > (${after.visitor_id}::uuid, ${after.id}::uuid, ${after.is_test}::boolean)`
    : tx``;
  const rows = await tx<Address[]>`
    select visitor_id, id, is_test, ip from sessions
    where workspace_id = ${workspaceId} and ip <> '' ${beyond}
    order by visitor_id, id, is_test limit ${sliceSize} for no key update`;
  const changed = withAnonymisedIp(rows, mode);
  if (changed.length > 0) {
    await tx.unsafe(updateSql, [workspaceId, ...columnValues(columns, changed)]);
  }
  const next = rows.length === sliceSize ? rows.at(-1) : undefined;
  return { seen: rows.length, changed: changed.length, next };
}
