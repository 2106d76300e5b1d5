/* How much an agent is told, where it goes on, and what is written down of it. */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Agent, agentOf, listed, type ToolAnswer, toolsText } from '../../testing/agents.ts';
import { pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();

const cost = ({ structured, text }: ToolAnswer) =>
  countTokens(JSON.stringify({ content: [{ type: 'text', text }], structuredContent: structured }));
describe('answers stay within their token budget', () => {
  test('at most 4,000 tokens for all tools together', async () => {
    for (const query of ['', '?views=1']) {
      const { result } = JSON.parse(await toolsText(h, h.workspace.secretKey, query)) as {
        result: { tools: unknown };
      };
      expect(countTokens(JSON.stringify(result.tools)), query).toBeLessThanOrEqual(4_000);
    }
  });

  const count = 130;
  let agent: Agent;
  beforeAll(async () => {
    const rest = restOf(h);
    const note = 'What they said of the product, at some length. '.repeat(3);
    for (let at = 0; at < count; at++) {
      await rest.post('/leads', { code: `C-${at}`, properties: { plan: 'team', note, at } });
    }
    agent = await agentOf(h, h.workspace.secretKey);
  });

  test('at most 6,000 tokens for an answer; the cursor continues after its last record, and the remaining count is exact', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const answer = await agent.call('list', {
        kind: 'lead',
        limit: 100,
        ...(cursor && { cursor }),
      });
      expect(cost(answer)).toBeLessThanOrEqual(6_000);
      const { total, left, records, cursor: next } = listed(answer);
      seen.push(...records.map(({ id }) => id));
      expect([total, left]).toEqual([count, count - seen.length]);
      cursor = next;
      pages += 1;
    } while (cursor);
    expect(new Set(seen).size).toBe(count);
    expect(seen).toHaveLength(count);
    expect(pages).toBeGreaterThan(1);
  });

  test('up to 20,000 on request, and less on request', async () => {
    const most = await agent.call('list', {
      kind: 'lead',
      limit: 100,
      fields: ['*'],
      max_tokens: 20_000,
    });
    const few = await agent.call('list', { kind: 'lead', limit: 100, max_tokens: 1_000 });
    expect(cost(most)).toBeLessThanOrEqual(20_000);
    expect(cost(most)).toBeGreaterThan(6_000);
    expect(cost(few)).toBeLessThanOrEqual(1_000);
    expect(listed(few).records.length).toBeGreaterThan(0);
    const more = await agent.call('list', { kind: 'lead', max_tokens: 20_001 });
    expect([more.isError, more.text]).toEqual([true, expect.stringContaining('max_tokens')]);
  });

  test('no more for one oversized record, which names what was left out', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 150 }, (_, at) => [
        `name ${at}`,
        'A long text that goes on. '.repeat(12),
      ]),
    );
    const large = recordIn(await restOf(h).post('/leads', { code: 'LARGE', properties }));
    for (const answer of [
      await agent.call('get', { kind: 'lead', id: large.id }),
      await agent.call('list', { kind: 'lead', filter: 'code = LARGE' }),
      await agent.call('fetch', { id: `lead:${large.id}` }),
    ]) {
      expect(cost(answer)).toBeLessThanOrEqual(6_000);
      expect(JSON.stringify(answer)).toContain('too_large');
      expect(JSON.stringify(answer)).toContain(large.id);
    }
  });

  test('only the requested fields, and always the id', async () => {
    const answer = await agent.call('list', {
      kind: 'lead',
      fields: ['source', 'created_at'],
      limit: 1,
    });
    const [record] = listed(answer).records;
    expect(record).toEqual({
      id: expect.any(String),
      source: 'api',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+Z \(\d+ (s|min) ago\)$/),
    });
    const wrong = await agent.call('list', { kind: 'lead', fields: ['nonsense'] });
    expect([wrong.isError, wrong.text]).toEqual([true, expect.stringContaining('Allowed: id,')]);
  });

  test('the values that a field has, of the newest records', async () => {
    const { structured } = await agent.call('schema', { kind: 'lead', field: 'properties.plan' });
    expect(structured).toMatchObject({
      ...{ newest: 100, different: 1 },
      untrusted: { values: [{ value: 'team', count: expect.any(Number) }] },
    });
    const names = await agent.call('schema', { kind: 'lead', field: 'properties' });
    expect(JSON.stringify(names.structured)).toContain('"value":"note"');
    const ours = await agent.call('schema', { kind: 'lead', field: 'source' });
    expect(ours.structured).toMatchObject({ values: [{ value: 'api', count: 100 }] });
    const wrong = await agent.call('schema', { kind: 'lead', field: 'constructor' });
    expect([wrong.isError, wrong.text]).toEqual([
      true,
      expect.stringContaining('field is not a field of lead'),
    ]);
    const person = await agent.call('schema', { kind: 'person' });
    expect(person.structured?.filter_words).toMatchObject({
      stage: expect.arrayContaining(['customer']),
    });
  });

  test.each([
    ['list', { kind: 'lead', filter: 'nonsense = 1' }, 'Call schema with the kind'],
    [
      'list',
      { kind: 'lead', cursor: 'nonsense' },
      'cursor must be a cursor from an earlier list response',
    ],
    ['list', { kind: 'nonsense' }, 'kind must be one of lead, '],
    ['list', { kind: 'lead', nonsense: 1 }, 'nonsense is unknown. Allowed: kind, filter'],
    ['list', { kind: 'lead', parameters: { nonsense: 1 } }, 'nonsense is unknown'],
    ['get', { kind: 'lead', id: 'me' }, 'id must be a UUID, such as '],
    ['get', { kind: 'event', id: crypto.randomUUID() }, 'kind does not support get. Use list'],
    [
      'get',
      { kind: 'lead', id: crypto.randomUUID(), include: ['activity'] },
      'must be one of these for lead: nothing',
    ],
    ['get', { kind: 'lead', id: crypto.randomUUID() }, 'Find the id with search or list'],
    ['fetch', { id: 'nonsense' }, 'Use an id from search'],
    ['stats', { metrics: 'nonsense' }, 'metrics'],
    ['list', { kind: 'person', fields: ['intent_score'] }, 'Only filters take "intent_score"'],
    ['list', { kind: 'person', fields: ['intent_score'] }, 'use get with include, or explain'],
    ['nonsense', {}, 'Unknown tool. This key can call: search, fetch'],
  ])('errors with advice: %s %j', async (name, input, words) => {
    const { isError, text } = await agent.call(name, input);
    expect([isError, text]).toEqual([true, expect.stringContaining(words)]);
  });
});

test('figures show whether there are rows', async () => {
  const agent = await agentOf(h, h.workspace.secretKey);
  const total = await agent.call('stats', { metrics: 'visitors' });
  expect(total.structured).toMatchObject({ total: { visitors: expect.any(Number) }, rows: [] });
  expect(total.text).toBe('Totals only. Set dimensions or interval to get rows.');
  const rows = await agent.call('stats', { metrics: 'visitors', interval: 'day' });
  expect(rows.text).toMatch(/^\d+ rows\.$/);
});

test('every call is in the audit log, with the hash of its arguments, its number of records, and why it failed', async () => {
  const { id, key } = await h.newKey({ name: 'Audited' });
  const agent = await agentOf(h, key);
  await agent.call('list', { kind: 'lead', limit: 3 });
  await agent.call('list', { limit: 3, kind: 'lead' });
  await agent.call('list', { kind: 'lead', filter: 'nonsense' });
  const list = await agent.call('create_list', { name: 'secret name', dry_run: true });
  await agent.call('create_list', { name: 'secret name', token: list.structured?.token });
  const { data } = pageIn(await restOf(h).get(`/audit-log?actor_id=${id}`));
  const entries = data.toReversed().map(({ action, changes }) => [action, changes]);
  const [, first] = entries[0] ?? [];
  expect(first).toEqual({ arguments: expect.stringMatching(/^[\da-f]{64}$/), rows: 3 });
  expect(entries).toEqual([
    ['mcp list', first],
    ['mcp list', first],
    ['mcp list', expect.objectContaining({ rows: 0, fault: 'invalid_request' })],
    ['mcp create_list', expect.objectContaining({ rows: 0 })],
    ['createList', {}],
    ['mcp create_list', expect.objectContaining({ rows: 1 })],
  ]);
  expect(JSON.stringify(data)).not.toContain('secret name');
});

describe('a list of visits or events', () => {
  test('names its days, unless days or a record were in the request', async () => {
    const agent = await agentOf(h, h.workspace.secretKey);
    const only = async (input: object) =>
      (await agent.call('list', { limit: 1, ...input })).structured?.only;
    expect(await only({ kind: 'session' })).toBe(
      '7 days; up to 31 days with parameters.created_after',
    );
    expect(await only({ kind: 'event' })).toContain('7 days');
    const created_after = new Date(Date.now() - 20 * 86_400_000).toISOString();
    expect(await only({ kind: 'session', parameters: { created_after } })).toBeUndefined();
    const visitor_id = crypto.randomUUID();
    expect(await only({ kind: 'event', parameters: { visitor_id } })).toBeUndefined();
    expect(await only({ kind: 'lead' })).toBeUndefined();
  });
});
