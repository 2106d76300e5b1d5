/**
 * Holds on people with a long history while they are recomputed: messages about them are stored and left to a job, as for
 * corrected people, so that ingest never waits.
 */
import { arrayLiteral } from '../../platform/db/columns.ts';
import type { Tx } from '../../platform/db/connect.ts';
import type { Question } from '../../platform/db/joint-questions.ts';
import { emailMark, userMark, visitorMark } from '../../records/person/links.ts';

export interface Locked {
  visitorIds: string[];
  /** Normalized for comparison. */
  emails: string[];
  users: string[];
}

/** Which of these names are on hold. */
export function lockedNames(
  emails: string[],
  userIds: string[],
  visitorIds: string[],
): Question<{ key: string }> {
  const keys = [false, true].flatMap((isTest) =>
    keysOf({ emails: emails, users: userIds, visitorIds }, isTest),
  );
  return {
    select: (first) =>
      `select key from people_holds where workspace_id = $1::uuid and key = any($${first}::text[])`,
    parameters: [arrayLiteral('text', keys)],
  };
}

/** Takes effect once this commits and earlier transactions with claims have ended. */
export async function hold(
  tx: Tx,
  workspaceId: string,
  locked: Locked,
  isTest: boolean,
): Promise<void> {
  const keys = keysOf(locked, isTest);
  const [lockKey = ''] = keys;
  await tx`
    insert into people_holds (workspace_id, key, held_by)
    select ${workspaceId}, key, ${lockKey} from unnest(${keys}::text[]) key
    on conflict (workspace_id, key) do update set held_by = excluded.held_by`;
}

/** Everybody on hold together with one of these visitors. */
export async function selectLocked(
  tx: Tx,
  workspaceId: string,
  visitorIds: string[],
  isTest: boolean,
): Promise<Locked | undefined> {
  const own = visitorIds.map((id) => visitorMark(isTest, id));
  const rows = await tx<{ key: string }[]>`
    select key from people_holds where workspace_id = ${workspaceId} and held_by in (
      select held_by from people_holds where workspace_id = ${workspaceId} and key = any(${own}::text[]))`;
  if (rows.length === 0) return undefined;
  const named = (mark: string) =>
    rows.flatMap(({ key }) => (key.startsWith(mark) ? [key.slice(mark.length)] : []));
  return {
    visitorIds: named(visitorMark(isTest, '')),
    emails: named(emailMark(isTest, '')),
    users: named(userMark(isTest, '')),
  };
}

/** Ends the hold after the recomputation. */
export async function release(
  tx: Tx,
  workspaceId: string,
  locked: Locked,
  isTest: boolean,
): Promise<void> {
  await tx`
    delete from people_holds
    where workspace_id = ${workspaceId} and key = any(${keysOf(locked, isTest)}::text[])`;
}

/** Running recomputations start again: their people have changed. */
export async function releaseAll(tx: Tx, workspaceId: string): Promise<void> {
  await tx`delete from people_holds where workspace_id = ${workspaceId}`;
}

function keysOf({ emails, users, visitorIds }: Locked, isTest: boolean): string[] {
  return [
    ...visitorIds.map((id) => visitorMark(isTest, id)),
    ...emails.filter((email) => email !== '').map((email) => emailMark(isTest, email)),
    ...users.map((id) => userMark(isTest, id)),
  ];
}
