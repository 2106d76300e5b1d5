/**
 * One step for one workspace: reads a page, sends it, and saves progress once ClickHouse confirmed. Data sent without saved
 * progress is sent again with a higher version, which replaces it.
 */
import type { Database, Tx } from '../platform/db/connect.ts';
import type { ClickHouse } from './clickhouse.ts';
import { noteErased, selectErasedVisits } from './erasures.ts';
import {
  endTurn,
  forgetPosition,
  type Holder,
  type Position,
  type Progress,
  saveProgress,
  takeLastTurn,
  takeTurn,
} from './positions.ts';
import {
  type ChangedVisits,
  type PageLimits,
  readChanges,
  readEvents,
  readTheseEvents,
  readTheseVisits,
  readVisits,
} from './read.ts';
import { deleteFrom, insertInto, type SinkTable } from './tables.ts';

export interface Turn {
  db: Database;
  clickhouse: ClickHouse;
  workspaceId: string;
  holder: Holder;
  limits: PageLimits;
  signal?: AbortSignal;
  onSent: (table: SinkTable, rows: number) => void;
}

/** Another process may have taken the turn. */
class TurnLost extends Error {}

/** Sends removals, changes, and a page of the initial fill. Returns whether more is left. */
export async function sendNext(turn: Turn): Promise<boolean> {
  const { db, workspaceId, holder } = turn;
  const position = await db.workspace(workspaceId, (tx) => takeTurn(tx, workspaceId, holder));
  if (!position) return false;
  try {
    if (position.removesBefore !== null) await removeOldEvents(turn, position.removesBefore);
    if (position.hasChanges) await followChanges(turn);
    if (position.hasErasures) await eraseVisits(turn);
    if (position.phase !== 'following') return await fill(turn);
    return position.hasChanges;
  } catch (error) {
    if (error instanceof TurnLost) return false;
    throw error;
  } finally {
    await db.workspace(workspaceId, (tx) => endTurn(tx, workspaceId, holder));
  }
}

/** Erases a deleted workspace. Returns false while another process has its turn. */
export async function eraseWorkspace({ db, clickhouse, workspaceId, holder, signal }: Turn) {
  const isOurs = await db.upkeep((tx) => takeLastTurn(tx, workspaceId, holder), workspaceId);
  if (!isOurs) return false;
  for (const table of ['visits', 'events'] as const) {
    await clickhouse.run(deleteFrom(table, `workspace_id = '${workspaceId}'`), signal);
  }
  await db.upkeep((tx) => forgetPosition(tx, workspaceId), workspaceId);
  return true;
}

async function removeOldEvents(turn: Turn, before: string): Promise<void> {
  const isOld = `workspace_id = '${turn.workspaceId}' and occurred_at < toDateTime64('${before}', 3, 'UTC')`;
  await turn.clickhouse.run(deleteFrom('events', isOld), turn.signal);
  await save(turn, { removedBefore: before });
}

/** What is asked for again is harmless. */
async function eraseVisits(turn: Turn): Promise<void> {
  const { db, workspaceId, clickhouse, signal } = turn;
  const erased = await read(turn, (tx) => selectErasedVisits(tx, workspaceId));
  if (!erased) return;
  for (const table of ['visits', 'events'] as const) {
    await clickhouse.run(deleteFrom(table, erased[table]), signal);
  }
  await db.workspace(workspaceId, (tx) => noteErased(tx, workspaceId, erased.erasureIds));
}

async function followChanges(turn: Turn): Promise<void> {
  const { workspaceId, limits } = turn;
  const first = await read(turn, async (tx, { version }) => {
    const changed = await readChanges(tx, workspaceId, limits.changes);
    if (!changed) throw new TurnLost('nothing is known of the workspace');
    return {
      changed,
      lines: await readTheseVisits(tx, workspaceId, changed.keys, version),
    };
  });
  await send(turn, 'visits', first.lines);
  const events = await sendEvents(turn, first.changed);
  const { collected } = first.changed;
  await save(turn, { collected, rows: first.lines.length + events });
}

async function sendEvents(turn: Turn, changed: ChangedVisits): Promise<number> {
  if (changed.keys.length === 0) return 0;
  let sent = 0;
  let after: string | undefined;
  do {
    const page = await read(turn, (tx, position) =>
      readTheseEvents(tx, turn.workspaceId, changed, after, position, turn.limits),
    );
    await send(turn, 'events', page.lines);
    sent += page.lines.length;
    [after] = page.next ?? [];
  } while (after !== undefined);
  return sent;
}

/** Sends a page; after the last one, starts the next kind of record. Returns whether more is left. */
async function fill(turn: Turn): Promise<boolean> {
  const { workspaceId, limits } = turn;
  const { phase, page, staleBelow } = await read(turn, async (tx, position) => ({
    ...position,
    page: await (position.phase === 'visits' ? readVisits : readEvents)(
      tx,
      workspaceId,
      position,
      limits,
    ),
  }));
  if (phase === 'following') return true;
  await send(turn, phase, page.lines);
  const rows = page.lines.length;
  if (page.next !== undefined) {
    await save(turn, { filledUntil: page.next, rows });
    return true;
  }
  if (phase === 'visits') {
    await save(turn, { phase: 'events', filledUntil: [] });
    return true;
  }
  if (staleBelow !== '0') {
    for (const table of ['visits', 'events'] as const) {
      const isStale = `workspace_id = '${workspaceId}' and version < ${staleBelow}`;
      await turn.clickhouse.run(deleteFrom(table, isStale), turn.signal);
    }
  }
  await save(turn, { phase: 'following', isStaleGone: true });
  return false;
}

/** Extends the turn long enough for sending, or ends the work. */
async function read<T>(
  { db, workspaceId, holder }: Turn,
  work: (tx: Tx, position: Position) => Promise<T>,
): Promise<T> {
  return db.workspace(workspaceId, async (tx) => {
    const position = await takeTurn(tx, workspaceId, holder);
    if (!position) throw new TurnLost('another process has the turn');
    // The position may come from another server, with a snapshot that is invalid here.
    if (position.isBegunAnew) throw new TurnLost('all is sent anew');
    return work(tx, position);
  });
}

async function send(turn: Turn, table: SinkTable, lines: string[]): Promise<void> {
  if (lines.length === 0) return;
  await turn.clickhouse.run(insertInto(table, lines), turn.signal);
  turn.onSent(table, lines.length);
}

async function save({ db, workspaceId, holder }: Turn, progress: Progress): Promise<void> {
  await db.workspace(workspaceId, (tx) => saveProgress(tx, workspaceId, holder, progress));
}
