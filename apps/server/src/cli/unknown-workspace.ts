import { ownCommand } from '../common/own-command.ts';
import { StartError } from '../common/start-error.ts';

export function unknownWorkspace(id: string): StartError {
  return new StartError(
    `There is no workspace with the id ${id}. ${ownCommand} workspace list shows the ids.`,
  );
}
