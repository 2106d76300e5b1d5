/* `footfall signing-secrets`: with which a site's backend signs what it sends. */
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
    .description('secrets to sign messages with: create, list, revoke');
  const command = (name: string, description: string) =>
    workspaceCommand(signing, name, description);
  command('create', 'make a secret, which is shown this once')
    .requiredOption('--name <name>', 'what it is for', asName)
    .action((flags) => create(config(), flags));
  command('list', 'list the signing secrets of a workspace').action((flags) =>
    list(config(), flags),
  );
  command('revoke', 'revoke a signing secret, for ever')
    .requiredOption('--id <id>', 'id of the secret', asUuid)
    .action((flags) => revoke(config(), flags));
}

async function create(config: Config, flags: WorkspaceFlags & { name: string }): Promise<void> {
  const { workspace, name } = flags;
  const answer = await operate(config, workspace, 'createSigningSecret', {
    body: { name },
  });
  const { id, secret } = (answer as { data: { id: string; secret: string } }).data;
  show(flags, { id, secret }, [
    `Signing secret made: ${secret}`,
    `  id ${id}`,
    `Keep it now, on your backend only: it is not shown again. It holds within ${settingsFreshForMs / 1000} seconds.`,
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
    `Signing secret ${id} is revoked; the service takes it for ${settingsFreshForMs / 1000} seconds more at most.`,
  ]);
}
