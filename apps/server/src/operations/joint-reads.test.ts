/* Reads of single records that arrive together: one transaction, and to each its own answer. */
import { randomUUID } from 'node:crypto';
import { operation } from '@footfall/contract/operation';
import { operations } from '@footfall/contract/operations';
import { idParams, recordOf } from '@footfall/contract/schema';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import type { Database } from '../db/connect.ts';
import { hashKeyText } from '../keys/key-text.ts';
import { findKeyByHash, type KeyFacts, type NewKey, revokeKey } from '../keys/store.ts';
import { sharedHarness } from '../testing/shared-harness.ts';
import type { Caller } from './caller.ts';
import { handlers } from './handlers.ts';
import { operationRunner } from './run.ts';

const h = await sharedHarness();

async function keyCaller(workspaceId: string, key: Partial<NewKey> = {}) {
  const { id, key: text } = await h.newKey({ workspaceId, ...key });
  const facts = (await h.db.system((tx) => findKeyByHash(tx, hashKeyText(text)))) as KeyFacts;
  return { id, caller: { kind: 'key', key: facts } satisfies Caller };
}

/** A runner that counts the transactions of its workspaces. */
function counting<Operations extends Parameters<typeof operationRunner>[0]>(
  operations: Operations,
  handlers: Parameters<typeof operationRunner<Operations>>[1],
) {
  const count = { transactions: 0 };
  const workspace: Database['workspace'] = (...parameters) => {
    count.transactions += 1;
    return h.db.workspace(...parameters);
  };
  const db = { ...h.db, workspace };
  return { count, run: operationRunner(operations, handlers, { db, onUsed: () => undefined }) };
}

const reading = (id: string) => ({ input: { params: { id }, query: {}, body: undefined } });

test('reads that arrive together share transactions, and each has its own answer', async () => {
  const { id: workspaceId } = await h.newWorkspace();
  const { caller } = await keyCaller(workspaceId);
  const { count, run } = counting(operations, handlers);
  const ids: string[] = [];
  for (let number = 0; number < 20; number++) {
    const input = { params: {}, query: {}, body: { code: `C-${number}` } };
    const { body } = await run('createLead', caller, { input });
    ids.push((body as { data: { id: string } }).data.id);
  }
  count.transactions = 0;
  const unknown = randomUUID();
  const asked = [...ids.slice(0, 10), unknown, ...ids.slice(10)];
  const answers = await Promise.allSettled(asked.map((id) => run('getLead', caller, reading(id))));
  expect(count.transactions).toBe(3);
  for (const [place, answer] of answers.entries()) {
    if (asked[place] === unknown) {
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } });
      continue;
    }
    const code = `C-${ids.indexOf(asked[place] ?? '')}`;
    expect(answer).toMatchObject({
      status: 'fulfilled',
      value: { body: { data: { id: asked[place], code } } },
    });
  }
});

test('who shares a transaction is told no more than alone', async () => {
  const { id: workspaceId } = await h.newWorkspace();
  const { id: otherId } = await h.newWorkspace();
  const { caller: good } = await keyCaller(workspaceId);
  const { caller: narrow } = await keyCaller(workspaceId, { scopes: ['companies:read'] });
  const { id: revokedId, caller: revoked } = await keyCaller(workspaceId);
  const { caller: stranger } = await keyCaller(otherId);
  const { run } = counting(operations, handlers);
  const input = { params: {}, query: {}, body: { code: 'C' } };
  const { body } = await run('createLead', good, { input });
  const { id } = (body as { data: { id: string } }).data;
  await h.db.system((tx) => revokeKey(tx, revokedId));
  const callers = [good, narrow, revoked, stranger, good];
  const answers = await Promise.allSettled(
    callers.map((caller) => run('getLead', caller, reading(id))),
  );
  const told = answers.map((answer) =>
    answer.status === 'fulfilled' ? answer.value.status : (answer.reason as { code: string }).code,
  );
  expect(told).toEqual([200, 'forbidden', 'unauthorized', 'not_found', 200]);
});

test('a statement that fails keeps nobody else from an answer', async () => {
  const { id: workspaceId } = await h.newWorkspace();
  const { caller } = await keyCaller(workspaceId);
  const failing = randomUUID();
  const { run } = counting(
    {
      getDivided: operation({
        id: 'getDivided',
        method: 'GET',
        path: '/divided/{id}',
        tag: 'Leads',
        summary: 'Divide',
        scopes: [],
        feature: 'api',
        params: idParams,
        status: 200,
        ok: recordOf(Type.Object({ id: Type.String() })),
      }),
    },
    {
      async getDivided({ tx, last }, { params: { id } }) {
        const divisor = id === failing ? 0 : 1;
        await last(tx`select 1 / ${divisor}::integer`);
        return { data: { id } };
      },
    },
  );
  const asked = [randomUUID(), randomUUID(), failing, randomUUID(), failing, randomUUID()];
  const answers = await Promise.allSettled(
    asked.map((id) => run('getDivided', caller, reading(id))),
  );
  for (const [place, answer] of answers.entries()) {
    const id = asked[place];
    expect(answer).toMatchObject(
      id === failing
        ? { status: 'rejected', reason: { code: '22012' } }
        : { status: 'fulfilled', value: { body: { data: { id } } } },
    );
  }
});
