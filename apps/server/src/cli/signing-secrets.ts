/* `footfall signing-secrets`: secrets that a site's backend signs messages with. */
import type { SigningSecret } from '@footfall/contract/keys';
import type { Command } from 'commander';
import { settingsFreshForMs } from '../accounts/workspaces/settings.ts';
import type { Config } from '../platform/config.ts';
import { listAll, operate, show, type WorkspaceFlags } from './commands.ts';
import { asName, asUuid } from './values.ts';
import { workspaceCommand } from './workspace-command.ts';

export function addSigningCommands(program: Command, config: () => Config): void {
  const signing = program
    .command('signing-secrets')
    .description('create, list and revoke secrets that sign messages');
  const command = (name: string, description: string) =>
    workspaceCommand(signing, name, description);
  command('create', 'create a secret; it is shown only once')
    .requiredOption('--name <name>', 'purpose of the secret', asName)
    .action((flags) => create(config(), flags));
  command('list', 'list the signing secrets of a workspace').action((flags) =>
    list(config(), flags),
  );
  command('revoke', 'revoke a signing secret permanently')
    .requiredOption('--id <id>', 'ID of the secret', asUuid)
    .action((flags) => revoke(config(), flags));
}

async function create(config: Config, flags: WorkspaceFlags & { name: string }): Promise<void> {
  const { workspace, name } = flags;
  const answer = await operate(config, workspace, 'createSigningSecret', {
    body: { name },
  });
  const { id, secret } = (answer as { data: { id: string; secret: string } }).data;
  show(flags, { id, secret }, [
    `Created signing secret: ${secret}`,
    `  id ${id}`,
    `Save it now, on your backend only: it is not shown again. It takes effect within ${settingsFreshForMs / 1000} seconds.`,
  ]);
}

async function list(config: Config, flags: WorkspaceFlags): Promise<void> {
  const rows = await listAll<SigningSecret>(config, flags.workspace, 'listSigningSecrets');
  const lines = rows.map(({ id, name, hint, revoked_at }) => {
    const state = revoked_at === null ? '' : `  revoked ${revoked_at}`;
    return `${id}  ${name}  svc_sign_…${hint}${state}`;
  });
  show(flags, rows, lines);
}

async function revoke(config: Config, flags: WorkspaceFlags & { id: string }): Promise<void> {
  const { workspace, id } = flags;
  await operate(config, workspace, 'revokeSigningSecret', { params: { id } });
  show(flags, { id, revoked: true }, [
    `Revoked signing secret ${id}. The service stops accepting it within ${settingsFreshForMs / 1000} seconds.`,
  ]);
}
