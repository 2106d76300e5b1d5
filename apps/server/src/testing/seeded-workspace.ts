/** A workspace that has a record of every kind, and valid requests for every operation on them. */
import { randomUUID } from 'node:crypto';
import type { OperationSpec } from '@footfall/contract/operation';
import { operations } from '@footfall/contract/operations';
import { addMember } from '../members/store.ts';
import type { Harness, TestWorkspace } from './harness.ts';

export interface SeededWorkspace extends TestWorkspace {
  visitorId: string;
  /** A record's id, by the first part of the path: `leads`, `users`. */
  ids: ReadonlyMap<string, string>;
}

export const allOperations: OperationSpec[] = Object.values(operations);

export async function seedWorkspace(h: Harness): Promise<SeededWorkspace> {
  const workspace = await h.newWorkspace();
  const visitorId = randomUUID();
  await h.send(visit(visitorId), workspace.productionKey);
  // What a stranger says of a person is no more than a suggestion.
  const email = `${visitorId}@example.com`;
  const stranger = { type: 'identify', visitor_id: randomUUID(), email, name: 'Eve' };
  await h.send(stranger, workspace.productionKey);
  await h.settle();
  await h.db.system(async (tx) => {
    const email = `${randomUUID()}@example.com`;
    await addMember(tx, { workspaceId: workspace.id, email, name: 'Ann', role: 'member' });
    await tx`
      insert into companies (workspace_id, id, is_test, name, domain, created_at, updated_at)
      values (${workspace.id}, ${randomUUID()}, false, 'Shop', 'shop.example', now(), now())`;
  });
  const list = await call(h, workspace, 'POST', '/lists', { name: 'Hot' });
  const listId = (list.data as { id: string }).id;
  await call(h, workspace, 'POST', `/lists/${listId}/members`, { visitor_ids: [visitorId] });

  const ids = new Map<string, string>();
  for (const collection of new Set(allOperations.map(collectionOf))) {
    const { data } = await call(h, workspace, 'GET', `/${collection}`);
    const [first] = data as { id: string }[];
    // A new kind of record: add one above.
    if (!first) throw new Error(`the seeded workspace has no ${collection}`);
    ids.set(collection, first.id);
  }
  return { ...workspace, visitorId, ids };
}

/** The operation's path below the service's address, for this id or for a record of the workspace. */
export function pathOf(operation: OperationSpec, workspace: SeededWorkspace, id?: string): string {
  const own = workspace.ids.get(collectionOf(operation)) ?? '';
  return `/api/v1${operation.path.replace('{id}', id ?? own)}`;
}

/** A body that the operation takes, or undefined where it takes none. */
export function bodyOf({ bodyExample }: OperationSpec, workspace: SeededWorkspace) {
  if (!bodyExample) return undefined;
  const isIds = (name: string) => name.endsWith('_ids');
  const entries = Object.entries(bodyExample);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isIds(name) ? [workspace.visitorId] : value]),
  );
}

function collectionOf({ path }: OperationSpec): string {
  return path.split('/')[1] ?? '';
}

async function call(
  h: Harness,
  workspace: TestWorkspace,
  method: string,
  path: string,
  body?: object,
): Promise<{ data: unknown }> {
  const response = await h.fetch(`/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${workspace.secretKey}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${await response.text()}`);
  return (await response.json()) as { data: unknown };
}

function visit(visitor_id: string): object[] {
  const view = {
    type: 'event',
    name: 'page_view',
    visitor_id,
    session_id: randomUUID(),
    context: {
      page: { url: 'https://shop.example/?utm_source=news', title: 'Home' },
      campaign: { source: 'news', medium: 'email', name: 'spring' },
    },
  };
  return [
    view,
    { type: 'identify', visitor_id, email: `${visitor_id}@example.com`, name: 'Ada' },
    { type: 'conversion', visitor_id, name: 'signup', value: 10, currency: 'EUR' },
  ];
}
