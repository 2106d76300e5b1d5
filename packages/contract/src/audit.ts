import Type, { type Static } from 'typebox';
import { operation } from './operation.ts';
import { fromNetwork, fromOperator, fromService } from './origins.ts';
import { auditRetentionDays } from './retention-limits.ts';
import {
  Closed,
  createdRange,
  JsonObject,
  listOf,
  Nullable,
  ordered,
  pageOfList,
  selectable,
  Text,
  Timestamp,
  Uuid,
} from './schema.ts';

/** Who can make changes: a secret key, a signed-in member, or the operator's command line. */
export const actorTypes = ['key', 'member', 'command'] as const;
export type ActorType = (typeof actorTypes)[number];

const ActorTypeText = (description: string) =>
  Type.Unsafe<ActorType>(Type.String({ enum: [...actorTypes], description }));

export const AuditEntry = Closed(
  {
    id: Uuid('Assigned by the service.'),
    created_at: Timestamp('When the change was made.'),
    actor_type: ActorTypeText('Secret key, member or command line.'),
    actor_id: Nullable(Uuid('Id of the key or member.'), 'Null for the command line.'),
    actor_name: fromOperator(
      Type.String({
        description: 'Current name of the key or member. Empty for former members.',
      }),
      'hidden',
    ),
    action: fromService(
      Type.String({
        description:
          'Operation such as updateLead, command such as keys create, or MCP tool such as mcp list.',
      }),
    ),
    resource_type: fromService(
      Type.String({
        description:
          'Changed or exported resource, such as leads, lists, keys or settings; mcp for MCP calls.',
      }),
    ),
    resource_id: Nullable(Uuid('Id of the record.'), 'Null for several records.'),
    fields: fromService(
      Type.Array(Type.String(), {
        description: 'Changed fields. For exports, its parameters and the fields in its filter.',
      }),
    ),
    changes: fromOperator(
      JsonObject(
        'For settings, keys and members: [before, after] for each field without secrets. For MCP calls: `arguments` (SHA-256 of the arguments), `rows` (number of records read or written) and `fault` (error code). For exports: the same, and the `format`. Empty otherwise.',
      ),
      'hidden',
    ),
    ip: fromNetwork(
      Type.String({
        description:
          'IP address of the request. Shortened or empty if the workspace stores it that way.',
      }),
      'hidden',
    ),
    user_agent: fromOperator(
      Type.String({ description: 'First 256 characters of the User-Agent header.' }),
      'hidden',
    ),
  },
  {
    $id: 'AuditEntry',
    description: 'A change with its author.',
    examples: [
      {
        id: '01a1f847-5555-7c3e-9d52-3b1f60a7c005',
        created_at: '2026-05-04T09:30:00Z',
        actor_type: 'key',
        actor_id: '01a1f840-22bb-7c3e-9d52-3b1f60a7c002',
        actor_name: 'CRM',
        action: 'updateLead',
        resource_type: 'leads',
        resource_id: '01a1f846-4444-7c3e-9d52-3b1f60a7c004',
        fields: ['summary'],
        changes: {},
        ip: '203.0.113.0',
        user_agent: 'crm-sync/2.1',
      },
    ],
  },
);
export type AuditEntry = Static<typeof AuditEntry>;

export const auditOperations = {
  listAuditLog: operation({
    id: 'listAuditLog',
    method: 'GET',
    path: '/audit-log',
    tag: 'Audit log',
    summary: 'List audit log entries',
    description: `Returns the newest first. Records must match all filters. Entries never change; use created_after to get new ones. The service keeps them for at least ${auditRetentionDays} days.`,
    scopes: ['audit:read'],
    feature: 'api',
    query: pageOfList({
      actor_type: ActorTypeText('Only changes by this kind of actor.'),
      actor_id: Uuid('Only changes by this key or member.'),
      action: Text(100, 'Only exactly this operation or command.'),
      resource_type: Text(100, 'Only changes of exactly this resource type.'),
      resource_id: Uuid('Only changes of this record.'),
      ...createdRange,
      ...ordered(['created_at']),
      ...selectable(AuditEntry),
    }),
    status: 200,
    ok: listOf(AuditEntry),
  }),
};
