/** A tool call: checks arguments, runs it, and logs it before the answer. */
import {
  type AgentTool,
  type AgentToolName,
  type AgentWrite,
  agentTools,
  agentWriteNames,
  isAgentTool,
} from '@footfall/contract/agent';
import { ApiError } from '@footfall/contract/errors';
import { partChecker } from '../operations/input.ts';
import { type Reply, refused } from './answers.ts';
import { countVisits, whoIsHere } from './figure-tools.ts';
import { fetchResult, search } from './find-tools.ts';
import { type ListArguments, listRecords } from './list-tool.ts';
import { explainClaim, type GetArguments, getRecord } from './record-tools.ts';
import { describeData } from './schema-tool.ts';
import type { AgentSession } from './session.ts';
import { allowed, offeredTools, operationOf } from './uses.ts';
import { type Asking, argumentsHash, type Question, write } from './write-tools.ts';

type ToolInput = Record<string, unknown>;
type Doer = (session: AgentSession, input: ToolInput, asking: Asking) => Promise<Reply | Question>;

/** Casts arguments checked against the tool's schema. */
const as = <T>(input: ToolInput) => input as T;

const writing = (tool: AgentWrite): [AgentWrite, Doer] => [
  tool,
  (session, input, asking) => write(session, tool, input, asking),
];

const doers = {
  search: (session, input) => search(session, as(input)),
  fetch: (session, input) => fetchResult(session, as(input)),
  list: (session, input) => listRecords(session, as<ListArguments>(input)),
  get: (session, input) => getRecord(session, as<GetArguments>(input)),
  stats: (session, input) => countVisits(session, input),
  live: (session, input) => whoIsHere(session, input),
  explain: (session, input) => explainClaim(session, as(input)),
  schema: (session, input) => describeData(session, input),
  ...(Object.fromEntries(agentWriteNames.map(writing)) as Record<AgentWrite, Doer>),
} satisfies Record<AgentToolName, Doer>;

const checks = new Map(
  Object.entries(agentTools).map(([name, { input }]: [string, AgentTool]) => [
    name,
    partChecker('arguments', input),
  ]),
);

/** For a tool that may not exist, or not be allowed for this key. */
export async function answerCall(
  session: AgentSession,
  name: string,
  input: ToolInput,
  asking: Asking,
): Promise<Reply | Question> {
  const tools = offeredTools(session.permissions, session.options);
  const tool = tools.find((one) => one === name);
  if (!tool) return refused(whyNot(session, name, tools));
  return callTool(session, tool, input, asking).catch((error: unknown) =>
    refused(faultOf(session, error)),
  );
}

function whyNot(session: AgentSession, name: string, tools: readonly string[]): ApiError {
  const offered = `This key can call: ${tools.join(', ')}.`;
  if (!isAgentTool(name)) return new ApiError('not_found', `Unknown tool. ${offered}`);
  try {
    allowed(operationOf(name), session.permissions);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  return new ApiError('forbidden', `The URL of this connection excludes ${name}. ${offered}`);
}

async function callTool(
  session: AgentSession,
  tool: AgentToolName,
  input: unknown,
  asking: Asking,
): Promise<Reply | Question> {
  return noted(session, tool, input, async () => {
    const issues: { path: string; message: string }[] = [];
    const checked = checks.get(tool)?.(input, issues) ?? {};
    if (issues.length > 0) {
      throw new ApiError('invalid_request', 'The arguments are not valid.', { issues });
    }
    const doer: Doer = doers[tool];
    return doer(session, checked, asking);
  });
}

/** Logs before any result is returned. `given`: only its hash is stored. */
export async function noted<T extends Reply | Question>(
  session: AgentSession,
  tool: string,
  input: unknown,
  work: () => Promise<T>,
): Promise<T | Reply> {
  const reply = await work().catch((error: unknown) => refused(faultOf(session, error)));
  const isReply = 'rows' in reply;
  await session.desk.record(session.key, {
    tool,
    argumentsHash: argumentsHash(input),
    rows: isReply ? reply.rows : 0,
    resourceId: isReply ? reply.resourceId : undefined,
    fault: isReply ? reply.fault : undefined,
    isOfVisitors: isReply && reply.isOfVisitors,
    origin: session.origin,
  });
  return reply;
}

/** Hides other errors, since the library would pass their messages to the agent. */
export function faultOf(session: AgentSession, error: unknown): ApiError {
  const fault = session.toApiError(error);
  if (fault.code === 'internal_error') session.onFault(error);
  return fault;
}
