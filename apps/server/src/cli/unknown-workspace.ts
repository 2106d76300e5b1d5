import { ownCommand } from '../platform/common/own-command.ts';
import { StartError } from '../platform/common/start-error.ts';

export function unknownWorkspace(id: string): StartError {
  return new StartError(
    `There is no workspace with the id ${id}. ${ownCommand} workspace list shows the ids.`,
  );
}
