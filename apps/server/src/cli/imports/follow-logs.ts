/** Follows access logs into a workspace, for visits of bots that run no script. */
import { setTimeout as sleep } from 'node:timers/promises';
import { selectVisitorSecret } from '../../accounts/workspaces/store.ts';
import { accessLogFormat } from '../../collect/imports/access-log.ts';
import { PositionFile } from '../../collect/imports/log-position.ts';
import { LogTail } from '../../collect/imports/log-tail.ts';
import { type RowWishes, readRow } from '../../collect/imports/read-row.ts';
import { Sender } from '../../collect/imports/sender.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/connect.ts';
import { withOwnService } from './own-service.ts';
import { importIds } from './run-import.ts';

export interface FollowWishes {
  workspaceId: string;
  /** Absolute paths. */
  paths: string[];
  site: URL | undefined;
  hasPeople: boolean;
  /** Reads existing lines, and ends. */
  isOnce: boolean;
  signal: AbortSignal;
  onWarning: (line: string) => void;
  onCounts: (counts: FollowCounts) => void;
}

export interface FollowCounts {
  lines: number;
  stored: number;
  /** Unreadable lines, or messages the service rejected. */
  faulty: number;
}

const pollMs = 500;

/** @throws StartError if the service rejects the messages; progress is saved */
export async function followLogs(
  db: Database,
  config: Config,
  wishes: FollowWishes,
): Promise<FollowCounts> {
  const { workspaceId, isOnce, signal, onCounts } = wishes;
  const counts: FollowCounts = { lines: 0, stored: 0, faulty: 0 };
  const secret = await db.workspace(workspaceId, (tx) => selectVisitorSecret(tx, workspaceId));
  await withOwnService(db, config, workspaceId, async ({ target }) => {
    const sender = new Sender<undefined>(target, 'access-log', (_, { status }) => {
      if (status === 'accepted') counts.stored += 1;
      if (status === 'rejected') counts.faulty += 1;
    });
    const logs = await Promise.all(wishes.paths.map((path) => openLog(path, config, wishes)));
    try {
      while (!signal.aborted) {
        for (const log of logs) await takeIn(log, sender, secret, wishes, counts);
        onCounts(counts);
        if (isOnce) break;
        await sleep(pollMs, undefined, { signal }).catch(() => undefined);
      }
    } finally {
      await sender.settled();
      await Promise.all(logs.map(({ tail }) => tail.close()));
    }
  });
  return counts;
}

interface Log {
  tail: LogTail;
  positions: PositionFile;
}

async function openLog(
  path: string,
  { dataDir }: Config,
  { workspaceId, onWarning }: FollowWishes,
): Promise<Log> {
  const positions = new PositionFile(dataDir, workspaceId, path);
  return { positions, tail: new LogTail(path, await positions.read(), onWarning) };
}

/** Saves the position once everything before it is stored. */
async function takeIn(
  { tail, positions }: Log,
  sender: Sender<undefined>,
  secret: string,
  { site, hasPeople, signal }: FollowWishes,
  counts: FollowCounts,
): Promise<void> {
  const rowWishes: RowWishes = {
    site,
    hasPeople,
    hasLeads: false,
    ids: importIds(secret),
    nowMs: Date.now(),
  };
  for await (const { lines, position } of tail.read()) {
    for (const line of lines) {
      counts.lines += 1;
      const read = readRow(accessLogFormat, { line: line.trim() }, rowWishes);
      if ('messages' in read) await sender.add(undefined, read.messages);
      else if ('refused' in read) counts.faulty += 1;
    }
    await sender.end();
    await positions.write(position);
    if (signal.aborted) return;
  }
}
