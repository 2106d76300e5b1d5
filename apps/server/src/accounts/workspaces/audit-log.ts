/**
 * The audit log: an entry per change, written in its transaction, and removed after a time. Contains field
 * names, and values only of settings and keys: an append-only log must not hold what somebody may ask to have
 * deleted.
 */

import type { ActorType, AuditEntry } from '@footfall/contract/audit';
import { auditRetentionDays } from '@footfall/contract/retention-limits';
import type { IpAnonymisation } from '@footfall/contract/settings';
import { uuidv7 } from 'uuidv7';
import { anonymiseIp } from '../../enrichment/anonymise-ip.ts';
import { type Dated, timestamp } from '../../platform/common/timestamp.ts';
import type { Database, Tx } from '../../platform/db/connect.ts';
import { type CreatedRange, inCreatedRange } from '../../platform/resource-kit/created-range.ts';
import type { Actor } from '../../platform/resource-kit/operation-context.ts';
import {
  byCreation,
  type Marked,
  marked,
  type OrderedPage,
  ordering,
} from '../../platform/resource-kit/paging.ts';
import { deviceOf, insertSecurityEvent } from '../sign-in/security-log.ts';
import { securityEventOf } from './security-relevant.ts';

/** The source of a change; empty for the command line. */
export interface Origin {
  ip: string;
  userAgent: string;
}

export interface NewAuditEntry {
  actor: Actor;
  action: string;
  resourceType: string;
  resourceId?: string | null;
  fields?: string[];
  /** By field, [before, after]; for settings, keys and members, never secrets. */
  changes?: Record<string, [unknown, unknown]>;
  /**
   * For an MCP call: hash of its arguments, records returned or written, and the error. For an export: the same
   * hash, its number of records at the start, and the format.
   */
  call?: { arguments: string; rows: number; fault?: string; format?: string };
  origin?: Origin;
}

const longest = { userAgent: 256, fields: 100, value: 4_000 };

/** `mode`: the workspace's IP setting. Security events are also written to that log. */
export async function insertAuditEntry(
  tx: Tx,
  workspaceId: string,
  entry: NewAuditEntry,
  mode: IpAnonymisation,
): Promise<void> {
  const { actor, action, resourceType, resourceId = null, origin } = entry;
  const actorId = actor.kind === 'command' ? null : actor.id;
  const fields = (entry.fields ?? Object.keys(entry.changes ?? {})).slice(0, longest.fields);
  const ip = anonymiseIp(origin?.ip ?? '', mode);
  const userAgent = (origin?.userAgent ?? '').slice(0, longest.userAgent);
  await tx`
    insert into audit_log (workspace_id, id, actor_type, actor_id, action, resource_type, resource_id,
                           fields, changes, ip, user_agent)
    values (${workspaceId}, ${uuidv7()}, ${actor.kind}, ${actorId}, ${action}, ${resourceType}, ${resourceId},
            ${fields}, ${JSON.stringify(entry.call ?? bounded(entry.changes))}::text::jsonb, ${ip}, ${userAgent})`;
  const event = securityEventOf(action, entry.call?.format !== undefined);
  if (event === undefined) return;
  await insertSecurityEvent(tx, {
    event,
    outcome: 'success',
    actor,
    address: ip,
    device: deviceOf(origin?.userAgent ?? ''),
    subject: [resourceType, resourceId].filter(Boolean).join('/'),
    workspaceId,
  });
}

/** Omits long values: the field's name shows that it was set. */
function bounded(changes: Record<string, [unknown, unknown]> = {}) {
  return Object.fromEntries(
    Object.entries(changes)
      .slice(0, longest.fields)
      .filter(([, values]) => JSON.stringify(values).length <= longest.value),
  );
}

/** Which of these fields differ. */
export function differences<T extends object>(
  before: T | undefined,
  after: T,
): Record<string, [unknown, unknown]> {
  const earlier = new Map<string, unknown>(Object.entries(before ?? {}));
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, value]) => {
      const was = earlier.get(name) ?? null;
      return JSON.stringify(was) === JSON.stringify(value) ? [] : [[name, [was, value]]];
    }),
  );
}

export interface AuditFilter extends CreatedRange {
  actorType?: ActorType;
  actorId?: string;
  action?: string;
  resourceType?: string;
  resourceId?: string;
  /** Only exports. */
  isExport?: true;
}

const where = (tx: Tx, workspaceId: string, filter: AuditFilter) => tx`
  a.workspace_id = ${workspaceId}
  ${filter.actorType === undefined ? tx`` : tx`and a.actor_type = ${filter.actorType}`}
  ${filter.actorId === undefined ? tx`` : tx`and a.actor_id = ${filter.actorId}`}
  ${filter.action === undefined ? tx`` : tx`and a.action = ${filter.action}`}
  ${filter.resourceType === undefined ? tx`` : tx`and a.resource_type = ${filter.resourceType}`}
  ${filter.resourceId === undefined ? tx`` : tx`and a.resource_id = ${filter.resourceId}`}
  ${filter.isExport ? tx`and a.action like 'export%' and a.changes ? 'format'` : tx``}
  ${inCreatedRange(tx, filter, 'a.created_at')}`;

export async function selectAuditLog(
  tx: Tx,
  workspaceId: string,
  filter: AuditFilter,
  page: OrderedPage,
) {
  const { after, orderBy, mark } = ordering(tx, page, byCreation(tx, tx`a.id`, tx`a.created_at`));
  const entries = await tx<(Dated<AuditEntry> & Marked)[]>`
    select a.cursor_value, a.id, a.created_at, a.actor_type, a.actor_id, a.action, a.resource_type, a.resource_id,
           a.fields, a.changes, a.ip, a.user_agent,
           case a.actor_type when 'command' then 'command line' else coalesce(k.name, nullif(u.name, ''), u.email, '') end as actor_name
    from (
      select *, ${mark} from audit_log a where ${where(tx, workspaceId, filter)} ${after}
      ${orderBy} limit ${page.limit} offset ${page.offset}
    ) a
    left join api_keys k on k.workspace_id = ${workspaceId} and k.id = a.actor_id and a.actor_type = 'key'
    left join users u on u.id = a.actor_id and a.actor_type = 'member'
    ${orderBy}`;
  const { rows, next } = marked(entries, page);
  return { data: rows.map((row) => ({ ...row, created_at: timestamp(row.created_at) })), next };
}

export async function countAuditLog(tx: Tx, workspaceId: string, filter: AuditFilter) {
  const [row] = await tx<{ total: number }[]>`
    select count(*)::integer as total from audit_log a where ${where(tx, workspaceId, filter)}`;
  return row?.total ?? 0;
}

/** Per workspace and transaction. */
const removedAtOnce = 2_000;
const mostRounds = 50;

/**
 * Removes expired entries of all workspaces in slices; the rest follows next time. `isEnding`: checked before each
 * slice. A workspace's retention setting takes precedence (visits/retention).
 */
export async function forgetOldAuditEntries(db: Database, isEnding: () => boolean): Promise<void> {
  for (let round = 0; round < mostRounds && !isEnding(); round++) {
    const removed = await db.upkeepEverywhere(
      async (tx) =>
        (
          await tx`
        delete from audit_log a using (
          select w.workspace_id, old.id from workspaces w cross join lateral (
            select l.id from audit_log l
            where l.workspace_id = w.workspace_id
              and l.created_at < now() - ${auditRetentionDays}::integer * interval '1 day'
            order by l.created_at, l.id limit ${removedAtOnce}
          ) old where not w.settings ? 'retention'
        ) o
        where a.workspace_id = o.workspace_id and a.id = o.id`
        ).count,
    );
    if (removed.every((count) => count === 0)) return;
  }
}
