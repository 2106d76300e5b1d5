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

/** Who can change something: a secret key, a member who signed in, the operator's command line. */
export const actorTypes = ['key', 'member', 'command'] as const;
export type ActorType = (typeof actorTypes)[number];

const ActorTypeText = (description: string) =>
  Type.Unsafe<ActorType>(Type.String({ enum: [...actorTypes], description }));

export const AuditEntry = Closed(
  {
    id: Uuid('Assigned by the service.'),
    created_at: Timestamp('When it was changed.'),
    actor_type: ActorTypeText('A secret key, a member, or the command line.'),
    actor_id: Nullable(Uuid('The key or member.'), 'Null for the command line.'),
    actor_name: fromOperator(
      Type.String({
        description: 'Of the key or member, as it is today; empty for a member who has left.',
      }),
      'hidden',
    ),
    action: fromService(
      Type.String({
        description:
          'The operation, such as updateLead, the command, such as keys create, or the tool of the MCP server, such as mcp list.',
      }),
    ),
    resource_type: fromService(
      Type.String({
        description:
          'What was changed or exported, as addresses name it: leads, lists, keys, settings; mcp for a call of the MCP server.',
      }),
    ),
    resource_id: Nullable(Uuid('Which one.'), 'Null for many at once.'),
    fields: fromService(
      Type.Array(Type.String(), {
        description:
          'Names of the fields that were set; of an export those of its parameters and of what its filter compares.',
      }),
    ),
    changes: fromOperator(
      JsonObject(
        'Of settings, keys and members: for fields that hold no secret, [before, after]. Of a call of the MCP server: `arguments`, their SHA-256, `rows`, how many records it told or wrote, and `fault`, the code of its error. Of an export: the same of its parameters, the number of records at its beginning, and its `format`. Empty for everything else.',
      ),
      'hidden',
    ),
    ip: fromNetwork(
      Type.String({
        description: 'Where the request came from; shortened or empty as the workspace stores it.',
      }),
      'hidden',
    ),
    user_agent: fromOperator(
      Type.String({ description: 'As it was sent, the first 256 characters.' }),
      'hidden',
    ),
  },
  {
    $id: 'AuditEntry',
    description: 'A change, and who made it.',
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
    summary: 'List changes',
    description: `Newest first; entries are kept for ${auditRetentionDays} days, and never change: created_after tells what is new. Filters combine.`,
    scopes: ['audit:read'],
    feature: 'api',
    query: pageOfList({
      actor_type: ActorTypeText('Only changes by such.'),
      actor_id: Uuid('Only changes by this key or member.'),
      action: Text(100, 'Only this operation or command, exactly.'),
      resource_type: Text(100, 'Only changes of such, exactly.'),
      resource_id: Uuid('Only changes of this record.'),
      ...createdRange,
      ...ordered(['created_at']),
      ...selectable(AuditEntry),
    }),
    status: 200,
    ok: listOf(AuditEntry),
  }),
};
