import type { auditOperations } from '@footfall/contract/audit';
import type { HandlersOf } from '@footfall/contract/operation';
import { createdRange } from '../../platform/resource-kit/created-range.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { orderedAnswer, orderedPageOf } from '../../platform/resource-kit/paging.ts';
import { type AuditFilter, countAuditLog, selectAuditLog } from './audit-log.ts';

export const auditHandlers: HandlersOf<typeof auditOperations, OperationContext> = {
  async listAuditLog({ tx, workspaceId }, { query }) {
    const filter: AuditFilter = {
      actorType: query.actor_type,
      actorId: query.actor_id,
      action: query.action,
      resourceType: query.resource_type,
      resourceId: query.resource_id,
      ...createdRange(query),
    };
    const page = orderedPageOf(query);
    const [entries, total] = await Promise.all([
      selectAuditLog(tx, workspaceId, filter, page),
      countAuditLog(tx, workspaceId, filter),
    ]);
    return orderedAnswer(entries, page, total);
  },
};
