/* `footfall signing-secrets`: with which a site's backend signs what it sends. */
import { type Command, Option } from 'commander';
import { ownCommand } from '../common/own-command.ts';
import { StartError } from '../common/start-error.ts';
import type { Config } from '../config.ts';
import * as secrets from '../keys/signing-secrets.ts';
import { settingsFreshForMs } from '../workspaces/settings.ts';
import { type Flags, inSystem, type Progress, requireWorkspace, show } from './commands.ts';
import { record } from './record.ts';
import { asName, asUuid } from './values.ts';

interface WorkspaceFlags extends Flags {
  workspace: string;
}

export function addSigningCommands(
  program: Command,
  config: () => Config,
  progress: Progress,
): void {
  const signing = program
    .command('signing-secrets')
    .description('secrets to sign messages with: create, list, revoke');
  const command = (name: string, description: string) =>
    signing
      .command(name)
      .description(description)
      .requiredOption('--workspace <id>', 'id of the workspace', asUuid)
      .addOption(new Option('--json', 'print JSON for scripts'));
  command('create', 'make a secret, which is shown this once')
    .requiredOption('--name <name>', 'what it is for', asName)
    .action((flags) => create(config(), flags, progress));
  command('list', 'list the signing secrets of a workspace').action((flags) =>
    list(config(), flags, progress),
  );
  command('revoke', 'revoke a signing secret, for ever')
    .requiredOption('--id <id>', 'id of the secret', asUuid)
    .action((flags) => revoke(config(), flags, progress));
}

async function create(
  config: Config,
  flags: WorkspaceFlags & { name: string },
  progress: Progress,
): Promise<void> {
  const { workspace, name } = flags;
  const made = await inSystem(config, progress, async (tx) => {
    await requireWorkspace(tx, workspace);
    const secret = await secrets.createSigningSecret(tx, workspace, name);
    await record(tx, workspace, {
      action: 'signing-secrets create',
      resourceType: 'signing-secrets',
      resourceId: secret.id,
      changes: { name: [null, name] },
    });
    return secret;
  });
  show(flags, made, [
    `Signing secret made: ${made.secret}`,
    `  id ${made.id}`,
    `Keep it now, on your backend only: it is not shown again. It holds within ${settingsFreshForMs / 1000} seconds.`,
  ]);
}

async function list(config: Config, flags: WorkspaceFlags, progress: Progress): Promise<void> {
  const rows = await inSystem(config, progress, async (tx) => {
    await requireWorkspace(tx, flags.workspace);
    return secrets.listSigningSecrets(tx, flags.workspace);
  });
  const lines = rows.map(({ id, name, hint, revoked_at }) => {
    const state = revoked_at === null ? '' : `  revoked ${revoked_at.toISOString()}`;
    return `${id}  ${name}  svc_sign_…${hint}${state}`;
  });
  show(flags, rows, lines);
}

async function revoke(
  config: Config,
  flags: WorkspaceFlags & { id: string },
  progress: Progress,
): Promise<void> {
  const { workspace, id } = flags;
  await inSystem(config, progress, async (tx) => {
    if (!(await secrets.revokeSigningSecret(tx, workspace, id))) {
      throw new StartError(
        `The workspace has no signing secret with the id ${id}. ${ownCommand} signing-secrets list --workspace ${workspace} shows the ids.`,
      );
    }
    await record(tx, workspace, {
      action: 'signing-secrets revoke',
      resourceType: 'signing-secrets',
      resourceId: id,
      fields: ['revoked_at'],
    });
  });
  show(flags, { id, revoked: true }, [
    `Signing secret ${id} is revoked; the service takes it for ${settingsFreshForMs / 1000} seconds more at most.`,
  ]);
}
