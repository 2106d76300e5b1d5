import type { Sql, Tx } from '../../platform/db/connect.ts';

/** As Google Analytics counts: 10 seconds of engagement make a visit no bounce. */
const bounceBelowMs = 10_000;

export function isBounce(pageViews: number, engagedMs: number, hasConversion: boolean): boolean {
  return pageViews <= 1 && engagedMs < bounceBelowMs && !hasConversion;
}

/** For a session `s`. */
export const isBounceInSql = (tx: Tx, workspaceId: string): Sql => tx`
  (s.page_view_count <= 1 and s.engaged_ms < ${bounceBelowMs}::integer and not ${hasConversion(tx, workspaceId)})`;

export const hasConversion = (tx: Tx, workspaceId: string): Sql => tx`
  exists (select from conversions c
          where c.workspace_id = ${workspaceId} and c.visitor_id = s.visitor_id
            and c.session_id = s.id and c.is_test = s.is_test)`;
