/**
 * Identifies a workspace's demo data. Every demo message has a sender with the options in its name, which
 * sessions store, so that the same command finds its month again.
 */
import type { DemoOptions } from '@footfall/demo/generate';
import type { Tx } from '../../platform/db/connect.ts';

const senderName = 'footfall-demo';
const pattern = `${senderName}/%`;
/** Change it when the same options produce different messages: that is another month. */
const edition = 'second';

/** For `context.library` of the messages. */
export function demoSender({ seed, events, days, untilMs }: DemoOptions) {
  return { name: senderName, version: `${edition}.${seed}.${events}.${days}.${untilMs}` };
}

/** End of the stored month with the same options. */
export async function selectDemoEnd(
  tx: Tx,
  workspaceId: string,
  options: Omit<DemoOptions, 'untilMs'>,
): Promise<number | undefined> {
  const { name, version } = demoSender({ ...options, untilMs: 0 });
  const start = `${name}/${version.slice(0, -1)}`;
  const [row] = await tx<{ library: string }[]>`
    select library from sessions
    where workspace_id = ${workspaceId} and is_test = false and starts_with(library, ${start})
    limit 1`;
  return row && Number(row.library.slice(start.length));
}

/** Whether there are live sessions from elsewhere. */
export async function hasOtherData(tx: Tx, workspaceId: string): Promise<boolean> {
  const rows = await tx`
    select from sessions
    where workspace_id = ${workspaceId} and is_test = false and library not like ${pattern}
    limit 1`;
  return rows.length > 0;
}
