/**
 * Tools that write. A dry run does the work, returns the exact difference, and rolls back; its token allows
 * the call once. Decides here whether a token or a person's consent is needed.
 */
import { hash } from 'node:crypto';
import { type AgentWrite, agentLimits, agentWrites } from '@footfall/contract/agent';
import { ApiError } from '@footfall/contract/errors';
import type { OperationSpec } from '@footfall/contract/operation';
import { isObject } from '../../platform/common/is-object.ts';
import type { Reply } from './answers.ts';
import type { AgentInput, AgentSession } from './session.ts';
import { operationOf } from './uses.ts';
import { type Change, changeOf } from './write-changes.ts';

/** The answer of the person at the client, if it can ask. */
export interface Asking {
  canAsk: boolean;
  /** Undefined: not asked yet. */
  answer: 'yes' | 'no' | undefined;
  /** The token sent along with the question. */
  token: string | undefined;
}

export const nobodyToAsk: Asking = { canAsk: false, answer: undefined, token: undefined };

/** Asks a person before anything is done. */
export interface Question {
  question: string;
  token: string;
}

export interface WriteArguments extends Record<string, unknown> {
  dry_run?: boolean;
  token?: string;
}

export async function write(
  session: AgentSession,
  tool: AgentWrite,
  { dry_run: isTrial, token, ...args }: WriteArguments,
  asking: Asking,
): Promise<Reply | Question> {
  const { operation } = operationOf(tool);
  const wanted = { tool, operation, args, input: inputOf(tool, args) };
  if (isTrial) return previewed(session, wanted, 'Nothing has changed.');
  if (asking.answer === 'no') {
    throw new ApiError('forbidden', 'The user declined the change. Nothing has changed.');
  }
  const currentToken = asking.token ?? token;
  const reason = asksPerson(tool) ? 'it cannot be undone' : await whyPreview(session, args);
  if (asksPerson(tool) && !asking.canAsk) {
    throw new ApiError(
      'forbidden',
      `This client cannot ask its user to confirm ${tool}. Call it with dry_run: true to see what it would do, and let a person do it in the dashboard.`,
    );
  }
  if (reason && asking.canAsk && asking.answer === undefined) {
    return ask(session, wanted, reason, currentToken);
  }
  if (currentToken !== undefined)
    return done(session, wanted, await taken(session, wanted, currentToken));
  if (reason) return previewed(session, wanted, `Nothing has changed yet, because ${reason}.`);
  return done(session, wanted, undefined);
}

function asksPerson(tool: AgentWrite): boolean {
  return 'asks' in agentWrites[tool];
}

export interface Wanted {
  tool: AgentWrite;
  operation: OperationSpec;
  args: Record<string, unknown>;
  input: AgentInput;
}

function inputOf(tool: AgentWrite, input: Record<string, unknown>): AgentInput {
  const { id: idName }: { id?: string } = agentWrites[tool];
  if (operationOf(tool).operation.body === undefined)
    return { params: { id: input[idName ?? ''] } };
  const body = Object.fromEntries(Object.entries(input).filter(([name]) => name !== idName));
  return { ...(idName && { params: { id: input[idName] } }), body };
}

/** Hash of the arguments, in any order. */
export function argumentsHash(input: unknown): string {
  return hash('sha256', JSON.stringify(sorted(input)), 'hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.keys(value)
    .sort()
    .map((name) => [name, sorted(value[name])]);
}

function callOf({ tool, args }: Wanted) {
  return { tool, argumentsHash: argumentsHash(args) };
}

async function whyPreview(
  session: AgentSession,
  input: Record<string, unknown>,
): Promise<string | undefined> {
  const records = Object.values(input).reduce<number>(
    (sum, value) => sum + (Array.isArray(value) ? value.length : 0),
    0,
  );
  if (records > agentLimits.recordsAtOnce) {
    return `this changes more than ${agentLimits.recordsAtOnce} records`;
  }
  if (input.filter !== undefined) {
    return `the filter may match more than ${agentLimits.recordsAtOnce} records`;
  }
  if (!(await session.desk.isWary(session.key))) return undefined;
  return `this key read text from visitors in the last ${agentLimits.wariedMinutes} minutes`;
}

async function previewed(session: AgentSession, wanted: Wanted, words: string): Promise<Reply> {
  const change = await changeOf(session, wanted, { isTrial: true });
  const token = await session.desk.preview(session.key, callOf(wanted), change.entityTag);
  return {
    structured: { done: false, would: change.preview, token },
    text: `${words} Check the difference. To commit it, call ${wanted.tool} again with the same arguments and this token within ${agentLimits.tokenMinutes} minutes.`,
    rows: 0,
    isOfVisitors: change.isOfVisitors,
    resourceId: change.resourceId,
  };
}

/** Contains no values: visitors' text must not appear to a person as ours. */
async function ask(
  session: AgentSession,
  wanted: Wanted,
  reason: string,
  currentToken: string | undefined,
): Promise<Question> {
  const { tool, args } = wanted;
  const change = await changeOf(session, wanted, { isTrial: true });
  const token =
    currentToken ?? (await session.desk.preview(session.key, callOf(wanted), change.entityTag));
  const names = Object.keys(args).join(', ');
  return {
    token,
    question: `${tool} (${names}): ${change.summary} Please confirm, because ${reason}.`,
  };
}

async function taken(session: AgentSession, wanted: Wanted, token: string) {
  const preview = await session.desk.take(session.key, callOf(wanted), token);
  if (preview) return preview;
  throw new ApiError(
    'conflict',
    `The token is not valid for this call. A token works once, for the same key, tool and arguments, within ${agentLimits.tokenMinutes} minutes. Call with dry_run: true to get a new one.`,
  );
}

async function done(
  session: AgentSession,
  wanted: Wanted,
  preview: { entityTag: string | undefined } | undefined,
): Promise<Reply> {
  const change: Change = await changeOf(session, wanted, { ifMatch: preview?.entityTag });
  session.onWrite(session.key.workspaceId);
  return {
    structured: { done: true, ...change.preview },
    text: `Done: ${change.summary} ${change.howToUndo}`,
    rows: change.rows,
    isOfVisitors: change.isOfVisitors,
    resourceId: change.resourceId,
  };
}
