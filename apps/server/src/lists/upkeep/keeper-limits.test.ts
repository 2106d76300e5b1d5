/* Lists that keep themselves, by a keeper with limits of its own: what fails, and what takes several transactions. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startHarness, type TestWorkspace } from '../../testing/harness.ts';
import { pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { ListKeeper } from './list-keeper.ts';

const h = await startHarness({}, { trust: 'open' });
// The service's keeper knows no such limits, and the last one to write says how a list is.
await h.app.background.stop();

const view = (visitor_id: string) => ({
  type: 'event',
  name: 'page_view',
  visitor_id,
  context: { page: { url: 'https://shop.example/pricing' } },
});

async function newWorkspace() {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const send = async (...messages: object[]) => {
    await h.send(messages, workspace.productionKey);
    await h.settle();
  };
  const newList = async (filter: string | object, of = 'visitors') =>
    recordIn(await rest.post('/lists', { name: 'Kept', of, filter })).id;
  const membersOf = async (id: string) => {
    const { data, pagination } = pageIn(await rest.get(`/lists/${id}/members`));
    expect(pagination.total).toBe(data.length);
    return data.map((member) => member.id).toSorted();
  };
  return { workspace, rest, send, newList, membersOf };
}

const keepWith = async (keep: object) => {
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => failures.push(error);
  await new ListKeeper(h.db, { pollMs: 1, onFailure, keep }).drain();
  return failures;
};

/** To be evaluated anew. */
async function unkept({ id }: TestWorkspace, list: string) {
  await h.settle();
  await h.db.system(
    (tx) => tx`update list_upkeep set evaluate_at = now(), is_filling = true, retry_at = '-infinity'
               where workspace_id = ${id} and list_id = ${list}`,
  );
}

test('a list that cannot be evaluated shows why, keeps its members, is retried, and delays no other list', async () => {
  const { workspace, rest, send, newList, membersOf } = await newWorkspace();
  const [ann, bob] = [randomUUID(), randomUUID()];
  await send(view(ann), view(bob));
  const [list, other] = [await newList('event_count >= 1'), await newList(`id = ${ann}`)];
  await unkept(workspace, list);
  expect(await keepWith({ members: 1 })).toHaveLength(1);
  const { upkeep } = recordIn(await rest.get(`/lists/${list}`));
  expect(upkeep).toMatchObject({ state: 'failing', error: 'too_many_members', members: 2 });
  expect(Date.parse((upkeep as unknown as { retry_at: string }).retry_at)).toBeGreaterThan(
    Date.now(),
  );
  await send(view(randomUUID()));
  expect(await membersOf(list)).toEqual([ann, bob].toSorted());
  expect(await membersOf(other)).toEqual([ann]);
  // Another filter is another chance.
  await rest.patch(`/lists/${list}`, { filter: 'event_count >= 0' });
  await h.settle();
  expect(await membersOf(list)).toHaveLength(3);
});

test('many members come in parts, each in a transaction of its own', async () => {
  const { workspace, rest, send, newList, membersOf } = await newWorkspace();
  const ids = Array.from({ length: 12 }, () => randomUUID());
  await send(...ids.map((id) => view(id)));
  const list = await newList('event_count >= 1');
  await unkept(workspace, list);
  await h.db.system((tx) => tx`delete from visitor_list_members where list_id = ${list}`);
  await h.db.system((tx) => tx`update list_upkeep set member_count = 0 where list_id = ${list}`);
  expect(await keepWith({ rowsAtOnce: 2, rowsOfTurn: 5 })).toEqual([]);
  expect(await membersOf(list)).toEqual(ids.toSorted());
  expect(recordIn(await rest.get(`/lists/${list}`)).upkeep).toMatchObject({ state: 'kept' });
});
