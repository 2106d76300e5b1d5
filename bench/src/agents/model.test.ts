import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import type { Facts } from './facts.ts';
import { modelIn } from './model.ts';
import type { Question, Tools } from './question.ts';

/** An API that asks for one call of a tool, and then says what it was told. */
const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { messages } = JSON.parse(Buffer.concat(parts).toString()) as { messages: object[] };
  const isAnthropic = request.url === '/v1/messages';
  const hasResult = messages.length > 1;
  const total = /"total\\*":(\d+)/.exec(JSON.stringify(messages.at(-1)))?.[1];
  const text = `I counted.\nANSWER: ${total}`;
  const call = { id: 'c1', name: 'list' };
  const input = { kind: 'person' };
  const content = hasResult
    ? [{ type: 'text', text }]
    : [{ type: 'tool_use', ...call, input: input }];
  const tool_calls = [{ id: 'c1', function: { name: 'list', arguments: JSON.stringify(input) } }];
  const message = hasResult ? { content: text } : { content: null, tool_calls };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(isAnthropic ? { content } : { choices: [{ message }] }));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => server.close());

test.each([
  { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: url, ANTHROPIC_MODEL: 'some-model' },
  { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: `${url}`, OPENAI_MODEL: 'some-model' },
])('a model calls tools and answers: %o', async (env) => {
  const model = modelIn(env);
  expect(model?.name).toBe('some-model');
  const calls: unknown[] = [];
  const tools = {
    call: async (name: string, input: object) => {
      calls.push([name, input]);
      return { total: 41 };
    },
  } as unknown as Tools;
  const question = { ask: 'How many people?', form: 'a number' } as Question;
  const solve = model?.solver([{ name: 'list', description: '', inputSchema: {} }]);
  expect(await solve?.(question, tools, {} as Facts)).toBe(41);
  expect(calls).toEqual([['list', { kind: 'person' }]]);
});

test('without a key there is none', () => {
  expect(modelIn({})).toBeUndefined();
});
