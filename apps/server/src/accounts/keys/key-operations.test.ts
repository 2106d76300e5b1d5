/* Keys and signing secrets as members of each role see, make, rotate and revoke them. */
import { randomUUID } from 'node:crypto';
import type { ApiKey } from '@footfall/contract/keys';
import { expect, test } from 'vitest';
import { runJson } from '../../testing/command-line.ts';
import { post } from '../../testing/post.ts';
import { restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { signedIn } from '../../testing/signed-in.ts';

const h = await sharedHarness();

async function team() {
  const workspace = await h.newWorkspace();
  const workspaceId = workspace.id;
  const [admin, member, viewer] = [
    await signedIn(h, { workspaceId, role: 'admin', name: 'Ada' }),
    await signedIn(h, { workspaceId, role: 'member' }),
    await signedIn(h, { workspaceId, role: 'viewer' }),
  ];
  return { workspace, admin, member, viewer };
}

type Body = { data: ApiKey & { secret: string; new_key: ApiKey; old_key: ApiKey } };
const dataOf = ({ body }: { body: unknown }) => (body as Body).data;
const secret = { kind: 'secret', name: ' CRM ', scopes: ['leads:read'] };
const anyTime = expect.stringMatching(/^\d{4}-.*Z$/);

test('a new key is shown once, works, and names its workspace until it is revoked', async () => {
  const { workspace, admin, member, viewer } = await team();
  const made = dataOf(await admin.post('/keys', secret));
  const record = {
    id: made.id,
    kind: 'secret',
    name: 'CRM',
    key: null,
    prefix: 'svc_sk_',
    hint: made.key?.slice(-4),
    scopes: ['leads:read'],
    origins: [],
    server_only: true,
    pii: 'shown',
    rate_limit_per_minute: null,
    expires_at: null,
    expires_soon: false,
    created_at: anyTime,
    created_by: { type: 'member', id: admin.id, name: 'Ada' },
    replaces: null,
    last_used_at: null,
    unused_for_90_days: false,
    revoked_at: null,
    revoked_by: null,
  };
  expect(made).toEqual({ ...record, key: expect.stringMatching(/^svc_sk_\w{36}$/) });
  expect((await restOf(h, made.key ?? '').get('/leads')).status).toBe(200);
  const list = async (by = admin, query = '') =>
    (await by.get(`/keys${query}`)).body as { data: ApiKey[]; pagination: { total: number } };
  const [first, ...rest] = (await list()).data;
  expect({ ...first, last_used_at: null }).toEqual(record);
  expect((await list(member)).data).toHaveLength(rest.length + 1);
  expect((await viewer.get('/keys')).status).toBe(403);
  // Write keys are public and told whole; those of before there were members were made by the command line.
  const production = rest.find(({ kind }) => kind === 'production');
  expect(production).toMatchObject({
    key: workspace.productionKey,
    created_by: { type: 'command', id: null, name: 'command line' },
  });

  for (const by of [member, viewer]) {
    expect((await by.delete(`/keys/${made.id}`)).status).toBe(403);
    expect((await by.post('/keys', secret)).status).toBe(403);
    expect((await by.post(`/keys/${made.id}/rotate`)).status).toBe(403);
  }
  expect((await admin.delete(`/keys/${made.id}`)).status).toBe(204);
  expect((await restOf(h, made.key ?? '').get('/leads')).status).toBe(401);
  expect((await admin.delete(`/keys/${made.id}`)).status).toBe(204);
  expect((await list(admin, '?revoked=true')).data).toMatchObject([
    { id: made.id, revoked_at: anyTime, revoked_by: { id: admin.id, name: 'Ada' } },
  ]);
  expect((await list(admin, '?revoked=false&kind=secret')).pagination.total).toBe(1);
});

test('a rotated key keeps working beside the new one with the same rights', async () => {
  const { admin } = await team();
  const origins = ['https://app.example', 'https://*.shop.example/'];
  const rights = { origins, pii: 'hidden', rate_limit_per_minute: 30 };
  const old = dataOf(await admin.post('/keys', { ...secret, ...rights }));
  const answer = dataOf(await admin.post(`/keys/${old.id}/rotate`));
  expect(answer.old_key).toEqual({ ...old, key: null });
  const { id, key, hint, created_at, ...same } = answer.new_key;
  expect(same).toMatchObject({
    name: 'CRM',
    scopes: ['leads:read'],
    origins: ['https://app.example', 'https://*.shop.example'],
    server_only: false,
    pii: 'hidden',
    rate_limit_per_minute: 30,
    replaces: old.id,
  });
  for (const text of [old.key, key]) {
    expect((await restOf(h, text ?? '').get('/leads')).status).toBe(200);
  }
  await admin.delete(`/keys/${old.id}`);
  expect((await restOf(h, old.key ?? '').get('/leads')).status).toBe(401);
  expect((await restOf(h, key ?? '').get('/leads')).status).toBe(200);
  expect(await admin.post(`/keys/${old.id}/rotate`)).toMatchObject({ status: 409 });
  expect(await admin.post(`/keys/${randomUUID()}/rotate`)).toMatchObject({ status: 404 });
});

test.each<[string, object, string]>([
  ['a blank name', { ...secret, name: ' ' }, 'body.name'],
  ['two lines', { ...secret, name: 'a\nb' }, 'body.name'],
  ['no scopes', { kind: 'secret', name: 'n' }, 'body.scopes'],
  ['an unknown scope', { ...secret, scopes: ['leads:fly'] }, 'body.scopes.0'],
  ['a page as origin', { ...secret, origins: ['https://a.example/p'] }, 'body.origins'],
  ['all sites', { ...secret, origins: ['https://*.com'] }, 'body.origins'],
  ['both', { ...secret, origins: ['https://a.example'], server_only: true }, 'body.server_only'],
  ['scopes of a write key', { ...secret, kind: 'production' }, 'body.kind'],
  ['an end in the past', { ...secret, expires_at: '2026-01-01' }, 'body.expires_at'],
  ['no time', { ...secret, expires_at: 'soon' }, 'body.expires_at'],
  ['no requests', { ...secret, rate_limit_per_minute: 0 }, 'body.rate_limit_per_minute'],
])('what a key cannot be is refused where it stands: %s', async (_, body, path) => {
  const admin = await admins;
  const { status, text } = await admin.post('/keys', body);
  expect([status, text]).toEqual([400, expect.stringContaining(`"path":"${path}"`)]);
});
const admins = signedIn(h);

test('a key warns two weeks before it expires and is refused everywhere afterwards', async () => {
  const { workspace, admin } = await team();
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const late = dataOf(await admin.post('/keys', { ...secret, expires_at: inDays(15) }));
  const soon = dataOf(await admin.post('/keys', { ...secret, expires_at: inDays(13) }));
  const write = { kind: 'production', name: 'Shop', expires_at: inDays(13) };
  const sending = dataOf(await admin.post('/keys', write));
  expect([late.expires_soon, soon.expires_soon, soon.expires_at]).toEqual([false, true, anyTime]);
  const listed = (await admin.get('/keys?expires_soon=true')).body as { data: ApiKey[] };
  expect(listed.data.map(({ id }) => id)).toEqual([sending.id, soon.id]);
  const header = async (key: ApiKey) =>
    (await restOf(h, key.key ?? '').get('/leads')).headers.get('x-key-expires');
  expect([await header(late), await header(soon)]).toEqual([null, soon.expires_at]);
  const event = { type: 'event', name: 'page_view', visitor_id: randomUUID() };
  const send = (messages: object) =>
    post(h, '/ingest', messages, { 'x-svc-key': sending.key ?? '' });
  const sent = await send(event);
  expect([sent.status, sent.headers.get('x-key-expires')]).toEqual([200, sending.expires_at]);

  const rotated = dataOf(await admin.post(`/keys/${soon.id}/rotate`)).new_key;
  expect(Date.parse(rotated.expires_at ?? '')).toBeGreaterThan(Date.parse(inDays(12.9)));
  // Keys are remembered: what is good is asked with the work.
  await h.db.system(
    (tx) => tx`
      update api_keys set expires_at = now() - interval '1 second'
      where workspace_id = ${workspace.id} and expires_at is not null`,
  );
  expect((await restOf(h, soon.key ?? '').get('/leads')).status).toBe(401);
  const again = await restOf(h, soon.key ?? '').get('/leads');
  expect(again).toMatchObject({
    status: 401,
    body: { details: { reason: 'key_expired', expired_at: anyTime } },
  });
  expect((await send({ ...event, message_id: 'late' })).status).toBe(401);
  const stored = await h.db.system(
    (tx) => tx`select from events where workspace_id = ${workspace.id}`,
  );
  expect(stored).toHaveLength(1);
  expect((await admin.get('/keys?expires_soon=true')).body).toMatchObject({ data: [] });
  expect((await admin.delete(`/keys/${soon.id}`)).status).toBe(204);
});

test('the text of a secret is kept nowhere, also not for a request that is repeated', async () => {
  const { workspace, admin } = await team();
  const headers = { 'idempotency-key': randomUUID() };
  const made = dataOf(await admin.post('/keys', secret, headers));
  const again = await admin.post('/keys', secret, headers);
  expect(again).toMatchObject({ status: 409 });
  const signing = dataOf(await admin.post('/signing-secrets', { name: 'Backend' }, onceOnly()));
  const kept = await h.db.system(
    (tx) => tx`
      select to_jsonb(a)::text as row from idempotent_answers a where workspace_id = ${workspace.id}
      union all select to_jsonb(l)::text from audit_log l where workspace_id = ${workspace.id}
      union all select to_jsonb(k)::text from api_keys k where workspace_id = ${workspace.id}`,
  );
  const text = JSON.stringify(kept);
  expect(text).toContain(made.id);
  expect(text).not.toContain(made.key);
  expect(text).not.toContain(signing.secret);
});
const onceOnly = () => ({ 'idempotency-key': randomUUID() });

test('a revoked key stays revoked, also after a failed request', async () => {
  const { workspace, admin } = await team();
  const key = dataOf(await admin.post('/keys', secret));
  await admin.delete(`/keys/${key.id}`);
  const back = (moment: string | null) =>
    h.db.workspace(
      workspace.id,
      (tx) =>
        tx`update api_keys set revoked_at = ${moment}::text::timestamptz where id = ${key.id}`,
    );
  await expect(back(null)).rejects.toMatchObject({ code: '42501' });
  await expect(back('infinity')).rejects.toMatchObject({ code: '42501' });
  expect(await admin.delete(`/keys/${key.id}`)).toMatchObject({ status: 204 });
});

test('changes of keys are in the audit log, with rights and without their text', async () => {
  const { admin } = await team();
  const made = dataOf(await admin.post('/keys', secret));
  await admin.delete(`/keys/${made.id}`);
  const { body } = await admin.get('/audit-log?resource_type=keys');
  expect(body).toMatchObject({
    data: [
      { action: 'revokeKey', resource_id: made.id, actor_name: 'Ada', fields: ['revoked_at'] },
      {
        action: 'createKey',
        resource_id: made.id,
        actor_type: 'member',
        changes: { name: [null, 'CRM'], scopes: [null, ['leads:read']] },
      },
    ],
  });
});

test('signing secrets are made, listed by their end and revoked, at most 20 of them', async () => {
  const { admin, member, viewer } = await team();
  const made = dataOf(await admin.post('/signing-secrets', { name: 'Backend' }));
  expect(made.secret).toMatch(/^svc_sign_[\w-]{43}$/);
  const list = async () => ((await member.get('/signing-secrets')).body as { data: object[] }).data;
  expect(await list()).toEqual([
    {
      id: made.id,
      name: 'Backend',
      hint: made.secret.slice(-4),
      created_at: anyTime,
      created_by: { type: 'member', id: admin.id, name: 'Ada' },
      revoked_at: null,
      revoked_by: null,
    },
  ]);
  expect((await member.post('/signing-secrets', { name: 'x' })).status).toBe(403);
  expect((await member.delete(`/signing-secrets/${made.id}`)).status).toBe(403);
  expect((await viewer.get('/signing-secrets')).status).toBe(403);
  for (let place = 0; place < 19; place++) await admin.post('/signing-secrets', { name: 'n' });
  expect((await admin.post('/signing-secrets', { name: 'n' })).status).toBe(409);
  expect((await admin.delete(`/signing-secrets/${made.id}`)).status).toBe(204);
  expect((await admin.post('/signing-secrets', { name: 'n' })).status).toBe(200);
  expect((await admin.delete(`/signing-secrets/${randomUUID()}`)).status).toBe(404);
});

test('a key that nobody used for 90 days is flagged, and a workspace has its own keys only', async () => {
  const [own, other] = [await team(), await team()];
  const { id } = dataOf(await own.admin.post('/keys', secret));
  await h.db.system(
    (tx) => tx`update api_keys set created_at = now() - interval '91 days' where id = ${id}`,
  );
  const { body } = await own.admin.get('/keys?sort=created_at&limit=1');
  expect(body).toMatchObject({ data: [{ id, unused_for_90_days: true }] });
  const answers = await Promise.all(
    [id, randomUUID()].map((one) => other.admin.delete(`/keys/${one}`)),
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  expect(answers[0]?.text).toBe(answers[1]?.text);
});

test('the command line lists what members made, all of it', async () => {
  const { workspace, admin } = await team();
  const { id } = dataOf(await admin.post('/keys', secret));
  await h.db.system(
    (tx) => tx`
      insert into api_keys (workspace_id, id, kind, name, key_hash, hint)
      select ${workspace.id}, gen_random_uuid(), 'secret', 'x', gen_random_uuid()::text::bytea, 'abcd'
      from generate_series(1, 120)`,
  );
  const rows = await runJson<ApiKey[]>(['keys', 'list', '--workspace', workspace.id], {
    DATABASE_URL: h.ownerUrl,
  });
  expect(rows).toHaveLength(124);
  expect(rows.find((row) => row.id === id)).toMatchObject({ created_by: { name: 'Ada' } });
});
