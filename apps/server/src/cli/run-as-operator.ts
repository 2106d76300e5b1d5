/* Runs the contract's operations for the operator, as other surfaces do for keys. */
import { ApiError, type Issue, issueText } from '@footfall/contract/errors';
import { memberOperations } from '@footfall/contract/member-operations';
import { operations } from '@footfall/contract/operations';
import { type KeyConfig, openKeys } from '../accounts/sign-in/key-file.ts';
import { workspaceExists } from '../accounts/workspaces/store.ts';
import { erasureKey } from '../people/erased/erased-names.ts';
import { StartError } from '../platform/common/start-error.ts';
import type { Database } from '../platform/db/connect.ts';
import type { OperationAnswer } from '../surfaces/operations/answer.ts';
import type { Download } from '../surfaces/operations/exports/document.ts';
import type { AnsweredFile } from '../surfaces/operations/exports/file.ts';
import { handlers } from '../surfaces/operations/handlers.ts';
import type { RawInput } from '../surfaces/operations/input.ts';
import { operationRunner } from '../surfaces/operations/run.ts';
import { unknownWorkspace } from './unknown-workspace.ts';

/** Most records per page. */
const pageSize = 100;

/** @throws StartError with the operation's refusal */
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

/** The caller must end the file. @throws StartError */
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

/** Whoever gets the document closes it. @throws StartError */
export async function documentAsOperator(
  db: Database,
  workspaceId: string,
  operation: string,
  input: Partial<RawInput>,
): Promise<Download> {
  const { document } = await answerToOperator(db, workspaceId, operation, input);
  if (!document) throw new Error(`${operation} returns no document`);
  return document;
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

/** Names fields as flags, including those in a link's query. */
function asFlags(message: string): string {
  return message.replaceAll(
    /\bbody\.(?:query\.)?(\w+)/g,
    (_field, name: string) => `--${name.replaceAll('_', '-')}`,
  );
}

/** All records of the list, oldest first. */
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
