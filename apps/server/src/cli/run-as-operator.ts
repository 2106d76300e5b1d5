/* Operations of the contract for the operator, as other surfaces run them for keys. */
import { ApiError } from '@footfall/contract/errors';
import { memberOperations } from '@footfall/contract/member-operations';
import { operations } from '@footfall/contract/operations';
import { StartError } from '../common/start-error.ts';
import type { Database } from '../db/connect.ts';
import { handlers } from '../operations/handlers.ts';
import type { RawInput } from '../operations/input.ts';
import { operationRunner } from '../operations/run.ts';

/** @throws StartError what the operation refuses, in its words */
export async function runAsOperator(
  db: Database,
  workspaceId: string,
  operation: string,
  input: Partial<RawInput>,
): Promise<object> {
  const run = operationRunner({ ...operations, ...memberOperations }, handlers, {
    db,
    onUsed: () => undefined,
  });
  try {
    const caller = { kind: 'command', workspaceId } as const;
    const request = { input: { params: {}, query: {}, body: undefined, ...input } };
    const { body } = await run(operation, caller, request);
    return body ?? {};
  } catch (error) {
    if (error instanceof ApiError) throw new StartError(error.message, { cause: error });
    throw error;
  }
}
