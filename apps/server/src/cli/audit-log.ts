/* `footfall audit`: who changed what in a workspace. */
import { type AuditEntry, actorTypes } from '@footfall/contract/audit';
import { type Command, Option } from 'commander';
import type { Config } from '../platform/config.ts';
import { operate, show, type WorkspaceFlags } from './commands.ts';
import { asInstant, asUuid, wholeNumber } from './values.ts';
import { workspaceCommand } from './workspace-command.ts';

interface AuditFlags extends WorkspaceFlags {
  actorType?: string;
  actor?: string;
  action?: string;
  resourceType?: string;
  resource?: string;
  createdAfter?: string;
  createdBefore?: string;
  limit: number;
  offset: number;
}

export function addAuditCommand(program: Command, config: () => Config): void {
  workspaceCommand(program, 'audit', 'list who changed what in a workspace, newest first')
    .addOption(
      new Option('--actor-type <type>', 'only changes by this type of actor').choices(actorTypes),
    )
    .option('--actor <id>', 'only changes by this key or member', asUuid)
    .option(
      '--action <name>',
      'only this operation or command, such as updateLead or "keys create"',
    )
    .option('--resource-type <type>', 'only changes to this type, such as leads, keys or settings')
    .option('--resource <id>', 'only changes to this record', asUuid)
    .option('--created-after <date>', 'only changes after this date or time', asInstant)
    .option('--created-before <date>', 'only changes before this date or time', asInstant)
    .option('--limit <count>', 'number of changes, at most 100', wholeNumber(0, 1e9), 50)
    .option('--offset <count>', 'number of changes to skip', wholeNumber(0, 1e9), 0)
    .action((flags: AuditFlags) => listAuditLog(config(), flags));
}

async function listAuditLog(config: Config, flags: AuditFlags): Promise<void> {
  const query = {
    actor_type: flags.actorType,
    actor_id: flags.actor,
    action: flags.action,
    resource_type: flags.resourceType,
    resource_id: flags.resource,
    created_after: flags.createdAfter,
    created_before: flags.createdBefore,
    limit: String(flags.limit),
    offset: String(flags.offset),
  };
  const body = await operate(config, flags.workspace, 'listAuditLog', { query });
  const { data } = body as { data: AuditEntry[] };
  show(flags, body, data.length > 0 ? data.map(entryLine) : ['No changes.']);
}

function entryLine(entry: AuditEntry): string {
  const { created_at, actor_name, action, resource_type, resource_id, fields, ip } = entry;
  const who = ip === '' ? actor_name : `${actor_name} (${ip})`;
  const what = [action, resource_type, resource_id].filter(Boolean).join(' ');
  return `${created_at}  ${who}  ${what}  ${fields.join(', ')}`.trimEnd();
}
