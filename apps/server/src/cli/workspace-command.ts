import { type Command, Option } from 'commander';
import { asUuid } from './values.ts';

/** Of a group: a command about one workspace, which can print JSON. */
export function workspaceCommand(group: Command, name: string, description: string): Command {
  return group
    .command(name)
    .description(description)
    .requiredOption('--workspace <id>', 'id of the workspace', asUuid)
    .addOption(new Option('--json', 'print JSON for scripts'));
}
