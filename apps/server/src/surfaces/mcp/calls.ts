/** A call of a tool: its arguments are checked, it is done, and it is written down before the answer goes out. */
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

type Given = Record<string, unknown>;
type Doer = (session: AgentSession, given: Given, asking: Asking) => Promise<Reply | Question>;

/** What was checked against the schema of a tool is what its function takes. */
const as = <T>(given: Given) => given as T;

const writing = (tool: AgentWrite): [AgentWrite, Doer] => [
  tool,
  (session, given, asking) => write(session, tool, given, asking),
];

const doers = {
  search: (session, given) => search(session, as(given)),
  fetch: (session, given) => fetchResult(session, as(given)),
  list: (session, given) => listRecords(session, as<ListArguments>(given)),
  get: (session, given) => getRecord(session, as<GetArguments>(given)),
  stats: (session, given) => countVisits(session, given),
  live: (session, given) => whoIsHere(session, given),
  explain: (session, given) => explainClaim(session, as(given)),
  schema: (session, given) => describeData(session, given),
  ...(Object.fromEntries(agentWriteNames.map(writing)) as Record<AgentWrite, Doer>),
} satisfies Record<AgentToolName, Doer>;

const checks = new Map(
  Object.entries(agentTools).map(([name, { input }]: [string, AgentTool]) => [
    name,
    partChecker('arguments', input),
  ]),
);

/** Of a tool that may not be there, or not be called by this key. */
export async function answerCall(
  session: AgentSession,
  name: string,
  given: Given,
  asking: Asking,
): Promise<Reply | Question> {
  const tools = offeredTools(session.standing, session.options);
  const tool = tools.find((one) => one === name);
  if (!tool) return refused(whyNot(session, name, tools));
  return callTool(session, tool, given, asking).catch((error: unknown) =>
    refused(faultOf(session, error)),
  );
}

function whyNot(session: AgentSession, name: string, tools: readonly string[]): ApiError {
  const offered = `This key may call: ${tools.join(', ')}.`;
  if (!isAgentTool(name)) return new ApiError('not_found', `There is no such tool. ${offered}`);
  try {
    allowed(operationOf(name), session.standing);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  return new ApiError('forbidden', `This connection leaves ${name} out. ${offered}`);
}

async function callTool(
  session: AgentSession,
  tool: AgentToolName,
  given: unknown,
  asking: Asking,
): Promise<Reply | Question> {
  return noted(session, tool, given, async () => {
    const issues: { path: string; message: string }[] = [];
    const checked = checks.get(tool)?.(given, issues) ?? {};
    if (issues.length > 0) {
      throw new ApiError('invalid_request', 'The arguments are not valid.', { issues });
    }
    const doer: Doer = doers[tool];
    return doer(session, checked, asking);
  });
}

/** Nothing is told that is not in the audit log. `given`: of which the hash is kept, and nothing else. */
export async function noted<T extends Reply | Question>(
  session: AgentSession,
  tool: string,
  given: unknown,
  work: () => Promise<T>,
): Promise<T | Reply> {
  const reply = await work().catch((error: unknown) => refused(faultOf(session, error)));
  const isReply = 'rows' in reply;
  await session.desk.record(session.key, {
    tool,
    argumentsHash: argumentsHash(given),
    rows: isReply ? reply.rows : 0,
    resourceId: isReply ? reply.resourceId : undefined,
    fault: isReply ? reply.fault : undefined,
    isOfVisitors: isReply && reply.isOfVisitors,
    origin: session.origin,
  });
  return reply;
}

/** The library would tell the agent whatever an error says. */
export function faultOf(session: AgentSession, error: unknown): ApiError {
  const fault = session.toApiError(error);
  if (fault.code === 'internal_error') session.onFault(error);
  return fault;
}
