/**
 * What the official conformance suite wants to find: tools, resources and prompts with given names and answers, on
 * the endpoint of the service. Mounted by its test alone; the product has none of them.
 */
import { isAgentTool } from '@footfall/contract/agent';
import {
  LOG_LEVEL_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { toResult } from '../../surfaces/mcp/answers.ts';
import { answerCall } from '../../surfaces/mcp/calls.ts';
import { serverFor } from '../../surfaces/mcp/server.ts';
import type { AgentSession } from '../../surfaces/mcp/session.ts';
import { toolsFor } from '../../surfaces/mcp/tools.ts';
import { nobodyToAsk } from '../../surfaces/mcp/write-tools.ts';
import {
  answersOfTools,
  contentsOf,
  type FixtureAnswer,
  fixturePrompts,
  fixtureResources,
  messagesOf,
} from './fixture-answers.ts';
import { askingTools, promptThatAsks } from './fixture-questions.ts';

const inputSchema = { type: 'object' as const };

const waitMs = 50;

/** Tells of its progress while it works. */
async function progressing({ mcpReq }: ServerContext): Promise<FixtureAnswer> {
  const { progressToken } = mcpReq._meta ?? {};
  for (const progress of [0, 50, 100]) {
    if (progressToken !== undefined) {
      const params = { progressToken, progress, total: 100 };
      await mcpReq.notify({ method: 'notifications/progress', params });
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  return { content: [{ type: 'text', text: 'Done.' }] };
}

/** Logs to the client: where it asked for that, in the newest revision. */
async function logging({ mcpReq }: ServerContext): Promise<FixtureAnswer> {
  const envelope: Record<string, unknown> = { ...mcpReq.envelope };
  const isWanted = mcpReq.envelope === undefined || LOG_LEVEL_META_KEY in envelope;
  for (const data of [
    'Tool execution started',
    'Tool processing data',
    'Tool execution completed',
  ]) {
    if (isWanted) {
      const params = { level: 'info' as const, data };
      await mcpReq.notify({ method: 'notifications/message', params });
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  return { content: [{ type: 'text', text: 'Done.' }] };
}

const telling: Record<string, (context: ServerContext) => Promise<FixtureAnswer>> = {
  test_tool_with_progress: progressing,
  test_tool_with_logging: logging,
  test_logging_tool: logging,
};

const names = [
  ...Object.keys(answersOfTools),
  ...Object.keys(telling),
  ...Object.keys(askingTools),
];

/** The server of the product, whose tools are listed too, with the fixtures in the place of what it answers. */
export function fixtureServer(session: AgentSession, version: string): Server {
  const server = serverFor(session, version);
  server.registerCapabilities({ completions: {}, logging: {} });
  server.setRequestHandler('tools/list', () => ({
    tools: [
      ...toolsFor(session, false),
      ...names.map((name) => ({ name, description: `Fixture ${name}`, inputSchema: inputSchema })),
    ],
  }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name } = params;
    const answer = answersOfTools[name];
    if (answer) return answer;
    const work = telling[name] ?? askingTools[name];
    return work ? work(context) : callOwn(session, name, params.arguments);
  });
  server.setRequestHandler('resources/list', () => ({ resources: fixtureResources }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      { uriTemplate: 'test://template/{id}/data', name: 'template', description: 'Fixture' },
    ],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const contents = contentsOf(uri);
    if (contents) return { contents: [contents] };
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such resource.', { uri });
  });
  server.setRequestHandler('logging/setLevel', () => ({}));
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [] } }));
  server.setRequestHandler('prompts/list', () => ({ prompts: fixturePrompts }));
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    if (params.name === 'test_input_required_result_prompt') return promptThatAsks(context);
    const messages = messagesOf(params.name, params.arguments ?? {});
    if (!messages) throw unknown('prompt', params.name);
    return { messages };
  });
  return server;
}

/** The suite tries headers on the first tool of the list, which is one of the product's. */
async function callOwn(session: AgentSession, name: string, input: Record<string, unknown> = {}) {
  if (!isAgentTool(name)) throw unknown('tool', name);
  const reply = await answerCall(session, name, input, nobodyToAsk);
  if ('question' in reply) throw new Error('nobody can be asked');
  return toResult(reply, false);
}

function unknown(what: string, name: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no ${what} ${name}.`);
}
