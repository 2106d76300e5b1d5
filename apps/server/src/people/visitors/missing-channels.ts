/**
 * Fills in channels of visitors from older versions, or cleared by a migration after a rule change. In the
 * background, in slices, until none is missing.
 */

import { visitOrigin } from '../../enrichment/sources/visit-origin.ts';
import type { Database, Tx } from '../../platform/db/connect.ts';

interface VisitorRow {
  id: string;
  is_test: boolean;
  entry_url: string;
  referrer: string;
  campaign: Record<string, unknown> | null;
  click_ids: Record<string, unknown> | null;
}

const visitorsAtOnce = 1_000;

/** `isEnding`: checked before each slice. */
export async function fillMissingChannels(db: Database, isEnding: () => boolean): Promise<void> {
  const workspaces = await db.everywhere(
    (tx) =>
      tx<{ workspace_id: string }[]>`select workspace_id from workspaces where deleted_at is null`,
  );
  for (const { workspace_id: id } of workspaces.flat()) {
    let filled = visitorsAtOnce;
    while (filled === visitorsAtOnce && !isEnding()) {
      filled = await db.workspace(id, (tx) => fillNext(tx, id));
    }
  }
}

/** Skips visitors that are being written: their writer sets the channel. */
async function fillNext(tx: Tx, workspaceId: string): Promise<number> {
  const rows = await tx<VisitorRow[]>`
    select id, is_test, entry_url, referrer, campaign, click_ids from visitors
    where workspace_id = ${workspaceId} and channel is null
    order by id, is_test limit ${visitorsAtOnce} for no key update skip locked`;
  const channels = rows.map(
    ({ entry_url: url, referrer, campaign, click_ids: clickIds }) =>
      visitOrigin({ url, referrer, campaign, clickIds }).channel,
  );
  await tx`
    update visitors v set channel = t.channel
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ is_test }) => String(is_test))}::text[]::boolean[],
                ${channels}::text[]) as t (id, is_test, channel)
    where v.workspace_id = ${workspaceId} and v.id = t.id and v.is_test = t.is_test`;
  return rows.length;
}
