/** Days to recount, because their visits changed. */
import type { Tx } from '../../platform/db/connect.ts';

/** Public messages change this many past days; older days stay as counted. */
const countedDays = 8;

/** `visits`: with the day each began, in that time zone. */
export async function markMessageDays(
  tx: Tx,
  workspaceId: string,
  visits: { isTest: boolean; firstDay: number | undefined }[],
  timeZone: string,
): Promise<void> {
  const days = new Map<string, DueDay>();
  for (const { isTest, firstDay: day } of visits) {
    if (day !== undefined) days.set(`${isTest}${day}`, { isTest, day });
  }
  if (days.size === 0) return;
  const due = [...days.values()];
  await tx`
    insert into message_day_marks (workspace_id, is_test, day, is_due, rests_until)
    select ${workspaceId}, t.is_test, t.day, true, '-infinity'
    from unnest(${due.map(({ isTest }) => String(isTest))}::text[]::boolean[], ${due.map(({ day }) => day)}::integer[])
      as t (is_test, day)
    where t.day >= ((now() - ${countedDays} * interval '1 day') at time zone ${timeZone})::date - date '1970-01-01'
    order by 2, 3
    on conflict (workspace_id, is_test, day) do update set is_due = true
    where not message_day_marks.is_due`;
}

export interface DueDay {
  isTest: boolean;
  day: number;
}

/** A count without a finished slice for this long was abandoned. */
const longestSlice = '10 minutes';

const isDue = (tx: Tx, rests: boolean) => tx`
  (m.is_due or m.is_counting) and (m.rests_until <= now() or not ${rests})`;

/** Reserves the day until `restOfDay`. `rests`: skips recently counted days. */
export async function takeDueDay(
  tx: Tx,
  workspaceId: string,
  rests: boolean,
): Promise<DueDay | undefined> {
  const [due] = await tx<DueDay[]>`
    update message_day_marks m set is_due = false, is_counting = true,
      rests_until = now() + ${longestSlice}::interval
    from (select is_test, day from message_day_marks m
          where workspace_id = ${workspaceId} and ${isDue(tx, rests)}
          order by day desc limit 1 for update skip locked) d
    where m.workspace_id = ${workspaceId} and m.is_test = d.is_test and m.day = d.day
    returning m.is_test as "isTest", m.day`;
  return due;
}

/** Extends the reservation after a slice. */
export async function holdDay(tx: Tx, workspaceId: string, { isTest, day }: DueDay): Promise<void> {
  await tx`
    update message_day_marks set rests_until = now() + ${longestSlice}::interval
    where workspace_id = ${workspaceId} and is_test = ${isTest} and day = ${day}`;
}

/** Counting a day uses at most one part in this many of the time. */
const restFactor = 20;

export async function restOfDay(
  tx: Tx,
  workspaceId: string,
  { isTest, day }: DueDay,
  tookMs: number,
): Promise<void> {
  await tx`
    update message_day_marks set is_counting = false,
      rests_until = now() + ${Math.round(tookMs * restFactor)} * interval '1 ms'
    where workspace_id = ${workspaceId} and is_test = ${isTest} and day = ${day}`;
  await tx`
    delete from message_day_marks
    where workspace_id = ${workspaceId} and day < (now() at time zone 'utc')::date - date '1970-01-01' - ${countedDays + 2}`;
}

export async function selectWorkspacesWithDueDays(tx: Tx, rests: boolean): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select workspace_id as id from workspaces w
    where w.deleted_at is null and exists (
      select from message_day_marks m where m.workspace_id = w.workspace_id and ${isDue(tx, rests)})`;
  return rows.map(({ id }) => id);
}
