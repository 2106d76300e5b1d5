/* Operations without HTTP: for each kind of caller, with everything that is checked around them. */
import { randomUUID } from 'node:crypto';
import type { WorkspaceRole } from '@footfall/contract/access';
import { ApiError } from '@footfall/contract/errors';
import { memberOperations } from '@footfall/contract/member-operations';
import { type OperationSpec, operation } from '@footfall/contract/operation';
import { operations } from '@footfall/contract/operations';
import { idParams } from '@footfall/contract/schema';
import { expect, test } from 'vitest';
import { hashKeyText } from '../../accounts/keys/key-text.ts';
import { findKeyByHash, type KeyFacts, type NewKey, revokeKey } from '../../accounts/keys/store.ts';
import { addMember } from '../../accounts/members/store.ts';
import { findSession, type SessionFacts, startSession } from '../../accounts/sign-in/sessions.ts';
import { setFeatures } from '../../accounts/workspaces/store.ts';
import { existing } from '../../platform/resource-kit/not-found.ts';
import type { Actor } from '../../platform/resource-kit/operation-context.ts';
import { insertLead, selectLead } from '../../revenue/leads/store.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import type { Caller } from './caller.ts';
import { handlers } from './handlers.ts';
import { operationRunner } from './run.ts';

const h = await sharedHarness();
const used: Caller[] = [];
const everyOperation = { ...operations, ...memberOperations };
const run = operationRunner(everyOperation, handlers, {
  db: h.db,
  onUsed: (caller) => used.push(caller),
});
const empty = { params: {}, query: {}, body: undefined };

async function keyCaller(workspaceId: string, key: Partial<NewKey> = {}) {
  const { id, key: text } = await h.newKey({ workspaceId, ...key });
  const stored = await h.db.system((tx) => findKeyByHash(tx, hashKeyText(text)));
  const { facts } = stored as { facts: KeyFacts };
  return { id, caller: { kind: 'key', key: facts } as const };
}

async function memberCaller(workspaceId: string, role: WorkspaceRole) {
  const email = `${randomUUID()}@example.com`;
  const stored = await h.db.system(async (tx) => {
    const { id: userId } = await addMember(tx, { workspaceId, email, name: 'Ann', role });
    const session = { userId, provedBy: 'password', ip: '', userAgent: '' } as const;
    return findSession(tx, await startSession(tx, session));
  });
  return { kind: 'member', workspaceId, ...(stored as SessionFacts) } as const;
}

const refusalOf = (running: Promise<unknown>): Promise<ApiError> =>
  running.then(
    () => expect.unreachable('it was not refused'),
    (error: unknown) => {
      if (error instanceof ApiError) return error;
      throw error;
    },
  );

test('no handler is of an operation that the contract has not', () => {
  expect(Object.keys(handlers).toSorted()).toEqual(Object.keys(everyOperation).toSorted());
});

test('a key, a member and the command line create and read the same leads', async () => {
  const { id: workspaceId } = await h.newWorkspace();
  const { caller: key } = await keyCaller(workspaceId);
  const callers: Caller[] = [
    key,
    await memberCaller(workspaceId, 'member'),
    { kind: 'command', workspaceId },
  ];
  for (const [place, caller] of callers.entries()) {
    const body = { code: `C-${place}` };
    const made = await run('createLead', caller, { input: { ...empty, body } });
    expect(made).toMatchObject({ status: 201, isReplayed: false });
    expect(used.at(-1)).toBe(caller);
  }
  for (const caller of callers) {
    const { status, body, entityTag } = await run('listLeads', caller, { input: empty });
    expect(status).toBe(200);
    expect(entityTag).toBeUndefined();
    expect(body).toMatchObject({ pagination: { total: 3 } });
  }
});

test('a revoked key, a removed member and a workspace that is no more are refused', async () => {
  const { id: workspaceId } = await h.newWorkspace();
  const { id, caller: key } = await keyCaller(workspaceId);
  const member = await memberCaller(workspaceId, 'admin');
  await h.db.system((tx) => revokeKey(tx, id));
  await h.db.system((tx) => tx`delete from workspace_members where user_id = ${member.userId}`);
  const before = used.length;
  const gone: Caller = { kind: 'command', workspaceId: randomUUID() };
  for (const [caller, code] of [
    [key, 'unauthorized'],
    [member, 'forbidden'],
    [gone, 'not_found'],
  ] as const) {
    const input = { ...empty, body: {} };
    expect((await refusalOf(run('createLead', caller, { input }))).code).toBe(code);
  }
  expect(used).toHaveLength(before);
  const operator: Caller = { kind: 'command', workspaceId };
  const { body } = await run('listLeads', operator, { input: empty });
  expect(body).toMatchObject({ pagination: { total: 0 } });
});

test('a member may do what the role allows as of now, not as of the sign-in', async () => {
  const { id: workspaceId } = await h.newWorkspace();
  const create = (caller: Caller) => run('createLead', caller, { input: { ...empty, body: {} } });
  const viewer = await memberCaller(workspaceId, 'viewer');
  expect((await run('listLeads', viewer, { input: empty })).status).toBe(200);
  expect(await refusalOf(create(viewer))).toMatchObject({
    code: 'forbidden',
    details: { reason: 'missing_scope' },
  });
  const setRole = (userId: string, role: WorkspaceRole) =>
    h.db.system(
      (tx) => tx`update workspace_members set workspace_role = ${role} where user_id = ${userId}`,
    );
  await setRole(viewer.userId, 'member');
  expect((await create(viewer)).status).toBe(201);
  const member = await memberCaller(workspaceId, 'member');
  await setRole(member.userId, 'viewer');
  expect((await refusalOf(create(member))).details).toMatchObject({ reason: 'missing_scope' });
});

test('features bind keys and members, not the operator', async () => {
  const { id: workspaceId } = await h.newWorkspace();
  await h.db.system((tx) => setFeatures(tx, workspaceId, ['api']));
  const { caller: key } = await keyCaller(workspaceId);
  for (const caller of [key, await memberCaller(workspaceId, 'admin')]) {
    const refusal = await refusalOf(run('listCompanies', caller, { input: empty }));
    expect(refusal.details).toMatchObject({ reason: 'feature_not_included' });
  }
  const operator: Caller = { kind: 'command', workspaceId };
  expect((await run('listCompanies', operator, { input: empty })).status).toBe(200);
});

test('refusals of the surface come after the caller and before feature, scope and input', async () => {
  const { id: workspaceId } = await h.newWorkspace();
  const { id, caller } = await keyCaller(workspaceId, { scopes: [] });
  const refusal = new ApiError('forbidden', 'not from here', { reason: 'origin_not_allowed' });
  const request = { input: new ApiError('invalid_request', 'no JSON'), refusal };
  expect(await refusalOf(run('createLead', caller, request))).toBe(refusal);
  const { input } = request;
  expect((await refusalOf(run('createLead', caller, { input }))).code).toBe('forbidden');
  await h.db.system((tx) => revokeKey(tx, id));
  expect((await refusalOf(run('createLead', caller, request))).code).toBe('unauthorized');
});

test('Idempotency-Keys belong to the actor: a key, or a member', async () => {
  const { id: workspaceId } = await h.newWorkspace();
  const request = { input: { ...empty, body: { code: 'once' } }, idempotencyKey: 'same' };
  const { caller: key } = await keyCaller(workspaceId);
  for (const caller of [key, await memberCaller(workspaceId, 'member')]) {
    const first = await run('createLead', caller, request);
    const second = await run('createLead', caller, request);
    expect([first.isReplayed, second.isReplayed]).toEqual([false, true]);
    expect(second.body).toEqual(first.body);
    const other = { ...request, input: { ...empty, body: { code: 'other' } } };
    expect((await refusalOf(run('createLead', caller, other))).code).toBe('conflict');
  }
  const operator: Caller = { kind: 'command', workspaceId };
  const { body } = await run('listLeads', operator, { input: empty });
  expect(body).toMatchObject({ pagination: { total: 2 } });
});

test('every operation runs without HTTP, and checks its input itself', async () => {
  const { id: workspaceId } = await h.newWorkspace();
  const operator: Caller = { kind: 'command', workspaceId };
  for (const { id, params } of Object.values<OperationSpec>(everyOperation)) {
    const wrong = { ...empty, query: { fly: '1' }, body: { fly: 1 } };
    expect((await refusalOf(run(id, operator, { input: wrong }))).code, id).toBe('invalid_request');
    if (!params) continue;
    const unknown = { ...empty, params: { id: randomUUID() } };
    expect((await refusalOf(run(id, operator, { input: unknown }))).code, id).toMatch(
      /^(?:not_found|invalid_request)$/,
    );
  }
});

test('an operation may remove something and answer 204 without a body', async () => {
  const { id: workspaceId } = await h.newWorkspace();
  const actors: Actor[] = [];
  const removals = {
    removeLead: operation({
      id: 'removeLead',
      method: 'DELETE',
      path: '/leads/{id}',
      tag: 'Leads',
      summary: 'Remove a lead',
      scopes: ['leads:write'],
      feature: 'api',
      params: idParams,
      status: 204,
    }),
  };
  const remove = operationRunner(
    removals,
    {
      async removeLead({ tx, actor, requireMatch }, { params }) {
        actors.push(actor);
        requireMatch(existing(await selectLead(tx, workspaceId, params.id), 'lead'));
        await tx`delete from leads where workspace_id = ${workspaceId} and id = ${params.id}`;
        return undefined;
      },
    },
    { db: h.db, onUsed: () => undefined },
  );
  const id = randomUUID();
  await h.db.workspace(workspaceId, (tx) =>
    insertLead(tx, workspaceId, {
      id,
      isTest: false,
      visitorId: randomUUID(),
      code: 'X',
      source: 'api',
      properties: {},
      location: {},
      identityId: null,
      originalIdentityId: null,
      sessionId: null,
      companyId: null,
      edited: [],
    }),
  );
  const { id: keyId, caller } = await keyCaller(workspaceId);
  const input = { ...empty, params: { id } };
  const stale = await refusalOf(remove('removeLead', caller, { input, ifMatch: '"stale"' }));
  expect(stale.code).toBe('precondition_failed');
  expect(await remove('removeLead', caller, { input })).toEqual({
    status: 204,
    body: undefined,
    entityTag: undefined,
    isUnchanged: false,
    isReplayed: false,
  });
  expect(actors).toContainEqual({ kind: 'key', id: keyId });
  expect((await refusalOf(remove('removeLead', caller, { input }))).code).toBe('not_found');
});
