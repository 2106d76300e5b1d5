/* Commands and their flags. Scripts rely on them and on the output of --json. */
import { Command } from 'commander';
import { ownCommand } from '../platform/common/own-command.ts';
import { loadConfig, secretFilesHelp } from '../platform/config.ts';
import { version } from '../platform/version.ts';
import { addAccountCommands } from './accounts.ts';
import { addAuditCommand } from './audit-log.ts';
import { addBackupCommands } from './backup.ts';
import { addCampaignCommands } from './campaigns.ts';
import * as commands from './commands.ts';
import { addCompanyCommands } from './companies.ts';
import { addDemoCommand } from './demo.ts';
import { doctor } from './doctor.ts';
import { environmentHelp } from './environment-help.ts';
import { addIdentityCommands } from './identities.ts';
import { addImportCommand } from './import.ts';
import { addJobCommands } from './jobs.ts';
import { addKeyCommands } from './keys.ts';
import { addLogCommands } from './logs.ts';
import { addMemberCommands } from './members.ts';
import { migrateDatabase } from './migrate-database.ts';
import { addPrivacyCommands } from './privacy.ts';
import { progress } from './progress.ts';
import { addSecretCommands } from './secrets.ts';
import { addSecurityLogCommand } from './security-log.ts';
import { addShareCommands } from './shares.ts';
import { addSigningCommands } from './signing-secrets.ts';
import { addSinkCommands } from './sink.ts';
import { addStatsCommands } from './stats.ts';
import { asFeatures, asName } from './values.ts';
import { jsonCommand, workspaceCommand } from './workspace-command.ts';
import { addRemovalCommands } from './workspace-removal.ts';
import { addSettingsCommands } from './workspace-settings.ts';

export function createProgram(env: NodeJS.ProcessEnv, exit: (code: number) => void): Command {
  const program = new Command(ownCommand)
    .description('Self-hosted lead and visitor intelligence.')
    .version(version)
    .showHelpAfterError(`(run ${ownCommand} --help to see every command)`)
    // Inherited by subcommands, so that every invalid flag sets the exit code.
    .exitOverride()
    .addHelpText('after', environmentText());
  const config = () => loadConfig(env);

  program
    .command('start', { isDefault: true })
    .description('start the service (the default)')
    .addHelpText('after', environmentText())
    // A mistyped command arrives here as an argument of the default one.
    .allowExcessArguments()
    .action(async (_flags: unknown, command: Command) => {
      if (command.args[0] !== undefined)
        command.error(`error: unknown command '${command.args[0]}'`);
      // Only a start needs the whole application, which slows other commands' start.
      const { startService } = await import('../main.ts');
      const terminal = process.stdout.isTTY === true;
      exit(await startService(config(), { progress, print, terminal }));
    });
  jsonCommand(
    program,
    'migrate',
    'update the database to the schema of this version, as start does',
  ).action((flags) => migrateDatabase(config(), flags));
  program
    .command('doctor')
    .description('check the installation and report problems')
    .action(async () => exit(await doctor(env)));
  addBackupCommands(program, config);
  addWorkspaceCommands(program, config);
  addKeyCommands(program, config);
  addSigningCommands(program, config);
  addMemberCommands(program, config);
  addAccountCommands(program, config);
  addSecretCommands(program, config);
  addShareCommands(program, config);
  addIdentityCommands(program, config);
  addPrivacyCommands(program, config);
  addAuditCommand(program, config);
  addSecurityLogCommand(program, config);
  addCompanyCommands(program, config);
  addCampaignCommands(program, config);
  addImportCommand(program, config);
  addLogCommands(program, config);
  addStatsCommands(program, config);
  addJobCommands(program, config);
  addSinkCommands(program, config);
  addDemoCommand(program, config);
  program
    .command('export')
    .description('write records to standard output as CSV, NDJSON or Parquet')
    .argument('[kind...]', `run ${ownCommand} export to see them`)
    // Its options come from the operations, which only it loads.
    .helpOption(false)
    .allowUnknownOption()
    .action(async (_words: unknown, _flags: unknown, command: Command) => {
      const { runExport } = await import('./export.ts');
      await runExport(command.args, config);
    });
  program
    .command('api')
    .description('call the REST API of a running service with a secret key')
    .argument('[operation...]', `run ${ownCommand} api to see them`)
    // Its commands come from the contract's operations, which only it loads.
    .helpOption(false)
    .allowUnknownOption()
    .action(async (_words: unknown, _flags: unknown, command: Command) => {
      const { runApi } = await import('./api/program.ts');
      exit(await runApi(command.args, env));
    });
  return program;
}

type ReadConfig = () => ReturnType<typeof loadConfig>;

function addWorkspaceCommands(program: Command, config: ReadConfig): void {
  const workspace = program
    .command('workspace')
    .description('manage workspaces, their features and settings');
  jsonCommand(workspace, 'create', 'create a workspace with a production and a development key')
    .requiredOption('--name <name>', 'name of the workspace', asName)
    .action((flags) => commands.createWorkspace(config(), flags));
  jsonCommand(workspace, 'list', 'list workspaces').action((flags) =>
    commands.listWorkspaces(config(), flags),
  );
  workspaceCommand(
    workspace,
    'set-features',
    'set the features of a workspace; requests for other features get 403',
  )
    .requiredOption('--features <list>', 'comma-separated features, all or none', asFeatures)
    .action((flags) => commands.setFeatures(config(), flags));
  addRemovalCommands(workspace, config);
  addSettingsCommands(workspace, config);
}

function print(text: string): void {
  process.stdout.write(text);
}

function environmentText(): string {
  const width = Math.max(...Object.keys(environmentHelp).map((name) => name.length)) + 2;
  const lines = Object.entries(environmentHelp).map(
    ([name, meaning]) => `  ${name.padEnd(width)}${meaning}`,
  );
  return `\nEnvironment (defaults in parentheses):\n${lines.join('\n')}\n\n${secretFilesHelp}`;
}
