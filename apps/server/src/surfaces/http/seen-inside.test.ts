import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { revokeKey } from '../../accounts/keys/store.ts';
import { startHarness } from '../../testing/harness.ts';
import { post } from '../../testing/post.ts';

const h = await startHarness({ LOG_LEVEL: 'trace' });

const view = (fields: object = {}) => ({
  type: 'event',
  name: 'page_view',
  visitor_id: randomUUID(),
  session_id: randomUUID(),
  ...fields,
});

/** The samples of /metrics by name and labels. */
async function metrics(): Promise<Map<string, number>> {
  const text = await (await h.fetch('/metrics')).text();
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    samples.map((line) => {
      const place = line.lastIndexOf(' ');
      return [line.slice(0, place), Number(line.slice(place + 1))];
    }),
  );
}

/** The series of the service's own metrics: Node's come as they please, the first collection of a kind with nine of them. */
const ownSeries = async () =>
  [...(await metrics()).keys()].filter((name) => name.startsWith('footfall_')).sort();

test('metrics count what was answered: messages by outcome, commits, requests by operation', async () => {
  const before = await metrics();
  const repeated = view({ message_id: 'again' });
  await h.send([view(), view(), repeated]);
  await h.send([repeated, { type: 'nonsense' }]);
  await h.send(view());
  await h.client().leads.list();
  await expect(h.client().leads.list({ limit: 0 })).rejects.toMatchObject({ status: 400 });
  await post(h, '/ingest', '{');
  // The line of a request is counted when its answer has been sent.
  await h.fetch('/healthz');
  const after = await metrics();
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  const messages = (status: string) => grown(`footfall_ingest_messages_total{status="${status}"}`);
  expect([messages('accepted'), messages('duplicate'), messages('rejected')]).toEqual([4, 1, 1]);
  expect(grown('footfall_ingest_commit_messages_sum')).toBe(6);
  expect(grown('footfall_ingest_commit_seconds_count')).toBeGreaterThan(0);
  expect(after.get('footfall_ingest_queue_depth')).toBe(0);
  const requests = (operation: string, status: number) =>
    grown(`footfall_http_request_seconds_count{operation="${operation}",status="${status}"}`);
  expect(requests('listLeads', 200)).toBe(1);
  expect(requests('listLeads', 400)).toBe(1);
  expect(requests('/ingest/batch', 200)).toBe(2);
  expect(requests('/ingest', 200)).toBe(1);
  expect(requests('/ingest', 400)).toBe(1);
});

test('paths that callers make up do not grow the metrics', async () => {
  await Promise.all(Array.from({ length: 20 }, () => h.fetch(`/made-up/${randomUUID()}`)));
  const before = await ownSeries();
  await Promise.all(Array.from({ length: 20 }, () => h.fetch(`/made-up/${randomUUID()}`)));
  await h.fetch(`/api/v1/leads/${randomUUID()}/${randomUUID()}`);
  expect(await ownSeries()).toEqual(before);
});

test('no log line and no metric holds a key, an address, a name or a value of a body, errors included', async () => {
  const canary = `canary${randomUUID().slice(0, 8)}`;
  const email = `${canary}@example.com`;
  const { productionKey, secretKey } = h.workspace;
  const revoked = await h.newKey({});
  await h.send([
    view({ properties: { canary }, context: { page: { url: `https://${canary}.example/` } } }),
    { type: 'identify', visitor_id: randomUUID(), email, name: canary, traits: { canary } },
    { type: 'conversion', visitor_id: randomUUID(), name: canary, code: canary },
    { type: canary, email },
  ]);
  await h.db.system((tx) => revokeKey(tx, revoked.id));
  const secret = { authorization: `Bearer ${secretKey}` };
  const json = { ...secret, 'content-type': 'application/json' };
  const requests = () => [
    h.fetch(`/api/v1/identities?email=${email}`, { headers: secret }),
    h.fetch(`/api/v1/leads?code=${canary}&nonsense=${canary}`, { headers: secret }),
    h.fetch(`/api/v1/leads/${canary}`, { headers: secret }),
    h.fetch(`/api/v1/${canary}?email=${email}`, { headers: secret }),
    h.fetch(`/api/v1/leads`, { headers: { authorization: `Bearer ${revoked.key}` } }),
    h.fetch(`/${canary}/%ff?key=${productionKey}`),
    h.fetch(`/api/v1/leads`, { method: 'POST', headers: json, body: `{"code":"${canary}` }),
    h.fetch(`/api/v1/leads`, { method: 'POST', headers: json, body: `{"code":"${canary}"}` }),
    post(h, `/ingest?key=${productionKey}`, `{"${canary}`),
    post(h, '/ingest', view({ email }), { 'content-encoding': canary }),
    post(h, '/ingest', view({ email }), { 'x-svc-key': `svc_pk_${canary}` }),
    post(h, '/visitor-resolve', { visitor_id: canary }),
  ];
  await Promise.all(requests());
  // Faults of our own, whose messages quote what was sent.
  await h.db.system(
    (tx) => tx`alter table leads add constraint fault check (code <> ${tx.unsafe(`'${canary}2'`)})`,
  );
  await h.send({ type: 'event', name: canary, visitor_id: randomUUID(), email: `2${email}` });
  const faults = await Promise.all([
    h.fetch(`/api/v1/leads`, { method: 'POST', headers: json, body: `{"code":"${canary}2"}` }),
    post(h, '/ingest', { type: 'conversion', name: 'x', code: `${canary}2`, email: `3${email}` }),
  ]);
  expect(faults.map(({ status }) => status)).toEqual([500, 500]);
  await h.db.system((tx) => tx`alter table identities rename to identities_away`);
  await Promise.all(requests());
  await h.db.system((tx) => tx`alter table identities_away rename to identities`);

  const text = [...h.logLines, await (await h.fetch('/metrics')).text()].join('\n');
  expect(text).toContain('request failed');
  const hidden = [canary, productionKey, secretKey, revoked.key, secretKey.slice(-12)];
  for (const value of hidden) expect(text.includes(value), lineWith(text, value)).toBe(false);
});

const lineWith = (text: string, value: string) =>
  text.split('\n').find((line) => line.includes(value)) ?? '';

test('every request but those of ingest has a line in the log with its id, operation, status and time', async () => {
  const headers = { authorization: `Bearer ${h.workspace.secretKey}` };
  const response = await h.fetch('/api/v1/identities', { headers });
  const id = response.headers.get('x-request-id');
  await h.fetch('/healthz');
  const line = h.logLines.map((text) => JSON.parse(text)).find(({ reqId }) => reqId === id);
  expect(line).toMatchObject({
    operation: 'listIdentities',
    status: 200,
    ms: expect.any(Number),
    msg: 'request',
  });
});
