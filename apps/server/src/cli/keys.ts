/* `footfall keys`: creates, lists and revokes API keys through the contract's operations. */
import {
  type KeyKind,
  keyKindNames,
  type PiiMode,
  piiModes,
  type Scope,
} from '@footfall/contract/access';
import type { ApiKey } from '@footfall/contract/keys';
import { type Command, Option } from 'commander';
import { type KeyRequest, readNewKey } from '../accounts/keys/new-key.ts';
import { selectWorkspaceOfKey } from '../accounts/keys/store.ts';
import { ownCommand } from '../platform/common/own-command.ts';
import { StartError } from '../platform/common/start-error.ts';
import type { Config } from '../platform/config.ts';
import { findAnywhere } from '../platform/db/connect.ts';
import { type Flags, listAll, operate, show, type WorkspaceFlags } from './commands.ts';
import { withDatabase } from './open-database.ts';
import { asFutureInstant, asName, asOrigins, asRateLimit, asScopes, asUuid } from './values.ts';
import { jsonCommand, workspaceCommand } from './workspace-command.ts';

export function addKeyCommands(program: Command, config: () => Config): void {
  const keys = program.command('keys').description('create, list and revoke API keys');
  workspaceCommand(keys, 'create', 'create a key; a secret key is shown only once')
    .addOption(
      new Option('--kind <kind>', 'kind of key').choices(keyKindNames).makeOptionMandatory(),
    )
    .requiredOption('--name <name>', 'purpose of the key', asName)
    .option('--scopes <list>', 'secret keys: comma-separated scopes, or all', asScopes)
    .option(
      '--origins <list>',
      'secret keys: comma-separated origins whose pages may use the key',
      asOrigins,
    )
    .option(
      '--server-only',
      'secret keys: refuse requests from browsers (default without --origins)',
    )
    .addOption(
      new Option(
        '--pii <mode>',
        'secret keys: hidden masks personal data in every response (default: shown)',
      ).choices(piiModes),
    )
    .option('--rate-limit <requests>', 'requests a minute, instead of the default', asRateLimit)
    .option(
      '--expires <time>',
      'date or time when the key expires, such as 2027-01-31',
      asFutureInstant,
    )
    .action((flags) => createKey(config(), flags));
  workspaceCommand(keys, 'list', 'list the keys of a workspace').action((flags) =>
    listKeys(config(), flags),
  );
  jsonCommand(keys, 'revoke', 'revoke a key immediately and permanently')
    .requiredOption('--id <id>', 'ID of the key', asUuid)
    .action((flags) => revokeKey(config(), flags));
}

interface CreateKeyFlags extends WorkspaceFlags {
  kind: KeyKind;
  name: string;
  scopes?: Scope[];
  origins?: string[];
  serverOnly?: boolean;
  pii?: PiiMode;
  rateLimit?: number;
  expires?: string;
}

async function createKey(config: Config, flags: CreateKeyFlags): Promise<void> {
  const { workspace, kind, name, scopes, origins, serverOnly, pii, rateLimit, expires } = flags;
  const request: KeyRequest = { kind, name };
  if (scopes) request.scopes = scopes;
  if (origins) request.origins = origins;
  if (serverOnly) request.server_only = serverOnly;
  if (pii) request.pii = pii;
  if (rateLimit !== undefined) request.rate_limit_per_minute = rateLimit;
  if (expires !== undefined) request.expires_at = expires;
  // Checked here too, since opening the database takes longer.
  const read = readNewKey(request);
  if (Array.isArray(read)) throw new StartError(read.map(({ message }) => message).join(' '));
  const { data: made } = await operate<{ data: ApiKey }>(config, workspace, 'createKey', {
    body: request,
  });
  const lines = [`Created key: ${made.key}`, `  id ${made.id}`];
  if (kind === 'secret') {
    const where = made.server_only ? 'servers only' : `pages on ${made.origins.join(', ')}`;
    lines.push(`  scopes ${made.scopes.join(', ')}`, `  for ${where}`);
    if (made.pii === 'hidden') lines.push('  personal data hidden');
    lines.push('Save the key now. Only its hash is stored, so it cannot be shown again.');
  }
  if (rateLimit !== undefined) lines.push(`  ${rateLimit} requests a minute`);
  if (made.expires_at !== null) lines.push(`  expires ${made.expires_at}`);
  show(flags, { id: made.id, key: made.key }, lines);
}

async function listKeys(config: Config, flags: WorkspaceFlags): Promise<void> {
  const rows = await listAll<ApiKey>(config, flags.workspace, 'listKeys');
  show(flags, rows, rows.map(keyLine));
}

function keyLine(row: ApiKey): string {
  const text = row.key ?? `${row.prefix}…${row.hint} [${row.scopes.join(', ')}]`;
  const used = row.last_used_at === null ? 'never used' : `last used ${row.last_used_at}`;
  const limit = row.rate_limit_per_minute === null ? '' : `  ${row.rate_limit_per_minute} a minute`;
  const pii = row.pii === 'hidden' ? '  personal data hidden' : '';
  const expires = row.expires_at === null ? '' : `  expires ${row.expires_at}`;
  const state = row.revoked_at === null ? `${used}${expires}` : `revoked ${row.revoked_at}`;
  return `${row.id}  ${row.kind}  ${row.name}  ${text}${pii}${limit}  ${state}`;
}

async function revokeKey(config: Config, flags: Flags & { id: string }): Promise<void> {
  const { id } = flags;
  const { runAsOperator } = await import('./run-as-operator.ts');
  await withDatabase(config, async (db) => {
    const workspaceId = await findAnywhere(db, (tx) => selectWorkspaceOfKey(tx, id));
    if (workspaceId === undefined) {
      throw new StartError(
        `No key has the ID ${id}. ${ownCommand} keys list --workspace ID shows the IDs.`,
      );
    }
    await runAsOperator(db, workspaceId, 'revokeKey', { params: { id } });
  });
  show(flags, { id, revoked: true }, [`Revoked key ${id}.`]);
}
