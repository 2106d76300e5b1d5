import { ownCommand } from '../platform/common/own-command.ts';
import { StartError } from '../platform/common/start-error.ts';

export function unknownWorkspace(id: string): StartError {
  return new StartError(
    `No workspace has the ID ${id}. ${ownCommand} workspace list shows the IDs.`,
  );
}
