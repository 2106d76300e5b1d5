/* Writes of agents: what a dry run tells, what its token is good for, and when one is needed. */
import { randomUUID } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  type Agent,
  type AnyResult,
  agentOf,
  type ToolAnswer,
  toAnswer,
} from '../../testing/agents.ts';
import { pageIn, type Rest, recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();

/** A key that has read nothing yet, so that it may write at once. */
let agent: Agent;
let key: string;
let keyId: string;
let rest: Rest;

beforeEach(async () => {
  rest = restOf(h);
  ({ key, id: keyId } = await h.newKey({}));
  agent = await agentOf(h, key);
});

const newLead = async (fields: object = {}) =>
  recordIn(await rest.post('/leads', { properties: { plan: 'team', seats: 5 }, ...fields }));
const leadOf = async (id: string) => recordIn(await rest.get(`/leads/${id}`));
const tokenIn = ({ structured, text }: ToolAnswer) => {
  expect(structured?.done, text).toBe(false);
  return String(structured?.token);
};

describe('a dry run', () => {
  test('shows the exact difference and changes nothing; its token applies it and shows how to undo it', async () => {
    const lead = await newLead();
    const input = {
      id: lead.id,
      properties: { plan: 'firm', seats: null },
      summary: { intent: 'demo' },
    };
    const dry = await agent.call('update_lead', { ...input, dry_run: true });
    expect(dry.structured?.would).toMatchObject({
      id: lead.id,
      before: { untrusted: { properties: { plan: 'team', seats: 5 } }, summary: null },
      after: {
        untrusted: { properties: { plan: 'firm', seats: null } },
        summary: { intent: 'demo' },
      },
    });
    expect(await leadOf(lead.id)).toEqual(lead);
    const done = await agent.call('update_lead', { ...input, token: tokenIn(dry) });
    expect(done.structured).toMatchObject({
      done: true,
      before: { untrusted: { properties: { plan: 'team', seats: 5 } } },
      undo: { tool: 'update_lead', id: lead.id },
    });
    expect(done.text).toContain('To undo');
    expect(await leadOf(lead.id)).toMatchObject({
      properties: { plan: 'firm' },
      summary: { intent: 'demo' },
    });
  });

  test('of what is so already says that nothing differs', async () => {
    const lead = await newLead();
    const same = { id: lead.id, properties: { plan: 'team' } };
    const { structured, text } = await agent.call('update_lead', same);
    expect([structured?.done, text]).toEqual([true, 'Done: no changes. ']);
  });

  test('of every tool leaves nothing behind', async () => {
    const lead = await newLead();
    const list = recordIn(await rest.post('/lists', { name: 'Hot' }));
    const visitor_id = String(lead.visitor_id);
    await rest.post(`/lists/${list.id}/members`, { visitor_ids: [visitor_id] });
    const otherLead = recordIn(await rest.post('/leads', {}));
    const before = await countEverything();
    const calls: [string, object, object][] = [
      ['create_lead', { code: 'DRY' }, { lead: { untrusted: { code: 'DRY' } } }],
      ['create_list', { name: 'Dry' }, { list: { name: 'Dry' } }],
      [
        'add_to_list',
        { list_id: list.id, visitor_ids: [visitor_id, otherLead.visitor_id] },
        { added: 1, already_there: 1, visitor_ids: [otherLead.visitor_id] },
      ],
      [
        'remove_from_list',
        { list_id: list.id, visitor_ids: [visitor_id] },
        { removed: 1, visitor_ids: [visitor_id] },
      ],
    ];
    for (const [tool, input, would] of calls) {
      const dry = await agent.call(tool, { ...input, dry_run: true });
      expect(dry.structured?.would, tool).toMatchObject(would);
    }
    expect(await countEverything()).toEqual(before);
    const audit = pageIn(await rest.get(`/audit-log?actor_id=${keyId}`));
    expect(new Set(audit.data.map(({ resource_type }) => resource_type))).toEqual(new Set(['mcp']));
  });

  test('refuses what the write would refuse', async () => {
    const { isError, text } = await agent.call('update_lead', {
      id: crypto.randomUUID(),
      properties: {},
      dry_run: true,
    });
    expect([isError, text]).toEqual([true, expect.stringContaining('search or list')]);
  });
});

async function countEverything() {
  const [leads, lists, audit, visitors] = await Promise.all(
    ['/leads', '/lists', '/audit-log?resource_type=leads', '/visitors'].map(
      async (path) => pageIn(await rest.get(path)).pagination.total,
    ),
  );
  return { leads, lists, audit, visitors };
}

describe('a token', () => {
  const refusal = 'The token is not valid for this call';

  test('is used once', async () => {
    const input = { name: `Once ${crypto.randomUUID()}` };
    const token = tokenIn(await agent.call('create_list', { ...input, dry_run: true }));
    const answers = await Promise.all(
      [1, 2, 3].map(() => agent.call('create_list', { ...input, token })),
    );
    expect(answers.filter(({ isError }) => !isError)).toHaveLength(1);
    expect(answers.filter(({ text }) => text.startsWith(refusal))).toHaveLength(2);
  });

  test('is of its arguments, in whatever order they come', async () => {
    const lead = await newLead();
    const input = { id: lead.id, properties: { a: 1, b: 2 } };
    const token = tokenIn(await agent.call('update_lead', { ...input, dry_run: true }));
    const other = await agent.call('update_lead', { ...input, properties: { a: 1, b: 3 }, token });
    expect(other.text).toContain(refusal);
    const same = await agent.call('update_lead', {
      token,
      properties: { b: 2, a: 1 },
      id: lead.id,
    });
    expect(same.isError, same.text).toBe(false);
  });

  test('is of its tool and its key', async () => {
    const list = recordIn(await rest.post('/lists', { name: 'Hot' }));
    const input = { list_id: list.id, visitor_ids: [(await newLead()).visitor_id] };
    const token = tokenIn(await agent.call('add_to_list', { ...input, dry_run: true }));
    expect((await agent.call('remove_from_list', { ...input, token })).text).toContain(refusal);
    const another = await agentOf(h, (await h.newKey({})).key);
    expect((await another.call('add_to_list', { ...input, token })).text).toContain(refusal);
    expect((await agent.call('add_to_list', { ...input, token })).isError).toBe(false);
  });

  test('is good for some minutes only', async () => {
    const token = tokenIn(await agent.call('create_list', { name: 'Late', dry_run: true }));
    await h.db.system(
      (tx) =>
        tx`update previewed_writes set expires_at = now() - interval '1 second' where key_id = ${keyId}`,
    );
    expect((await agent.call('create_list', { name: 'Late', token })).text).toContain(refusal);
  });

  test('is of the record as it was', async () => {
    const lead = await newLead();
    const input = { id: lead.id, properties: { plan: 'firm' } };
    const token = tokenIn(await agent.call('update_lead', { ...input, dry_run: true }));
    await rest.patch(`/leads/${lead.id}`, { properties: { plan: 'other' } });
    const late = await agent.call('update_lead', { ...input, token });
    expect([late.isError, late.text]).toEqual([true, expect.stringContaining('dry_run again')]);
    expect(await leadOf(lead.id)).toMatchObject({ properties: { plan: 'other' } });
  });

  test('is one of few that a key may hold', async () => {
    const first = tokenIn(await agent.call('create_list', { name: 'First', dry_run: true }));
    await Promise.all(
      Array.from({ length: 120 }, (_, at) =>
        agent.call('create_list', { name: `${at}`, dry_run: true }),
      ),
    );
    const [row] = await h.db.system(
      (tx) =>
        tx<
          { n: number }[]
        >`select count(*)::integer as n from previewed_writes where key_id = ${keyId}`,
    );
    expect(row?.n).toBeLessThanOrEqual(110);
    expect((await agent.call('create_list', { name: 'First', token: first })).text).toContain(
      refusal,
    );
  });
});

describe('a preview is needed', () => {
  test('not by a key that has read nothing', async () => {
    const done = await agent.call('create_lead', { code: 'AT-ONCE' });
    expect(done.structured).toMatchObject({ done: true, lead: { untrusted: { code: 'AT-ONCE' } } });
    expect(done.text).toContain('cannot be deleted');
  });

  test('for every write of a key that was shown what visitors wrote, and of no other', async () => {
    const lead = await newLead();
    const calm = await agentOf(h, (await h.newKey({})).key);
    await agent.call('get', { kind: 'lead', id: lead.id });
    const input = { id: lead.id, properties: { plan: 'x' } };
    const preview = await agent.call('update_lead', input);
    expect(preview.text).toContain('read text from visitors');
    expect(await leadOf(lead.id)).toEqual(lead);
    const done = await agent.call('update_lead', { ...input, token: tokenIn(preview) });
    expect(done.structured?.done).toBe(true);
    expect((await calm.call('create_list', { name: 'Calm' })).structured?.done).toBe(true);
    await h.db.system(
      (tx) =>
        tx`update wary_keys set shown_at = now() - interval '11 minutes' where key_id = ${keyId}`,
    );
    expect((await agent.call('create_list', { name: 'Later' })).structured?.done).toBe(true);
  });

  test('for more than 25 records, always', async () => {
    const list = recordIn(await rest.post('/lists', { name: 'Many' }));
    const visitor_ids = await Promise.all(
      Array.from({ length: 26 }, async () => recordIn(await rest.post('/leads', {})).visitor_id),
    );
    const input = { list_id: list.id, visitor_ids };
    const few = await agent.call('add_to_list', { ...input, visitor_ids: visitor_ids.slice(0, 2) });
    expect(few.structured).toMatchObject({
      done: true,
      added: 2,
      undo: { tool: 'remove_from_list' },
    });
    const preview = await agent.call('add_to_list', input);
    expect(preview.structured?.would).toMatchObject({ added: 24, already_there: 2 });
    const done = await agent.call('add_to_list', { ...input, token: tokenIn(preview) });
    const { undo } = done.structured as { undo: { tool: string; visitor_ids: string[] } };
    expect(undo.visitor_ids).toHaveLength(24);
    // As it says: those stay that were there before.
    const { tool, ...arguments_ } = undo;
    const back = await agent.call(tool, arguments_);
    expect(back.structured).toMatchObject({ done: true, removed: 24 });
    expect(pageIn(await rest.get(`/lists/${list.id}/members`)).pagination.total).toBe(2);
  });

  test('and a key without read permission still sees the difference', async () => {
    const lead = await newLead();
    const writer = await agentOf(h, (await h.newKey({ scopes: ['mcp', 'leads:write'] })).key);
    const dry = await writer.call('update_lead', {
      id: lead.id,
      properties: { plan: 'x' },
      dry_run: true,
    });
    expect(dry.structured?.would).toMatchObject({
      before: { untrusted: { properties: { plan: 'team' } } },
      after: { untrusted: { properties: { plan: 'x' } } },
    });
  });
});

describe('a client that can ask a person', () => {
  const asks = async (answers: ('accept' | 'decline')[]) => {
    const prompts: string[] = [];
    const client = new Client(
      { name: 'asks', version: '1' },
      { capabilities: { elicitation: {} }, versionNegotiation: { mode: 'auto' } },
    );
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      prompts.push(params.message);
      const action = answers.shift() ?? 'decline';
      return { action, ...(action === 'accept' && { content: { go_ahead: true } }) };
    });
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${h.url}/mcp`), { requestInit }),
    );
    onTestFinished(() => client.close());
    const call = async (name: string, input: Record<string, unknown>) =>
      toAnswer((await client.callTool({ name, arguments: input })) as unknown as AnyResult);
    return { call, prompts };
  };

  test('asks for confirmation in words of ours alone and follows the person’s answer', async () => {
    const lead = await newLead({ properties: { note: 'visitor-wrote-this' } });
    const { call, prompts } = await asks(['decline', 'accept']);
    const input = { id: lead.id, properties: { note: 'agent-wrote-this' } };
    await call('get', { kind: 'lead', id: lead.id });
    const refused = await call('update_lead', input);
    expect([refused.isError, refused.text]).toEqual([
      true,
      expect.stringContaining('declined the change'),
    ]);
    expect(await leadOf(lead.id)).toEqual(lead);
    const done = await call('update_lead', input);
    expect(done.structured).toMatchObject({ done: true });
    expect(await leadOf(lead.id)).toMatchObject({ properties: { note: 'agent-wrote-this' } });
    expect(prompts).toHaveLength(2);
    expect(prompts[0]).toContain('update_lead');
    expect(prompts.join()).not.toContain('wrote-this');
  });

  test('asks its user before a person is erased; a client that cannot ask may only preview', async () => {
    const visitor_id = randomUUID();
    await h.send({ type: 'identify', visitor_id, email: `${visitor_id}@firm.example` });
    const [person] = pageIn(await rest.get(`/identities?visitor_id=${visitor_id}`)).data;
    const input = { identity_id: person?.id };
    const dry = await agent.call('erase_person', { ...input, dry_run: true });
    expect(dry.structured?.would).toMatchObject({ removes: { people: 1, visitors: 1 } });
    const token = tokenIn(dry);
    for (const one of [input, { ...input, token }]) {
      const refused = await agent.call('erase_person', one);
      expect([refused.isError, refused.text]).toEqual([
        true,
        expect.stringContaining('cannot ask its user'),
      ]);
    }
    const { call, prompts } = await asks(['decline', 'accept']);
    expect((await call('erase_person', input)).text).toContain('declined the change');
    expect((await rest.get(`/identities/${person?.id}`)).status).toBe(200);
    const done = await call('erase_person', input);
    expect(done.structured).toMatchObject({ done: true, removed: { people: 1 } });
    expect(prompts[1]).toContain('cannot be undone');
    expect((await rest.get(`/identities/${person?.id}`)).status).toBe(404);
  });

  test('and is not prompted when no confirmation is needed', async () => {
    const { call, prompts } = await asks([]);
    expect((await call('create_list', { name: 'Calm' })).structured?.done).toBe(true);
    expect(prompts).toEqual([]);
  });
});

test('a list that keeps itself is always previewed, however many are on it', async () => {
  const input = { name: 'Germans', of: 'identities', filter: 'country = Germany' };
  const preview = await agent.call('create_list', input);
  const lists = pageIn(await rest.get('/lists?filter=name%20%3D%20Germans'));
  expect(lists.pagination.total).toBe(0);
  const done = await agent.call('create_list', { ...input, token: tokenIn(preview) });
  expect(done.structured).toMatchObject({ done: true, list: { of: 'identities' } });
  const { id } = { ...(done.structured?.list as { id: string }) };
  const members = { list_id: id, identity_ids: [] };
  expect((await agent.call('add_to_list', members)).text).toContain('This list is self-updating');
});
