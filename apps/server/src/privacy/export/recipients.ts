/** Recipients of the workspace's data, and retention periods. */
import { retentionKindNames } from '@footfall/contract/retention-limits';
import { selectAuditLog } from '../../accounts/workspaces/audit-log.ts';
import { selectSettings } from '../../accounts/workspaces/settings.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { isCopied } from '../../sink/positions.ts';
import { pageFrom, type ReadPart } from './pieces.ts';

const always = [
  {
    kind: 'workspace',
    recipient:
      'Members and API keys of the workspace, within their roles and scopes; agents (MCP) use such keys',
    at: null,
  },
  {
    kind: 'operator',
    recipient: 'Operator of this installation, with its database and backups',
    at: null,
  },
];

const sink = {
  kind: 'clickhouse',
  recipient: 'ClickHouse database of the operator, which receives visits and events',
  at: null,
};

/** List exports may contain the person; their members are not recorded. */
export const recipientsOf: ReadPart = async ({ tx, workspaceId }, { id }, cursor) => {
  const page = pageFrom(cursor);
  const { data, next } = await selectAuditLog(tx, workspaceId, { isExport: true }, page);
  const hasSink = cursor === undefined && (await isCopied(tx, workspaceId));
  const exports = data
    // Exports of another person.
    .filter(({ action, resource_id }) => !ofOne.has(action) || resource_id === id)
    .map(({ created_at, actor_type, resource_type, changes }) => ({
      kind: 'export',
      recipient: `${makers[actor_type]} exported ${resource_type} as ${String(changes.format)} (records: ${String(changes.rows)})`,
      at: created_at,
    }));
  const first = cursor === undefined ? [...always, ...(hasSink ? [sink] : [])] : [];
  return { records: [...first, ...exports], next: next ?? undefined };
};

const ofOne = new Set(['exportIdentity', 'exportVisitor']);
const makers = { key: 'A secret key', member: 'A member', command: 'The operator' };

export async function retentionOf({ tx, workspaceId }: OperationContext): Promise<object[]> {
  const { retention } = await selectSettings(tx, workspaceId);
  return retentionKindNames.map((kind) => ({ kind, days: retention[kind] }));
}
