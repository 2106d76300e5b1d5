/** A workspace that has records of every kind, and valid requests for every operation on them. */
import { randomUUID } from 'node:crypto';
import type { OperationSpec } from '@footfall/contract/operation';
import { operations } from '@footfall/contract/operations';
import { addMember } from '../accounts/members/store.ts';
import type { Harness, TestWorkspace } from './harness.ts';
import { until } from './service-process.ts';

export interface SeededWorkspace extends TestWorkspace {
  visitorId: string;
  /** The id of a kind's first record, by the first part of the path: `leads`, `users`. */
  ids: ReadonlyMap<string, string>;
  /** For bodies that name a record: another identity than the first, and a link of the first. */
  named: Readonly<Record<string, string>>;
}

export const allOperations: OperationSpec[] = Object.values(operations);

/** `count`: of each kind, and of what belongs to the first record of a kind. */
export async function seedWorkspace(h: Harness, count = 1): Promise<SeededWorkspace> {
  const workspace = await h.newWorkspace();
  const visitors = Array.from({ length: count }, () => randomUUID());
  const [visitorId = ''] = visitors;
  await h.send(visitors.flatMap(visit), workspace.productionKey);
  await h.send(
    visitors.map((_, place) => laterView(visitorId, place)),
    workspace.productionKey,
  );
  // What a stranger says of a person is no more than a suggestion.
  await h.send(visitors.flatMap(strangersWord), workspace.productionKey);
  await h.send(
    visitors.map(() => ({ type: 'nonsense' })),
    workspace.productionKey,
  );
  // What follows from the messages makes evidence of its own.
  await h.settle();
  await correctPeople(h, workspace, visitors);
  await decideAboutVisitors(h, workspace, visitors);
  await addByHand(h, workspace, visitors);
  await eraseStrangers(h, workspace, count);
  for (const name of visitors) await call(h, workspace, 'POST', '/lists', { name });

  const ids = new Map<string, string>();
  for (const collection of new Set(allOperations.filter(isList).map(collectionOf))) {
    const { data } = await call(h, workspace, 'GET', `/${collection}`);
    const records = data as { id: string }[];
    const [first] = records;
    // A new kind of record: add some above.
    if (!first || records.length < count) {
      throw new Error(`the seeded workspace has ${records.length} ${collection}, not ${count}`);
    }
    ids.set(collection, first.id);
  }
  await call(h, workspace, 'POST', `/lists/${ids.get('lists')}/members`, { visitor_ids: visitors });
  const others = await call(h, workspace, 'GET', '/identities?email=other@example.com');
  const links = await call(h, workspace, 'GET', `/identities/${ids.get('identities')}/links`);
  const named = { identity_id: firstIn(others), link_id: firstIn(links), visitor_id: visitorId };
  return { ...workspace, visitorId, ids, named };
}

function firstIn({ data }: { data: unknown }): string {
  return (data as { id: string }[])[0]?.id ?? '';
}

/** The operation's path as `restOf` takes it, for this id or for a record of the workspace. */
export function restPathOf(operation: OperationSpec, workspace: SeededWorkspace, id?: string) {
  return operation.path.replace('{id}', id ?? workspace.ids.get(collectionOf(operation)) ?? '');
}

/** The same below the service's address. */
export function pathOf(operation: OperationSpec, workspace: SeededWorkspace, id?: string): string {
  return `/api/v1${restPathOf(operation, workspace, id)}`;
}

/** Where the operation removes its record: the id of another one, made for that. */
export async function idToRemove(h: Harness, operation: OperationSpec, workspace: SeededWorkspace) {
  if (operation.id === 'undoOverride') return overrideToUndo(h, workspace);
  if (operation.id === 'eraseVisitor') return newVisitor(h, workspace);
  if (operation.id === 'eraseIdentity') return newPerson(h, workspace);
  if (operation.method !== 'DELETE') return undefined;
  const collection = `/${collectionOf(operation)}`;
  const create = allOperations.find(({ method, path }) => method === 'POST' && path === collection);
  // What no operation makes: make it here.
  if (!create) throw new Error(`nothing makes a record for ${operation.id} to remove`);
  const { data } = await call(h, workspace, 'POST', collection, bodyOf(create, workspace));
  return (data as { id: string }).id;
}

async function overrideToUndo(h: Harness, workspace: SeededWorkspace): Promise<string> {
  const body = { kind: 'bot', visitor_id: await newVisitor(h, workspace) };
  const { data } = await call(h, workspace, 'POST', '/overrides', body);
  return (data as { id: string }).id;
}

async function newVisitor(h: Harness, workspace: SeededWorkspace): Promise<string> {
  const { data } = await call(h, workspace, 'POST', '/leads', {});
  return (data as { visitor_id: string }).visitor_id;
}

async function newPerson(h: Harness, workspace: SeededWorkspace): Promise<string> {
  const visitor_id = randomUUID();
  const identify = { type: 'identify', visitor_id, email: `${visitor_id}@example.com` };
  await h.send(identify, workspace.productionKey);
  return firstIn(await call(h, workspace, 'GET', `/identities?visitor_id=${visitor_id}`));
}

/** Visitors of whom nothing but their erasure is left. */
async function eraseStrangers(h: Harness, workspace: TestWorkspace, count: number): Promise<void> {
  for (let place = 0; place < count; place++) {
    const { data } = await call(h, workspace, 'POST', '/leads', {});
    const { visitor_id } = data as { visitor_id: string };
    await call(h, workspace, 'DELETE', `/visitors/${visitor_id}`);
  }
  await h.settle();
}

/** A body that the operation takes also when it took one before: the same is decided once. */
export async function freshBodyOf(
  h: Harness,
  operation: OperationSpec,
  workspace: SeededWorkspace,
): Promise<object | undefined> {
  const body = bodyOf(operation, workspace);
  if (operation.id !== 'createOverride') return body;
  return { ...body, visitor_id: await newVisitor(h, workspace) };
}

/** A body that the operation takes, or undefined where it takes none. */
export function bodyOf({ bodyExample }: OperationSpec, workspace: SeededWorkspace) {
  if (!bodyExample) return undefined;
  const exampleOf = (name: string, value: unknown) =>
    name.endsWith('_ids') ? [workspace.visitorId] : (workspace.named[name] ?? value);
  const entries = Object.entries(bodyExample);
  return Object.fromEntries(entries.map(([name, value]) => [name, exampleOf(name, value)]));
}

/** Whether it answers a page of records. */
export function isList({ ok }: OperationSpec): boolean {
  return ok !== undefined && 'properties' in ok && 'pagination' in Object(ok.properties);
}

/** Of an export that of its records. */
export function collectionOf({ path }: OperationSpec): string {
  return path.replace(/^\/exports/, '').split('/')[1] ?? '';
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
  if (!response.ok) {
    const logged = h.logLines.slice(-3).join('');
    throw new Error(`${method} ${path} answered ${await response.text()}\n${logged}`);
  }
  return (await response.json()) as { data: unknown };
}

/** The first is the latest. */
const visitedAt = (place: number) => Date.now() - (place + 2) * 24 * 60 * 60_000;

/** The visits of each are of a campaign of their own. */
function visit(visitor_id: string, place: number): object[] {
  const timestamp = new Date(visitedAt(place)).toISOString();
  const view = {
    type: 'event',
    name: 'page_view',
    visitor_id,
    session_id: randomUUID(),
    timestamp,
    context: {
      page: { url: 'https://shop.example/?utm_source=news', title: 'Home' },
      campaign: { source: 'news', medium: 'email', name: `spring ${place}` },
    },
  };
  const email = `${visitor_id}@example.com`;
  return [
    view,
    { type: 'identify', visitor_id, timestamp, email, name: 'Ada' },
    { type: 'conversion', visitor_id, timestamp, name: 'signup', value: 10, currency: 'EUR' },
  ];
}

/** Of somebody who came earlier, so that the visitors above are the latest. */
function strangersWord(of: string, place: number): object[] {
  const [visitor_id, another] = [randomUUID(), randomUUID()];
  const at = (minutes: number) => new Date(visitedAt(place) + minutes * 60_000).toISOString();
  const email = `${of}@example.com`;
  return [
    { type: 'event', name: 'page_view', visitor_id, timestamp: at(-60) },
    { type: 'identify', visitor_id, timestamp: at(10), email, name: 'Eve' },
    // To be detached, and somebody to be joined.
    { type: 'event', name: 'page_view', visitor_id: another, timestamp: at(-60) },
    { type: 'identify', visitor_id: another, timestamp: at(20), email, name: 'Eva' },
    { type: 'identify', visitor_id, timestamp: at(-50), email: 'other@example.com' },
  ];
}

/** In a session of its own, with a consent of its own; it says who it is once more. */
function laterView(visitor_id: string, place: number): object {
  const timestamp = new Date(visitedAt(0) + (place + 1) * 60 * 60_000).toISOString();
  const context = { consent: { analytics: true, [`purpose ${place}`]: true } };
  return {
    type: 'event',
    name: 'page_view',
    visitor_id,
    session_id: randomUUID(),
    timestamp,
    email: `${visitor_id}@example.com`,
    context,
  };
}

/** Of each person a link is detached. */
async function correctPeople(h: Harness, workspace: TestWorkspace, visitors: string[]) {
  for (const visitor of visitors) {
    const people = await call(h, workspace, 'GET', `/identities?visitor_id=${visitor}`);
    const path = `/identities/${firstIn(people)}`;
    const { data } = await call(h, workspace, 'GET', `${path}/links`);
    const links = data as { id: string; strength: string }[];
    const stranger = links.find(({ strength }) => strength === 'anybody');
    await call(h, workspace, 'POST', `${path}/detach`, { link_id: stranger?.id });
  }
}

/** Each is said not to be of a company whose network they seemed to come from. */
async function decideAboutVisitors(h: Harness, workspace: TestWorkspace, visitors: string[]) {
  const { id } = workspace;
  const company_id = randomUUID();
  await h.db.upkeep(async (tx) => {
    await tx`
      insert into companies (workspace_id, id, is_test, name, domain, network, created_at, updated_at)
      values (${id}, ${company_id}, false, 'Landlord', '', 'AS64496', now() - interval '100 days', now())`;
    for (const visitor of visitors) {
      await tx`
        insert into company_evidence (workspace_id, visitor_id, company_id, is_test, kind, value, first_seen_at)
        values (${id}, ${visitor}, ${company_id}, false, 'network_owner', 'AS64496 LANDLORD', now())`;
    }
  }, id);
  for (const visitor_id of visitors) {
    const body = { kind: 'not_company', visitor_id, company_id, reason: 'A guest' };
    await call(h, workspace, 'POST', '/overrides', body);
  }
  await h.settle();
  // While another transaction of the server may hide a message, an override is looked at again, and tells that it is pending.
  const jobs = () =>
    h.db.system((tx) => tx`select from jobs where workspace_id = ${id} and kind = 'company_links'`);
  await until(async () => {
    await h.settle();
    return (await jobs()).length === 0;
  });
}

/** What messages alone do not make, or not so many of it. */
async function addByHand(h: Harness, { id }: TestWorkspace, visitors: string[]): Promise<void> {
  await h.db.system(async (tx) => {
    for (const visitor of visitors) {
      const email = `${visitor}@example.com`;
      await addMember(tx, { workspaceId: id, email, name: 'Ann', role: 'member' });
    }
  });
  await h.db.upkeep(async (tx) => {
    const company = randomUUID();
    for (const [place, visitor] of visitors.entries()) {
      const ownId = place === 0 ? company : randomUUID();
      await tx`
        insert into companies (workspace_id, id, is_test, name, domain, created_at, updated_at)
        values (${id}, ${ownId}, false, 'Shop', ${`shop-${place}.example`},
                now() - ${place}::integer * interval '1 day', now())`;
      await tx`
        insert into company_evidence (workspace_id, visitor_id, company_id, is_test, kind, value, first_seen_at)
        values (${id}, ${visitor}, ${company}, false, 'email_domain', 'shop.example', now())`;
    }
  }, id);
}
