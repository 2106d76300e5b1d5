/** Whether messages arrive: the latest message of the latest visit, found by keys alone. */
import type { Installation, installationOperations } from '@footfall/contract/installation';
import type { HandlersOf } from '@footfall/contract/operation';
import { timestamp } from '../../platform/common/timestamp.ts';
import type { Tx } from '../../platform/db/connect.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';

type Arrival = NonNullable<Installation['live']>;

interface ArrivalRow extends Omit<Arrival, 'received_at' | 'host' | 'key'> {
  received_at: Date;
  url: string | null;
  key_id: string | null;
  key_name: string;
  last_used_at: Date;
}

/** If no message of the visit has a page, its first one. */
async function selectArrival(
  tx: Tx,
  workspaceId: string,
  isTest: boolean,
): Promise<Arrival | null> {
  const kinds = isTest ? ['development'] : ['production', 'legacy'];
  const [row] = await tx<ArrivalRow[]>`
    select coalesce(e.received_at, s.last_activity_at) as received_at, coalesce(e.type, 'event') as type,
           coalesce(e.name, '') as name, coalesce(e.url, s.exit_url) as url, s.library, s.visitor_id, s.id as session_id,
           k.id as key_id, k.name as key_name, k.last_used_at
    from (
      select visitor_id, id, library, first_event_id, exit_event_id, last_activity_at, exit_url from sessions
      where workspace_id = ${workspaceId} and is_test = ${isTest}
      order by started_at desc, id desc, visitor_id desc limit 1
    ) s
    -- Retention may have removed them.
    left join lateral (
      select received_at, type, name, url from events
      where workspace_id = ${workspaceId} and id in (s.first_event_id, s.exit_event_id)
      order by id desc limit 1
    ) e on true
    left join lateral (
      select id, name, last_used_at from api_keys
      where workspace_id = ${workspaceId} and kind = any(${kinds}) and last_used_at is not null
      order by last_used_at desc, id limit 1
    ) k on true`;
  if (!row) return null;
  const { received_at, url, key_id, key_name, last_used_at, ...same } = row;
  return {
    ...same,
    received_at: timestamp(received_at),
    host: url && URL.canParse(url) ? new URL(url).host : '',
    key: key_id ? { id: key_id, name: key_name, last_used_at: timestamp(last_used_at) } : null,
  };
}

async function selectRefusal(tx: Tx, workspaceId: string): Promise<Installation['refused']> {
  const [row] = await tx<{ received_at: Date; reason: string }[]>`
    select received_at, reason from (values (false), (true)) as m (is_test) cross join lateral (
      select f.received_at, f.reason from failed_events f
      where f.workspace_id = ${workspaceId} and f.is_test = m.is_test
      order by f.received_at desc, f.id desc limit 1
    ) f order by received_at desc limit 1`;
  return row ? { reason: row.reason, received_at: timestamp(row.received_at) } : null;
}

export const installationHandlers: HandlersOf<typeof installationOperations, OperationContext> = {
  async getInstallation({ tx, workspaceId, permissions }) {
    const { scopes } = permissions;
    const [live, test, refused] = await Promise.all([
      selectArrival(tx, workspaceId, false),
      selectArrival(tx, workspaceId, true),
      scopes.has('audit:read') ? selectRefusal(tx, workspaceId) : null,
    ]);
    return { data: { live, test, refused, checked_at: timestamp(new Date()) } };
  },
};
