/* Operations of the contract for the operator, as other surfaces run them for keys. */
import { ApiError, type Issue, issueText } from '@footfall/contract/errors';
import { memberOperations } from '@footfall/contract/member-operations';
import { operations } from '@footfall/contract/operations';
import { type KeyConfig, openKeys } from '../accounts/sign-in/key-file.ts';
import { workspaceExists } from '../accounts/workspaces/store.ts';
import { StartError } from '../platform/common/start-error.ts';
import type { Database } from '../platform/db/connect.ts';
import { erasureKey } from '../privacy/erasure/erased-names.ts';
import type { OperationAnswer } from '../surfaces/operations/answer.ts';
import type { AnsweredFile } from '../surfaces/operations/exports/file.ts';
import { handlers } from '../surfaces/operations/handlers.ts';
import type { RawInput } from '../surfaces/operations/input.ts';
import { operationRunner } from '../surfaces/operations/run.ts';
import { unknownWorkspace } from './unknown-workspace.ts';

/** Pages of a list, at most. */
const pageSize = 100;

/** @throws StartError what the operation refuses, in its words */
export async function runAsOperator(
  db: Database,
  workspaceId: string,
  operation: string,
  input: Partial<RawInput>,
  config?: KeyConfig,
): Promise<object> {
  const { body } = await answerToOperator(db, workspaceId, operation, input, config);
  return body ?? {};
}

/** Whoever is given the file ends it. @throws StartError */
export async function exportAsOperator(
  db: Database,
  workspaceId: string,
  operation: string,
  input: Partial<RawInput>,
): Promise<AnsweredFile> {
  const { file } = await answerToOperator(db, workspaceId, operation, input);
  if (!file) throw new Error(`${operation} answers no file`);
  return file;
}

async function answerToOperator(
  db: Database,
  workspaceId: string,
  operation: string,
  input: Partial<RawInput>,
  config?: KeyConfig,
): Promise<OperationAnswer> {
  if (!(await db.system((tx) => workspaceExists(tx, workspaceId)))) {
    throw unknownWorkspace(workspaceId);
  }
  const run = operationRunner({ ...operations, ...memberOperations }, handlers, {
    db,
    onUsed: () => undefined,
    ...(config && {
      outside: {
        publicUrl: '',
        erasureKey: async () => erasureKey(db, await openKeys(config))(),
      },
    }),
  });
  try {
    const caller = { kind: 'command', workspaceId } as const;
    const request = { input: { params: {}, query: {}, body: undefined, ...input } };
    return await run(operation, caller, request);
  } catch (error) {
    if (error instanceof ApiError) throw new StartError(wordsOf(error), { cause: error });
    throw error;
  }
}

function wordsOf({ message, details }: ApiError): string {
  const [issue] = (details?.issues ?? []) as Issue[];
  return issue ? issueText({ ...issue, path: asFlags(issue.path) }) : asFlags(message);
}

/** A field is what the flag of the same name gave, one of the question that a link asks, too. */
function asFlags(message: string): string {
  return message.replaceAll(
    /\bbody\.(?:query\.)?(\w+)/g,
    (_field, name: string) => `--${name.replaceAll('_', '-')}`,
  );
}

/** All that the list has, the oldest first. */
export async function listAsOperator<Row>(
  db: Database,
  workspaceId: string,
  operation: string,
  sort = 'created_at',
): Promise<Row[]> {
  const all: Row[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = { sort, limit: String(pageSize), cursor };
    const answer = await runAsOperator(db, workspaceId, operation, { query });
    const { data, pagination } = answer as { data: Row[]; pagination: { next_cursor: string } };
    all.push(...data);
    cursor = pagination.next_cursor;
  }
  return all;
}
