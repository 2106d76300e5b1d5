/**
 * People whose history is long are held while they are made anew: messages that name them, or are theirs, are stored and left
 * to a job, as those of people who were corrected are, so that nobody waits for whoever makes them.
 */
import { arrayLiteral } from '../../platform/db/columns.ts';
import type { Tx } from '../../platform/db/connect.ts';
import type { Question } from '../../platform/db/joint-questions.ts';
import { emailMark, userMark, visitorMark } from '../../records/person/links.ts';

export interface Locked {
  visitorIds: string[];
  /** As addresses are compared. */
  emails: string[];
  users: string[];
}

/** Which of these are held. */
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

/** From when this is committed and who named people before has ended. */
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

/** All who are held together with one of these visitors. */
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

/** They have been made anew. */
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

/** Whoever was about them begins again: they are not who they were. */
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
