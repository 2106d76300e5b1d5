/** Recomputes the touches of a whole workspace, in slices of visitors. */
import type { Database, Tx } from '../../platform/db/connect.ts';
import { attributeVisitors } from './attribute.ts';

/** Visitors with a conversion or lead per transaction: some tenths of a second of work. */
const sliceSize = 500;

export interface Recomputed {
  /** Conversions and leads. */
  subjects: number;
  visitors: number;
}

/**
 * Recomputes the touches of a workspace's conversions and leads, optionally from `since` on (PostgreSQL's
 * timestamp format). One transaction per slice, so that the service continues; can be restarted after an
 * abort. `onProgress`: called after each slice.
 */
export async function recomputeTouches(
  db: Database,
  workspaceId: string,
  since: string | undefined,
  onProgress: (done: Recomputed, ofVisitors: number) => void,
): Promise<Recomputed> {
  const from = since ?? '-infinity';
  const total = await db.workspace(workspaceId, (tx) => countVisitors(tx, workspaceId, from));
  const done: Recomputed = { subjects: 0, visitors: 0 };
  for (let after = lowestId; ; ) {
    const slice = await db.workspace(workspaceId, async (tx) => {
      const visitorIds = await nextVisitors(tx, workspaceId, from, after);
      return { visitorIds, subjects: await attributeVisitors(tx, workspaceId, visitorIds, from) };
    });
    done.subjects += slice.subjects;
    done.visitors += slice.visitorIds.length;
    const last = slice.visitorIds.at(-1);
    if (last === undefined) return done;
    onProgress(done, total);
    after = last;
  }
}

const lowestId = '00000000-0000-0000-0000-000000000000';

async function countVisitors(tx: Tx, workspaceId: string, since: string): Promise<number> {
  const [row] = await tx<{ total: number }[]>`
    select count(*)::integer as total from (
      select visitor_id from conversions
      where workspace_id = ${workspaceId} and created_at >= ${since}::text::timestamptz
      union
      select visitor_id from leads
      where workspace_id = ${workspaceId} and created_at >= ${since}::text::timestamptz
    ) v`;
  return row?.total ?? 0;
}

/** Reads each table in its index order on visitors, and no further than needed. */
async function nextVisitors(tx: Tx, workspaceId: string, since: string, after: string) {
  const rows = await tx<{ id: string }[]>`
    (select distinct visitor_id as id from conversions
     where workspace_id = ${workspaceId} and created_at >= ${since}::text::timestamptz
       and visitor_id > ${after}
     order by visitor_id limit ${sliceSize})
    union
    (select distinct visitor_id from leads
     where workspace_id = ${workspaceId} and created_at >= ${since}::text::timestamptz
       and visitor_id > ${after}
     order by visitor_id limit ${sliceSize})
    order by id limit ${sliceSize}`;
  return rows.map(({ id }) => id);
}
