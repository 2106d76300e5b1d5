/* Share links as a stranger sees them: what they tell, what they never do, and how they end. */
import { randomUUID } from 'node:crypto';
import { memberOperations } from '@footfall/contract/member-operations';
import { operations } from '@footfall/contract/operations';
import type { Share } from '@footfall/contract/shares';
import { describe, expect, test } from 'vitest';
import { findShareByToken } from '../../accounts/workspaces/shares/store.ts';
import { runAsOperator } from '../../cli/run-as-operator.ts';
import { startHarness } from '../../testing/harness.ts';
import { recordIn, restOf } from '../../testing/rest.ts';
import { allOperations, seedWorkspace } from '../../testing/seeded-workspace.ts';
import { handlers } from '../operations/handlers.ts';
import { operationRunner } from '../operations/run.ts';

const h = await startHarness();
const seeded = await seedWorkspace(h, 2);
const rest = restOf(h, seeded.secretKey);
await rest.get('/stats');

type Made = Share & { token: string };

async function share(body: object = {}, workspaceId = seeded.id): Promise<Made> {
  const whole = { page: 'overview', name: 'For the agency', ...body };
  const made = await runAsOperator(h.db, workspaceId, 'createShare', { body: whole });
  return (made as { data: Made }).data;
}
const remove = ({ id }: Made) =>
  runAsOperator(h.db, seeded.id, 'deleteShare', { params: { id }, body: undefined });

async function ask(token: string, path = '', init: RequestInit = {}) {
  const answer = await fetch(`${h.url}/share/api/${token}${path}`, init);
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: text && JSON.parse(text) };
}
const figures = (token: string, query = '', headers = {}) =>
  ask(token, `/stats${query}`, { headers });

async function shares(): Promise<Share[]> {
  const body = await runAsOperator(h.db, seeded.id, 'listShares', {});
  return (body as { data: Share[] }).data;
}

test('a link shows the figures chosen by its creator, and its uses are counted', async () => {
  const { token, ...made } = await share({ query: { days: 60, filter: 'landing_page = "/"' } });
  const page = await ask(token);
  expect(page.status).toBe(200);
  expect(page.body.data).toEqual({
    page: 'overview',
    name: 'For the agency',
    query: { days: 60, time_zone: 'UTC' },
    reveals: ['leads', 'conversions', 'campaigns'],
    table: null,
    expires_at: null,
  });
  expect(page.headers.get('x-robots-tag')).toContain('noindex');
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('access-control-allow-origin')).toBeNull();
  const query = '?metrics=visitors,sessions,leads,revenue&dimensions=country&top=5';
  const shared = await figures(token, query);
  const own = await rest.get(
    `/stats${query}&from=${new Date(Date.now() - 59 * 86_400_000).toISOString().slice(0, 10)}&filter=${encodeURIComponent('landing_page = "/"')}`,
  );
  expect(recordIn(own).total).toMatchObject({ visitors: 2 });
  expect(shared.body.data).toEqual(recordIn(own));
  const [listed] = await shares();
  expect(listed).toMatchObject({ id: made.id, views: 1, last_viewed_at: expect.any(String) });
  expect(JSON.stringify(await shares())).not.toContain(token);
});

describe('with a link nobody asks for', () => {
  test.each([
    ['another time', '?from=2020-01-01'],
    ['an end', '?to=2027-01-01'],
    ['another time zone', '?time_zone=Asia/Tokyo'],
    ['test data', '?test=true'],
    ['a filter', '?filter=country%3DGermany'],
    ['a filter that is always true', '?filter=country%3DGermany%20OR%20NOT%20country%3DGermany'],
    ['one visitor', '?filter=visitor.id%3Dx'],
    ['one city', '?city=Munich'],
    ['one company', `?company=${randomUUID()}`],
    ['the period before', '?compare=previous_period'],
    ['another workspace', '?workspace_id=x'],
    ['something from the prototype', '?__proto__=x'],
    ['lists', '?dimensions=list'],
    ['lists beside something', '?dimensions=country,list'],
  ])('%s', async (_what, query) => {
    const { token } = await share({ query: { days: 7 } });
    const answer = await figures(token, query);
    expect([answer.status, answer.body.details.reason]).toEqual([403, 'not_shared']);
  });

  test('the same parameter twice, or what it does not reveal', async () => {
    const { token } = await share({ reveals: [] });
    expect((await figures(token, '?metrics=visitors&metrics=leads')).status).toBe(400);
    for (const query of ['metrics=leads', 'metrics=revenue', 'dimensions=company', 'sort=leads']) {
      expect((await figures(token, `?${query}`)).body.details.reason, query).toBe('missing_scope');
    }
    expect((await figures(token, '?metrics=visitors')).status).toBe(200);
    const open = await share({ reveals: ['companies'] });
    expect((await figures(open.token, '?dimensions=company')).status).toBe(200);
  });

  test('any other operation, by whatever address', async () => {
    const { token } = await share();
    for (const { method, path } of allOperations) {
      if (method !== 'GET' || path === '/stats') continue;
      const answer = await ask(token, path.replace('{id}', randomUUID()));
      expect([answer.status, path]).toEqual([404, path]);
    }
    for (const path of ['/../../api/v1/leads', '/stats/../leads', '/%2e%2e/leads']) {
      expect((await ask(token, path)).status, path).not.toBe(200);
    }
    const bearer = { headers: { authorization: `Bearer ${token}` } };
    expect((await h.fetch('/api/v1/stats', bearer)).status).toBe(401);
  });

  test('any other operation, also where a door would let it in', async () => {
    const { token } = await share();
    const shareFacts = await h.db.system((tx) => findShareByToken(tx, token));
    if (!shareFacts) throw new Error('there is no such link');
    const all = { ...operations, ...memberOperations };
    const run = operationRunner(all, handlers, { db: h.db, onUsed: () => undefined });
    for (const { id } of Object.values(all)) {
      if (id === 'getStats') continue;
      const input = { params: { id: randomUUID() }, query: {}, body: {} };
      const running = run(id, { kind: 'share', share: shareFacts }, { input });
      await expect(running, id).rejects.toMatchObject({ code: 'forbidden' });
    }
  });
});

test('nothing about a person or a visitor is shown', async () => {
  const { token } = await share({ reveals: ['leads', 'conversions', 'campaigns', 'companies'] });
  const all = ['country', 'landing_page', 'page', 'campaign', 'source', 'company', 'city'];
  const texts = await Promise.all(
    all.map(async (by) => (await figures(token, `?dimensions=${by}&metrics=visitors`)).text),
  );
  const text = texts.join();
  expect(text).not.toContain(seeded.visitorId);
  expect(text).not.toMatch(/@|Ada/);
});

test('a link cannot filter by fields that it does not show', async () => {
  const refused = (query: object, reveals?: string[]) =>
    expect(share({ query, ...(reveals && { reveals }) })).rejects;
  await refused({ filter: 'person.email = "ada@example.com"' }).toThrow('personal data');
  await refused({ filter: 'company.name:shop' }).toThrow('companies');
  await share({ query: { filter: 'company.name:shop' }, reveals: ['companies'] });
  await refused({ filter: 'lead:*' }, []).toThrow('leads');
  await refused({ filter: 'nothing = 1' }).toThrow('--filter');
  await refused({ from: '2026-01-01' }).toThrow('set both from and to');
  await refused({ from: '2026-02-01', to: '2026-01-01' }).toThrow('after');
  await refused({ from: '2020-01-01', to: '2026-01-01' }).toThrow('366 days');
  await refused({ time_zone: 'Nowhere' }).toThrow('time zone');
  await expect(share({ expires_at: '2020-01-01' })).rejects.toThrow('future');
});

test('a link that is over, was deleted or never was looks the same, at once', async () => {
  const [over, gone] = [await share(), await share()];
  for (const { token } of [over, gone]) expect((await figures(token)).status).toBe(200);
  await h.db.system(
    (tx) => tx`update shares set expires_at = now() - interval '1 second' where id = ${over.id}`,
  );
  await remove(gone);
  const never = Buffer.alloc(32, 1).toString('base64url');
  const seen = new Set<string>();
  for (const token of [over.token, gone.token, never, 'short', `${never}x`]) {
    for (const [path, init] of [
      ['', {}],
      ['/stats', {}],
      ['/stats?test=true', {}],
      [
        '/password',
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"password":"x"}',
        },
      ],
    ] as const) {
      const { status, text, headers } = await ask(token, path, init);
      const names = [...headers.keys()].filter((name) => !name.startsWith('x-ratelimit')).sort();
      seen.add(JSON.stringify([status, text, names]));
    }
  }
  expect([...seen]).toEqual([
    expect.stringContaining('This page does not exist or is no longer shared'),
  ]);
});

test('a password is required, and a pass is valid for its own link only', async () => {
  const made = await share({ password: 'correct horse' });
  const other = await share({ password: 'correct horse' });
  expect(made.has_password).toBe(true);
  const locked = await ask(made.token);
  expect([locked.status, locked.body.details.reason]).toEqual([401, 'password_needed']);
  expect(locked.text).not.toContain('agency');
  expect((await figures(made.token)).status).toBe(401);
  const wrong = await tell(made.token, 'wrong horse');
  expect([wrong.status, wrong.headers.get('set-cookie')]).toEqual([401, null]);
  const right = await tell(made.token, 'correct horse');
  const cookie = right.headers.get('set-cookie') ?? '';
  expect([right.status, cookie]).toEqual([204, expect.stringMatching(/HttpOnly; SameSite=Strict/)]);
  const [pass = ''] = cookie.split(';');
  expect((await figures(made.token, '', { cookie: `a=b; ${pass}` })).status).toBe(200);
  expect(
    (await figures(made.token, '', { cookie: pass.replace(/=\d+/, '=9999999999') })).status,
  ).toBe(401);
  const [, value = ''] = pass.split('=');
  const stolen = `footfall_share_${other.id.replaceAll('-', '')}=${value}`;
  expect((await figures(other.token, '', { cookie: stolen })).status).toBe(401);
  expect((await ask(made.token, '/password', { method: 'POST' })).status).toBe(400);
  await remove(made);
  expect((await figures(made.token, '', { cookie: pass })).status).toBe(404);
  const kept = await h.db.system((tx) => tx`select * from shares`);
  expect(JSON.stringify(kept)).not.toMatch(/correct horse/);
  expect(JSON.stringify(kept)).not.toContain(other.token);
  expect(h.logLines.join()).not.toContain(other.token);
});

test('passwords are tried a few times a minute, by each address for itself', async () => {
  const { token } = await share({ password: 'correct horse' });
  const statuses = [];
  for (let times = 0; times < 7; times++)
    statuses.push((await tell(token, `guess ${times}`)).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  expect((await tell(token, 'correct horse')).status).toBe(429);
  const elsewhere = await h.app.inject({
    method: 'POST',
    url: `/share/api/${token}/password`,
    remoteAddress: '198.51.100.7',
    payload: { password: 'correct horse' },
  });
  expect(elsewhere.statusCode).toBe(204);
});

const tell = (token: string, password: string) =>
  ask(token, '/password', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  });

test('the audit log lists links without token or password', async () => {
  const { id, token } = await share({ name: 'Audited', password: 'correct horse' });
  const { data } = (await rest.get(`/audit-log?resource_id=${id}`)).body as { data: object[] };
  expect(data).toEqual([
    expect.objectContaining({
      action: 'createShare',
      changes: expect.objectContaining({ has_password: [null, true] }),
    }),
  ]);
  expect(JSON.stringify(data)).not.toContain(token);
  expect(JSON.stringify(data)).not.toContain('horse');
});
