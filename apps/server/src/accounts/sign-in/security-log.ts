/**
 * The security log: one for the installation, written here only. An event of a workspace is written in the transaction of the
 * change; the application's role can add events, and reads none.
 */
import { type OwnEvent, ownEventLimits } from '@footfall/contract/account';
import { uuidv7 } from 'uuidv7';
import { describeUserAgent } from '../../enrichment/user-agents/describe-user-agent.ts';
import { namedId } from '../../platform/common/ids.ts';
import type { Database, Tx } from '../../platform/db/connect.ts';
import type { Page } from '../../platform/resource-kit/paging.ts';

/** Workspace of events that concern accounts or the whole installation. */
const installation = '00000000-0000-0000-0000-000000000000';

export type SecurityOutcome = 'success' | 'failure' | 'refused';
export type SecurityActor = 'member' | 'key' | 'share' | 'command' | 'nobody';

export interface SecurityEvent {
  /** Stable: `sign_in.failed`. */
  event: string;
  outcome: SecurityOutcome;
  actor: { kind: SecurityActor; id?: string; email?: string };
  /** Already shortened. */
  address?: string;
  /** As `deviceOf` describes it. */
  device?: string;
  subject: string;
  workspaceId?: string;
  /** Anybody can cause it: repeats of a minute from one address share a row. */
  isSummed?: boolean;
}

/** Such as "Firefox on Linux"; '' if both are unknown. */
export function deviceOf(userAgent: string): string {
  const { browser, os } = describeUserAgent(userAgent);
  return [browser, os].filter(Boolean).join(' on ');
}

export async function insertSecurityEvent(tx: Tx, event: SecurityEvent): Promise<void> {
  const { workspaceId = installation, actor, address = '', device = '', subject } = event;
  const { kind, id = null, email = '' } = actor;
  // Citus does not allow subqueries in the values of an insert.
  const [workspace] = event.workspaceId
    ? await tx<{ name: string }[]>`select name from workspaces where workspace_id = ${workspaceId}`
    : [];
  const minute = event.isSummed ? Math.floor(Date.now() / 60_000) : undefined;
  const shared = JSON.stringify([event.event, event.outcome, id, address, minute]);
  const rowId = minute === undefined ? uuidv7() : namedId(shared);
  await tx`
    insert into security_events (workspace_id, id, event, outcome, actor_type, actor_id, account, address, device,
                                 workspace, subject, attempts)
    values (${workspaceId}, ${rowId}, ${event.event}, ${event.outcome}, ${kind}, ${id}, ${email}, ${address},
            ${device}, ${workspace?.name ?? ''}, ${subject}, ${minute === undefined ? null : 1})
    ${minute === undefined ? tx`` : tx`on conflict (workspace_id, id) do update set attempts = security_events.attempts + 1`}`;
}

/** Whether the account signed in before, and from this device and address. */
export async function knowsDevice(
  tx: Tx,
  userId: string,
  { address, device }: { address: string; device: string },
): Promise<{ isFirst: boolean; isKnown: boolean }> {
  const [row] = await tx<{ signed_in: boolean; is_known: boolean }[]>`
    select count(*) > 0 as signed_in,
           coalesce(bool_or(address = ${address} and device = ${device}), false) as is_known
    from security_events
    where workspace_id = ${installation} and actor_id = ${userId} and event = 'sign_in.succeeded'`;
  return { isFirst: !row?.signed_in, isKnown: row?.is_known ?? false };
}

interface OwnEventRow extends Omit<OwnEvent, 'at'> {
  at: Date;
}

/** A page of a person's newest account events; their number is limited. */
export async function selectOwnEvents(
  tx: Tx,
  userId: string,
  { limit, offset }: Page,
): Promise<{ events: OwnEventRow[]; total: number }> {
  const { days, most } = ownEventLimits;
  const newest = tx`
    select id, created_at as at, event, outcome, subject, address, device, coalesce(attempts, 1) as attempts
    from security_events
    where workspace_id = ${installation} and actor_id = ${userId}
      and created_at > now() - ${days}::integer * interval '1 day'
    order by created_at desc, id desc limit ${most}`;
  const events = await tx<OwnEventRow[]>`
    select * from (${newest}) own order by at desc, id desc limit ${limit} offset ${offset}`;
  const [row] = await tx<{ total: number }[]>`
    select count(*)::integer as total from (${newest}) own`;
  return { events, total: row?.total ?? 0 };
}

/** Format of an exported line. */
export interface SecurityLine {
  time: string;
  event: string;
  outcome: SecurityOutcome;
  actor_type: SecurityActor;
  actor_id: string | null;
  account: string;
  address: string;
  device: string;
  /** Null: the event concerns an account or the installation. */
  workspace_id: string | null;
  workspace: string;
  subject: string;
  attempts: number;
  id: string;
}

interface SecurityRow extends Omit<SecurityLine, 'time'> {
  created_at: Date;
}

export interface LogPosition {
  time: string;
  id: string;
}

const pageSize = 1_000;

/** A page of the logs of all databases, oldest first. `isWhole`: without minutes that are still counting attempts. */
export async function readSecurityLog(
  db: Database,
  after: LogPosition,
  { isWhole = false } = {},
): Promise<SecurityLine[]> {
  const pages = await db.everywhere(
    (tx) => tx<SecurityRow[]>`
      select id, created_at, event, outcome, actor_type, actor_id, account, address, device,
             nullif(workspace_id, ${installation}) as workspace_id, workspace, subject, coalesce(attempts, 1) as attempts
      from security_events
      where (created_at, id) > (${after.time}::timestamptz, ${after.id}::uuid)
        ${isWhole ? tx`and (attempts is null or created_at < now() - interval '1 minute')` : tx``}
      order by created_at, id limit ${pageSize}`,
  );
  return pages
    .flat()
    .map(({ created_at, ...row }) => ({ time: created_at.toISOString(), ...row }))
    .toSorted((a, b) => (`${a.time} ${a.id}` < `${b.time} ${b.id}` ? -1 : 1))
    .slice(0, pageSize);
}

/** Per database. */
const mostSecurityEvents = 1_000_000;
const removedAtOnce = 10_000;
const mostRounds = 100;

/**
 * Removes events older than the limit, then those beyond `mostRows`: the oldest of the largest source, with events
 * anybody can cause counted separately. So a flood of failures, or of one workspace, removes only itself.
 */
export async function forgetSecurityEvents(
  db: Database,
  { days, mostRows = mostSecurityEvents }: { days: number; mostRows?: number },
  isEnding: () => boolean = () => false,
): Promise<void> {
  for (let round = 0; round < mostRounds && !isEnding(); round++) {
    const removed = await db.upkeepEverywhere(async (tx) => {
      const { count } = await tx`
        delete from security_events where (workspace_id, id) in (
          select workspace_id, id from security_events
          where created_at < now() - ${days}::integer * interval '1 day'
          order by created_at, id limit ${removedAtOnce})`;
      return count;
    });
    if (removed.every((count) => count === 0)) break;
  }
  if (isEnding()) return;
  await db.upkeepEverywhere(async (tx) => {
    const [row] = await tx<{ beyond: number }[]>`
      select count(*)::integer - ${mostRows}::integer as beyond from security_events`;
    const beyond = row?.beyond ?? 0;
    if (beyond <= 0) return;
    await tx`
      delete from security_events where (workspace_id, id) in (
        select workspace_id, id from (
          select workspace_id, id, row_number() over
            (partition by workspace_id, attempts is not null order by created_at desc, id desc) as place
          from security_events) ranked
        order by place desc limit ${beyond})`;
  });
}
