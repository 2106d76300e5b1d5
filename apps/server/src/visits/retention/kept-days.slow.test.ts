/* How long what is kept, as administrators set it: what would go, what goes, and what is said of it then. */
import { randomUUID } from 'node:crypto';
import type { IngestAnswer } from '@footfall/contract/ingest';
import type { RetentionState } from '@footfall/contract/retention';
import type { RetentionKind } from '@footfall/contract/retention-limits';
import { expect, test } from 'vitest';
import { signatureHeader } from '../../accounts/keys/signature.ts';
import { createSigningSecret } from '../../accounts/keys/signing-secrets.ts';
import { settingsFreshForMs } from '../../accounts/workspaces/settings.ts';
import { runCommand, runJson } from '../../testing/command-line.ts';
import { startHarness, type TestWorkspace } from '../../testing/harness.ts';
import type { Answer } from '../../testing/post.ts';
import { faultsIn, pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { signedIn } from '../../testing/signed-in.ts';
import { keepRetention } from './keep-retention.ts';

const h = await startHarness();
const dayMs = 24 * 60 * 60_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
const adminOf = ({ id: workspaceId }: TestWorkspace) =>
  signedIn(h, { workspaceId, role: 'admin', name: 'Ada' });

/** Who proves what they say: they are believed when it happened. */
async function signing({ id, productionKey }: TestWorkspace) {
  const { secret } = await h.db.system((tx) => createSigningSecret(tx, id, 'Test'));
  await waitForSettings();
  return async (batch: object[]): Promise<IngestAnswer['data']> => {
    const body = JSON.stringify({ batch });
    const headers = {
      'content-type': 'application/json',
      'x-svc-key': productionKey,
      'x-svc-signature': signatureHeader(secret, body, Date.now()),
    };
    const answer = await fetch(`${h.url}/ingest/batch`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as IngestAnswer).data;
  };
}

const stateIn = ({ body, text, status }: Answer) => {
  if (status !== 200) throw new Error(text);
  const { data } = body as { data: RetentionState };
  const kinds = Object.fromEntries(data.kinds.map((one) => [one.kind, one]));
  return { ...data, kinds } as { events_kept_since: string | null; kinds: Kinds };
};
type Kinds = Record<RetentionKind, RetentionState['kinds'][number]>;

/** All that is due, as though everybody had known for a minute. */
async function remove(): Promise<Map<RetentionKind, number>> {
  const removed = new Map<RetentionKind, number>();
  await keepRetention(h.db, {
    isEnding: () => false,
    knownForMs: 0,
    onRemoved: (kind, rows) => removed.set(kind, (removed.get(kind) ?? 0) + rows),
  });
  return removed;
}

/** Ingest knows of settings by then. */
const waitForSettings = () =>
  new Promise((resolve) => setTimeout(resolve, settingsFreshForMs + 100));

test('administrators say how many days, within bounds; it is shown, also by the command', async () => {
  const workspace = await h.newWorkspace('Acme');
  const admin = await adminOf(workspace);
  const viewer = await signedIn(h, { workspaceId: workspace.id, role: 'viewer' });
  const usual = { events: null, refused_messages: null, consents: null, audit_log: 400 };
  expect(recordIn(await viewer.get('/settings'))).toMatchObject({
    retention: usual,
    events_kept_since: null,
  });
  const set = (retention: object) => admin.patch('/settings', { retention });
  for (const wrong of [
    { events: 29 },
    { events: 3_651 },
    { events: 30.5 },
    { events: '30' },
    { consents: 364 },
    { audit_log: 399 },
    { people: 30 },
  ]) {
    const answer = await set(wrong);
    expect(answer.status, JSON.stringify(wrong)).toBe(400);
    expect(faultsIn(answer)[0]).toMatch(/^body\.retention/);
  }
  expect((await viewer.patch('/settings', { retention: { events: 30 } })).status).toBe(403);
  expect((await viewer.get('/settings/retention')).status).toBe(403);
  const changed = recordIn(await set({ events: 90, refused_messages: 1 }));
  expect(changed.retention).toEqual({ ...usual, events: 90, refused_messages: 1 });
  const again = recordIn(await set({ refused_messages: null }));
  expect(again.retention).toEqual({ ...usual, events: 90 });
  const env = { DATABASE_URL: h.ownerUrl };
  const command = ['workspace', 'settings', '--workspace', workspace.id];
  const flags = ['--retention', 'events=forever, consents=365'];
  const shown = await runJson<Record<string, unknown>>([...command, ...flags], env);
  expect(shown.retention).toEqual({ ...usual, consents: 365 });
  const refused = await runCommand([...command, '--retention', 'events=5'], env);
  expect(refused.stderr).toContain('events (at least 30)');
});

test('a preview shows what would be removed and removes nothing', async () => {
  const workspace = await h.newWorkspace();
  const admin = await adminOf(workspace);
  const view = { type: 'event', name: 'page_view', visitor_id: randomUUID() };
  const old = [100, 99, 50].map((days) => ({ ...view, timestamp: daysAgo(days) }));
  const send = await signing(workspace);
  await send([...old, view, { type: 'nonsense' }]);
  await h.settle();
  const now = stateIn(await admin.get('/settings/retention'));
  expect(now.kinds.events).toMatchObject({ days: null, removes_before: null, rows: 0 });
  const tried = stateIn(await admin.get('/settings/retention?events=60&refused_messages=1'));
  expect(tried.kinds.events).toMatchObject({ days: 60, rows: 2, has_more: false, removing: false });
  expect(tried.kinds.refused_messages.rows).toBe(0);
  expect((await admin.get('/settings/retention?events=1')).status).toBe(400);
  await remove();
  const stored = await h.db.system(
    (tx) => tx`select from events where workspace_id = ${workspace.id}`,
  );
  expect(stored).toHaveLength(4);
});

test('old events go; what comes of then is ignored, and a repeated message is a duplicate for ever', async () => {
  const workspace = await h.newWorkspace();
  const admin = await adminOf(workspace);
  const rest = restOf(h, workspace.secretKey);
  const visitor_id = randomUUID();
  const session_id = randomUUID();
  const order = { type: 'conversion', name: 'purchase', external_id: 'A-1', value: 5, visitor_id };
  const view = { type: 'event', name: 'page_view', visitor_id, message_id: 'without a time' };
  const page = { page: { url: 'https://shop.example/pricing?q=secret', title: 'Pricing' } };
  const old = [
    { ...view, message_id: 'old', timestamp: daysAgo(60), session_id, context: page },
    { type: 'identify', email: 'ada@firm.example', visitor_id, timestamp: daysAgo(60), session_id },
    { ...order, timestamp: daysAgo(60), session_id },
  ];
  const send = await signing(workspace);
  await send(old);
  await send([view]);
  await h.settle();
  await admin.patch('/settings', { retention: { events: 30 } });
  expect([...(await remove())]).toEqual([['events', 3]]);
  await waitForSettings();
  expect(recordIn(await admin.get('/settings')).events_kept_since).toMatch(/T00:00:00Z$/);
  const { kinds } = stateIn(await admin.get('/settings/retention'));
  expect(kinds.events).toMatchObject({ rows: 0, removing: false, removed: 3 });
  expect(pageIn(await rest.get('/events')).data).toMatchObject([{ visitor_id }]);
  expect(pageIn(await rest.get('/conversions')).data).toMatchObject([{ external_id: 'A-1' }]);
  expect(recordIn(await rest.get(`/sessions/${session_id}`))).toMatchObject({
    page_view_count: 1,
    pages: [{ url: 'https://shop.example/pricing', title: '' }],
  });
  const late = await send([...old, { ...view, timestamp: daysAgo(40) }]);
  expect(late).toMatchObject({ accepted: 0, duplicates: 0, rejected: 0, ignored: 4 });
  expect(late.results[0]?.reason).toMatch(
    /^retention: the service does not store events before \d{4}-\d\d-\d\d$/,
  );
  // Told anew as of today: it is known by what the sender calls it.
  const again = await send([order, view]);
  expect(again).toMatchObject({ accepted: 0, duplicates: 2 });
  const stranger = { ...view, message_id: 'old', timestamp: daysAgo(60) };
  expect(await h.send(stranger, workspace.productionKey)).toMatchObject({ ignored: 1 });
  await h.settle();
  expect(pageIn(await rest.get('/suggestions')).data).toEqual([]);
  const audit = pageIn(await admin.get('/audit-log?action=retention')).data;
  expect(audit).toMatchObject([
    { actor_type: 'command', resource_type: 'settings', changes: { events_removed: [null, 3] } },
  ]);
  // It never goes back.
  await admin.patch('/settings', { retention: { events: null } });
  await remove();
  await waitForSettings();
  expect(await h.send(stranger, workspace.productionKey)).toMatchObject({ ignored: 1 });
});

test('what is not known any more is not taken for what nobody did', async () => {
  const workspace = await h.newWorkspace();
  const admin = await adminOf(workspace);
  const rest = restOf(h, workspace.secretKey);
  const visitor_id = randomUUID();
  const signup = { type: 'event', name: 'signup', visitor_id };
  const send = await signing(workspace);
  await send([{ ...signup, timestamp: daysAgo(60) }]);
  const made = await rest.post('/lists', {
    name: 'Signed up',
    of: 'visitors',
    filter: 'did(signup)',
  });
  const { id } = recordIn(made);
  const within = await rest.post('/lists', {
    name: 'Lately',
    of: 'visitors',
    filter: 'did(signup, within 7d)',
  });
  await h.settle();
  const listOf = async (one: unknown) => recordIn(await rest.get(`/lists/${String(one)}`));
  expect((await listOf(id)).upkeep).toMatchObject({ state: 'kept', members: 1 });
  await admin.patch('/settings', { retention: { events: 30 } });
  await remove();
  await waitForSettings();
  const response = await rest.get('/visitors?filter=did(signup)');
  expect(response.status, response.text).toBe(400);
  expect(response.text).toMatch(/events before \d{4}-\d\d-\d\d are removed.*within/);
  expect((await rest.get('/visitors?filter=not did(signup)')).status).toBe(400);
  expect((await rest.get('/visitors?filter=did(signup, within 7d)')).status).toBe(200);
  const newcomer = { ...signup, visitor_id: randomUUID() };
  await send([newcomer]);
  await h.settle();
  expect((await listOf(id)).upkeep).toMatchObject({
    state: 'failing',
    error: 'events_removed',
    members: 1,
  });
  expect((await listOf(recordIn(within).id)).upkeep).toMatchObject({ state: 'kept', members: 1 });
});

test('refused messages, evidence of consent and entries of the audit log go after their own days', async () => {
  const workspace = await h.newWorkspace();
  const admin = await adminOf(workspace);
  const visitor_id = randomUUID();
  const consent = { consent: { analytics: false } };
  await h.send(
    [{ type: 'nonsense' }, { type: 'event', name: 'page_view', visitor_id, context: consent }],
    workspace.productionKey,
  );
  await h.settle();
  const { id } = workspace;
  await h.db.system(async (tx) => {
    await tx`update failed_events set received_at = now() - interval '3 days' where workspace_id = ${id}`;
    await tx`update consents set received_at = now() - interval '370 days', last_given_at = now() - interval '370 days'
      where workspace_id = ${id}`;
    await tx`
      insert into audit_log (workspace_id, id, created_at, actor_type, action, resource_type, fields, changes, ip, user_agent)
      values (${id}, ${randomUUID()}, now() - interval '500 days', 'command', 'old', 'settings', '{}', '{}', '', '')`;
  });
  const retention = { refused_messages: 2, consents: 365, audit_log: 600 };
  await admin.patch('/settings', { retention });
  expect([...(await remove())].sort()).toEqual([
    ['consents', 1],
    ['refused_messages', 1],
  ]);
  expect(pageIn(await admin.get('/audit-log?action=old')).data).toHaveLength(1);
  await admin.patch('/settings', { retention: { audit_log: 450 } });
  expect([...(await remove())]).toEqual([['audit_log', 1]]);
  expect(await remove()).toEqual(new Map());
  expect(pageIn(await admin.get('/audit-log?action=old')).data).toEqual([]);
});

test('each slice is followed by a rest where others have written since the one before', async () => {
  const workspace = await h.newWorkspace();
  const admin = await adminOf(workspace);
  await admin.patch('/settings', { retention: { refused_messages: 2 } });
  await h.db.system(
    (tx) => tx`
      insert into failed_events (workspace_id, id, is_test, received_at, reason, body)
      select ${workspace.id}, gen_random_uuid(), false, now() - interval '3 days', 'nonsense', '{}'
      from generate_series(1, 7000)`,
  );
  const slices: Promise<unknown>[] = [];
  const rests: number[] = [];
  await keepRetention(h.db, {
    isEnding: () => false,
    onRemoved: () => {
      const view = { type: 'event', name: 'page_view', visitor_id: randomUUID() };
      // Only writes on the server that has the workspace count.
      slices.push(h.send(view, workspace.productionKey));
    },
    rest: async (ms) => {
      rests.push(ms);
      await Promise.all(slices);
    },
  });
  expect(slices).toHaveLength(4);
  expect(rests).toHaveLength(3);
  for (const ms of rests) expect(ms).toBeGreaterThan(0);
});
