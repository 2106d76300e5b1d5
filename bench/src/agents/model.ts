/** A live model as solver, over plain HTTP, chosen by the environment. It only gets the tools and the question. */
import type { Solver } from './ask.ts';
import type { Answer } from './question.ts';

interface OfferedTool {
  name: string;
  description?: string | undefined;
  inputSchema: object;
}

interface ToolCall {
  id: string;
  name: string;
  input: object;
}

interface Turn {
  text: string;
  calls: ToolCall[];
}

/** One conversation in an API's format. */
interface Conversation {
  say(text: string): void;
  answer(results: { id: string; text: string }[]): void;
  next(): Promise<Turn>;
}

export interface Model {
  name: string;
  solver: (tools: readonly OfferedTool[]) => Solver;
}

type Start = (tools: readonly OfferedTool[]) => Conversation;

const mostTurns = 12;
const deadlineMs = 120_000;
const mostTokens = 2_000;

/** Undefined without a key in the environment. */
export function modelIn(env: NodeJS.ProcessEnv): Model | undefined {
  if (env.ANTHROPIC_API_KEY) {
    const name = env.ANTHROPIC_MODEL || 'claude-sonnet-4-5';
    return { name, solver: (tools) => solverOf(() => anthropic(env, name)(tools)) };
  }
  if (env.OPENAI_API_KEY) {
    const name = env.OPENAI_MODEL || 'gpt-5';
    return { name, solver: (tools) => solverOf(() => openAi(env, name)(tools)) };
  }
  return undefined;
}

export const noModel =
  'No live model: ANTHROPIC_API_KEY (with ANTHROPIC_MODEL) or OPENAI_API_KEY (with OPENAI_MODEL) would name one.';

function solverOf(start: () => Conversation): Solver {
  return async ({ ask, form }, tools) => {
    const conversation = start();
    conversation.say(
      `${ask}\n\nToday is ${new Date().toISOString()}. Use the tools. End with one line "ANSWER: " and ${form}, as JSON.`,
    );
    for (let turn = 0; turn < mostTurns; turn++) {
      const { text, calls } = await conversation.next();
      if (calls.length === 0) return answerIn(text);
      const results = calls.map(async ({ id, name, input }) => {
        const result = await tools.call(name, input).catch((error: Error) => error.message);
        return { id, text: typeof result === 'string' ? result : JSON.stringify(result) };
      });
      conversation.answer(await Promise.all(results));
    }
    return 'no answer in time';
  };
}

function answerIn(text: string): Answer {
  const answer = /ANSWER:\s*(.+)\s*$/s.exec(text)?.[1]?.trim() ?? text.trim();
  try {
    return JSON.parse(answer) as Answer;
  } catch {
    return answer;
  }
}

async function post(url: string, headers: Record<string, string>, body: object) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(deadlineMs),
  });
  if (!response.ok) throw new Error(`the model's API answered ${response.status}`);
  return response.json();
}

interface Block {
  type: string;
  text?: string;
  id?: string;
  name?: string;
  input?: object;
}

function anthropic(env: NodeJS.ProcessEnv, model: string): Start {
  const url = `${env.ANTHROPIC_BASE_URL || 'https://api.anthropic.com'}/v1/messages`;
  const headers = { 'x-api-key': env.ANTHROPIC_API_KEY ?? '', 'anthropic-version': '2023-06-01' };
  return (offered) => {
    const messages: { role: string; content: unknown }[] = [];
    const tools = offered.map(({ name, description, inputSchema }) => ({
      ...{ name, description, input_schema: inputSchema },
    }));
    return {
      say: (content) => messages.push({ role: 'user', content }),
      answer: (results) =>
        messages.push({
          role: 'user',
          content: results.map(({ id, text }) => ({
            ...{ type: 'tool_result', tool_use_id: id, content: text },
          })),
        }),
      async next() {
        const body = { model, max_tokens: mostTokens, messages, tools };
        const { content } = (await post(url, headers, body)) as { content: Block[] };
        messages.push({ role: 'assistant', content });
        return {
          text: content.map(({ text = '' }) => text).join(''),
          calls: content
            .filter(({ type }) => type === 'tool_use')
            .map(({ id = '', name = '', input = {} }) => ({ id, name, input })),
        };
      },
    };
  };
}

interface OpenAiMessage {
  content: string | null;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
}

function openAi(env: NodeJS.ProcessEnv, model: string): Start {
  const url = `${env.OPENAI_BASE_URL || 'https://api.openai.com/v1'}/chat/completions`;
  const headers = { authorization: `Bearer ${env.OPENAI_API_KEY}` };
  return (offered) => {
    const messages: object[] = [];
    const tools = offered.map(({ name, description, inputSchema }) => ({
      type: 'function',
      function: { name, description, parameters: inputSchema },
    }));
    return {
      say: (content) => messages.push({ role: 'user', content }),
      answer: (results) =>
        messages.push(
          ...results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text })),
        ),
      async next() {
        const answer = await post(url, headers, { model, messages, tools });
        const { choices } = answer as { choices: { message: OpenAiMessage }[] };
        const [{ message } = { message: { content: '' } as OpenAiMessage }] = choices;
        messages.push(message);
        return {
          text: message.content ?? '',
          calls: (message.tool_calls ?? []).map(({ id, function: called }) => ({
            ...{ id, name: called.name, input: JSON.parse(called.arguments) as object },
          })),
        };
      },
    };
  };
}
