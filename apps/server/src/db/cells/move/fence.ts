/**
 * In the database that a workspace leaves: triggers note which of its rows change, and refuse changes while it is closed,
 * whoever makes them. They exist while something moves.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import { lockClasses } from '../../lock-classes.ts';
import type { MovingTable } from './tables.ts';

/** A table is locked for a moment, and nobody waits for longer for whoever waits for it. */
const lockMs = 500;
const attempts = 120;

function isLockTimeout(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['55P03', '40P01'].includes(String(error.code))
  );
}

/** Again and again, while others have what it wants to lock. */
async function patiently<T>(
  owner: postgres.Sql,
  work: (tx: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await owner.begin(async (tx) => {
        await tx.unsafe(`set local lock_timeout = ${lockMs}`);
        return work(tx);
      })) as T;
    } catch (error) {
      if (!isLockTimeout(error) || attempt === attempts) throw error;
      await sleep(50);
    }
  }
}

const events = [
  ['insert', 'new'],
  ['update', 'new'],
  ['delete', 'old'],
] as const;

function triggerName(workspaceId: string, event: string): string {
  return `moving_${workspaceId.replaceAll('-', '')}_${event}`;
}

/** From when this resolves on, every change of what moves is noted. */
export async function beginNoting(
  owner: postgres.Sql,
  workspaceId: string,
  tables: MovingTable[],
): Promise<void> {
  await owner.begin(async (tx) => {
    await tx`delete from workspace_move_notes where workspace_id = ${workspaceId}`;
    await tx`
      insert into workspace_fences (workspace_id, phase) values (${workspaceId}, 'noting')
      on conflict (workspace_id) do update set phase = 'noting', until = 'infinity'`;
  });
  for (const { name, primaryKey } of tables) {
    await patiently(owner, async (tx) => {
      for (const [event, row] of events) {
        await tx.unsafe(`
          create or replace trigger ${triggerName(workspaceId, event)} after ${event} on public.${name} for each row
          when (${row}.workspace_id = '${workspaceId}')
          execute function note_moving_row(${primaryKey.map((column) => `'${column}'`).join(', ')})`);
      }
    });
  }
}

/** Resolves when what was being changed is, and nothing may be any more for so many seconds. */
export async function close(
  owner: postgres.Sql,
  workspaceId: string,
  seconds: number,
): Promise<void> {
  await patiently(owner, async (tx) => {
    await tx`select pg_advisory_xact_lock(${lockClasses.fence}, hashtext(${workspaceId}))`;
    await tx`
      update workspace_fences set phase = 'closed', until = clock_timestamp() + make_interval(secs => ${seconds})
      where workspace_id = ${workspaceId}`;
  });
}

/** It lives elsewhere now. */
export async function closeForEver(owner: postgres.Sql, workspaceId: string): Promise<void> {
  await owner`
    update workspace_fences set phase = 'closed', until = 'infinity' where workspace_id = ${workspaceId}`;
}

/** It may be changed again, and nothing is noted any more. */
export async function removeFence(
  owner: postgres.Sql,
  workspaceId: string,
  tables: MovingTable[],
): Promise<void> {
  await owner`delete from workspace_fences where workspace_id = ${workspaceId} and phase = 'noting'`;
  for (const { name } of tables) {
    const names = events.map(([event]) => triggerName(workspaceId, event));
    const [found] = await owner`
      select from pg_trigger where tgrelid = ${`public.${name}`}::regclass and tgname = any(${names})`;
    if (!found) continue;
    await patiently(owner, async (tx) => {
      for (const trigger of names) {
        await tx.unsafe(`drop trigger if exists ${trigger} on public.${name}`);
      }
    });
  }
  await owner.begin(async (tx) => {
    await tx`delete from workspace_move_notes where workspace_id = ${workspaceId}`;
    await tx`delete from workspace_fences where workspace_id = ${workspaceId}`;
  });
}

export interface Note {
  table: string;
  key: object;
}

/** What was noted since the last time, once. */
export async function takeNotes(owner: postgres.Sql, workspaceId: string): Promise<Note[]> {
  return owner<Note[]>`
    with taken as (
      delete from workspace_move_notes where workspace_id = ${workspaceId} returning table_name, key
    )
    select distinct table_name as "table", key from taken`;
}
