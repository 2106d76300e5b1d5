import { type Command, Option } from 'commander';
import { asUuid } from './values.ts';

/** Adds a command with --json to a group. */
export function jsonCommand(group: Command, name: string, description: string): Command {
  return group.command(name).description(description).addOption(new Option('--json', 'print JSON'));
}

/** The same for one workspace. */
export function workspaceCommand(group: Command, name: string, description: string): Command {
  return jsonCommand(group, name, description).requiredOption(
    '--workspace <id>',
    'ID of the workspace',
    asUuid,
  );
}
