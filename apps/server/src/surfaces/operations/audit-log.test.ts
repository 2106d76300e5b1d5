/* The audit log: every write of the contract leaves an entry, what fails or only tries leaves none. */
import { randomUUID } from 'node:crypto';
import { scopeNames } from '@footfall/contract/access';
import type { AuditEntry } from '@footfall/contract/audit';
import { isWrite, type OperationSpec } from '@footfall/contract/operation';
import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import { forgetOldAuditEntries } from '../../accounts/workspaces/audit-log.ts';
import { changeSettings } from '../../accounts/workspaces/settings.ts';
import { applicationUrl } from '../../platform/db/application-role.ts';
import { startHarness } from '../../testing/harness.ts';
import type { Answer } from '../../testing/post.ts';
import { faultsIn, pageIn, recordIn, restOf } from '../../testing/rest.ts';
import {
  allOperations,
  bodyOf,
  idToRemove,
  restPathOf,
  seedWorkspace,
} from '../../testing/seeded-workspace.ts';

const h = await startHarness();
const seeded = await seedWorkspace(h);
const rest = restOf(h, seeded.secretKey);
const owner = postgres(h.ownerUrl, { max: 1, onnotice: () => undefined });
const application = postgres(await applicationUrl(owner, h.ownerUrl), {
  max: 1,
  onnotice: () => undefined,
});
afterAll(() => Promise.all([owner.end(), application.end()]));

const writes = allOperations.filter(isWrite);

async function logged(query = '', own = rest) {
  const { data, pagination } = pageIn(await own.get(`/audit-log${query}`));
  return { entries: data as unknown as AuditEntry[], total: pagination.total };
}

test.each(writes.map((operation) => [operation.id, operation] as const))(
  '%s leaves one entry when it is done, and none when it is refused or tried',
  async (id, operation) => {
    const id2 = await idToRemove(h, operation, seeded);
    const path = restPathOf(operation, seeded, id2);
    const example = bodyOf(operation, seeded);
    const canTry = example !== undefined && 'dry_run' in example;
    const body = canTry ? { ...example, dry_run: false } : example;
    const headers: Record<string, string> = { 'user-agent': 'audit test' };
    if (body) headers['content-type'] = 'application/json';
    const send = (to: string, sent: object | undefined, key = seeded.secretKey) =>
      restOf(h, key).raw(operation.method, to, {
        headers,
        ...(sent && { body: JSON.stringify(sent) }),
      });
    const before = (await logged()).total;

    const reader = await h.newKey({ workspaceId: seeded.id, scopes: ['audit:read'] });
    expect((await send(path, body, reader.key)).status).toBe(403);
    expect((await send(`${path}?fly=1`, body)).status).toBe(400);
    if (operation.params) {
      expect((await send(restPathOf(operation, seeded, randomUUID()), body)).status).toBe(404);
    }
    if (operation.body) expect((await send(path, { fly: 1 })).status).toBe(400);
    if ('dry_run' in (operation.query?.properties ?? {})) {
      expect((await send(`${path}?dry_run=true`, body)).status).toBe(200);
    }
    if (canTry) {
      const tried = await send(path, { ...body, dry_run: true });
      expect(tried.status, tried.text).toBe(operation.status);
    }
    expect((await logged()).total).toBe(before);

    const answer = await send(path, body);
    expect(answer.status, answer.text).toBe(operation.status);
    const { entries, total } = await logged(`?action=${id}&limit=1`);
    expect((await logged()).total).toBe(before + 1);
    expect(total).toBeGreaterThan(0);
    expect(entries[0]).toMatchObject({
      actor_type: 'key',
      actor_name: 'Test',
      action: id,
      resource_type: operation.auditedAs ?? path.split('/')[1],
      fields: expect.arrayContaining(Object.keys(body ?? {})),
      changes: {},
      ip: '127.0.0.0',
      user_agent: 'audit test',
    });
    expect(entries[0]?.fields).toHaveLength(Object.keys(body ?? {}).length);
    expect(entries[0]?.resource_id).toBe(resourceIn(operation, path, answer));
    // So that the others find people as they were.
    const made = canTry ? recordIn(answer).identity_override_id : undefined;
    if (made && id !== 'undoIdentityOverride') {
      expect((await send(`/identity-overrides/${made}/undo`, {})).status).toBe(200);
    }
  },
);

function resourceIn({ params, auditedAs }: OperationSpec, path: string, answer: Answer) {
  return params && auditedAs === undefined ? path.split('/')[2] : recordIn(answer).id;
}

test('reads leave no entry', async () => {
  const { total } = await logged();
  for (const path of ['/leads', '/identities', '/audit-log']) await rest.get(path);
  expect((await logged()).total).toBe(total);
});

test('a request that is repeated under its Idempotency-Key has one entry', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const { total } = await logged();
  for (let turn = 0; turn < 3; turn++) await rest.post('/leads', { code: 'x' }, headers);
  expect((await logged()).total).toBe(total + 1);
});

test('it has no content, and addresses as the workspace stores them', async () => {
  const workspace = await h.newWorkspace();
  const own = restOf(h, workspace.secretKey);
  const agent = { 'user-agent': `secret-agent ${'x'.repeat(300)}` };
  const body = { code: 'code-of-ada', properties: { 'ada@example.com': 'likes tea' } };
  const store = (mode: 'none' | 'drop') =>
    h.db.system((tx) => changeSettings(tx, workspace.id, { ip_anonymisation: mode }));
  await own.post('/leads', body, agent);
  await store('none');
  await own.post('/leads', body, agent);
  await store('drop');
  await own.post('/leads', body, agent);
  const { entries } = await logged('', own);
  expect(entries.map(({ ip }) => ip)).toEqual(['', '127.0.0.1', '127.0.0.0']);
  expect(entries[0]?.user_agent).toHaveLength(256);
  expect(entries[0]?.fields).toEqual(['code', 'properties']);
  const text = JSON.stringify(entries);
  for (const written of ['code-of-ada', 'ada@', 'tea']) expect(text).not.toContain(written);
});

test('filters combine, pages fit together, and only keys with the scope read it', async () => {
  const workspace = await h.newWorkspace();
  const own = restOf(h, workspace.secretKey);
  const ids: string[] = [];
  for (let turn = 0; turn < 3; turn++) ids.push(recordIn(await own.post('/leads', {})).id);
  await own.patch(`/leads/${ids[0]}`, { summary: { a: 1 } });
  const of = async (query: string) => (await logged(query, own)).entries.map((e) => e.action);
  expect(await of(`?resource_id=${ids[0]}`)).toEqual(['updateLead', 'createLead']);
  expect(await of(`?resource_type=leads&action=updateLead`)).toEqual(['updateLead']);
  expect(await of('?actor_type=member')).toEqual([]);
  expect(await of('?actor_type=key&limit=2&offset=2')).toEqual(['createLead', 'createLead']);
  expect(await of('?created_after=2100-01-01')).toEqual([]);
  const [first] = (await logged('', own)).entries;
  expect(await of(`?actor_id=${first?.actor_id}&created_before=2100-01-01`)).toHaveLength(4);
  expect(await of(`?actor_id=${randomUUID()}`)).toEqual([]);
  expect(faultsIn(await own.get('/audit-log?actor_type=robot'))).toEqual(['query.actor_type']);
  const other = await h.newKey({ scopes: scopeNames.filter((scope) => scope !== 'audit:read') });
  expect((await restOf(h, other.key).get('/audit-log')).status).toBe(403);
});

test('entries are only added: neither the application nor the owner changes or removes one', async () => {
  const inWorkspace = (statement: string) =>
    application.begin(async (tx) => {
      await tx.unsafe(`set local app.workspace_id = '${seeded.id}'`);
      return tx.unsafe(statement);
    });
  const statements = [
    `update audit_log set action = 'nothing'`,
    'delete from audit_log',
    'truncate audit_log',
  ];
  for (const statement of statements) {
    await expect(inWorkspace(statement), statement).rejects.toMatchObject({ code: '42501' });
    await expect(owner.unsafe(statement), statement).rejects.toThrow('only added to');
  }
});

test('housekeeping removes what is older than 400 days, of every workspace, and nothing else', async () => {
  const workspace = await h.newWorkspace();
  const add = (days: number) => owner`
    insert into audit_log (workspace_id, id, created_at, actor_type, action, resource_type, fields, changes, ip, user_agent)
    select ${workspace.id}, gen_random_uuid(), now() - ${days}::integer * interval '1 day', 'command', ${`${days}`}, 'x',
           '{}', '{}', '', '' from generate_series(1, 2500)`;
  await add(399);
  await add(401);
  await forgetOldAuditEntries(h.db, () => false);
  const rows = await owner`
    select action, count(*)::integer as total from audit_log
    where workspace_id = ${workspace.id} group by action`;
  expect([...rows]).toEqual([{ action: '399', total: 2500 }]);
});
