/** Asks a solver all questions over MCP, through the official client, and counts the cost of each. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { businessQuestions } from './business-questions.ts';
import type { Facts } from './facts.ts';
import { peopleQuestions, somebodyQuestions } from './people-questions.ts';
import type { Answer, Question, Read, Records, Tools } from './question.ts';
import { visitQuestions } from './visit-questions.ts';
import { hostileLeads, writingTasks } from './writing-tasks.ts';

export interface Target {
  /** http://127.0.0.1:PORT */
  url: string;
  /** With all scopes. */
  key: string;
}

export interface Outcome {
  ask: string;
  expected: unknown;
  answer: unknown;
  isRight: boolean;
  calls: number;
  /** Arguments and results, as a model reads them. */
  tokens: number;
}

/** Answers a question with counted calls. */
export type Solver = (question: Question, tools: Tools, facts: Facts) => Promise<Answer>;

export const budget = { calls: 3, tokens: 6_000 };

export const scripted: Solver = (question, tools, facts) => question.solve(tools, facts);

function readingQuestions(facts: Facts): readonly Question[] {
  return [
    ...peopleQuestions,
    ...somebodyQuestions(facts.somebody.person.name),
    ...visitQuestions,
    ...businessQuestions(facts),
  ];
}

export function readerOf({ url, key }: Target): Read {
  return async (path) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return (await response.json()) as Record<string, unknown>;
  };
}

export async function connectAgent({ url, key }: Target): Promise<Client> {
  const client = new Client(
    { name: 'questions', version: '1' },
    { versionNegotiation: { mode: 'auto' } },
  );
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
  );
  return client;
}

/** One after another, since the later ones write. */
export async function askAll(target: Target, facts: Facts, solver: Solver): Promise<Outcome[]> {
  const client = await connectAgent(target);
  const read = readerOf(target);
  const outcomes: Outcome[] = [];
  const put = async (question: Question) => {
    const meter = { calls: 0, tokens: 0 };
    const tools = toolsOf(client, meter);
    const answer = await solver(question, tools, facts).catch((error: Error) => error.message);
    const outcome = question.after ? await question.after(read, facts) : answer;
    const expected = question.expected(facts);
    const isRight = fits(outcome, expected);
    outcomes.push({ ask: question.ask, expected, answer: outcome, isRight, ...meter });
  };
  for (const question of readingQuestions(facts)) await put(question);
  // Created late, or earlier questions would count them.
  await makeHostileLeads(target);
  for (const task of writingTasks(facts)) await put(task);
  await client.close();
  return outcomes;
}

function toolsOf(client: Client, meter: { calls: number; tokens: number }): Tools {
  const call: Tools['call'] = async (name, input) => {
    const arguments_ = input as Record<string, unknown>;
    const { content, structuredContent, isError } = await client.callTool({
      name,
      arguments: arguments_,
    });
    const [first] = content;
    const text = first?.type === 'text' ? first.text : '';
    const structured = structuredContent as Record<string, unknown> | undefined;
    meter.calls += 1;
    for (const part of [input, structured, text]) {
      if (part !== undefined) meter.tokens += tokensOf(part);
    }
    if (isError) throw new Error(text);
    return structured ?? (JSON.parse(text) as Record<string, unknown>);
  };
  return {
    call,
    list: async (input) => (await call('list', input)) as unknown as Records,
    async write(name, input) {
      const answer = await call(name, input);
      return answer.done === false ? call(name, { ...input, token: answer.token }) : answer;
    },
  };
}

function tokensOf(part: unknown): number {
  return countTokens(typeof part === 'string' ? part : JSON.stringify(part));
}

async function makeHostileLeads({ url, key }: Target): Promise<void> {
  for (const lead of hostileLeads) {
    const response = await fetch(`${url}/api/v1/leads`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(lead),
    });
    if (!response.ok) throw new Error(`a lead could not be made: ${response.status}`);
  }
}

function fits(answer: unknown, expected: ReturnType<Question['expected']>): boolean {
  const lower = (value: unknown) => String(value).toLowerCase();
  const plain = (value: unknown) =>
    JSON.stringify(Array.isArray(value) ? value.map(lower).sort() : lower(value));
  const all = typeof expected === 'object' && 'oneOf' in expected ? expected.oneOf : [expected];
  return all.some((one) => plain(one) === plain(answer));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
