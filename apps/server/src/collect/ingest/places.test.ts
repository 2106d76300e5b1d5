/* Where visits were made and through whose network, and how much of their addresses is stored. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { changeSettings, settingsFreshForMs } from '../../accounts/workspaces/settings.ts';
import { buildApp } from '../../app.ts';
import { startHarness } from '../../testing/harness.ts';
import { injectRequest } from '../../testing/inject-request.ts';
import { pageIn, recordIn, restOf } from '../../testing/rest.ts';

const h = await startHarness({ TRUST_PROXY: '127.0.0.1' }, { trust: 'open' });
await h.app.addressTables.ready;

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

async function newWorkspace() {
  const workspace = await h.newWorkspace('Test', { ip_anonymisation: 'none' });
  const rest = restOf(h, workspace.secretKey);
  return {
    workspace,
    list: async (path: string) => pageIn(await rest.get(path)).data,
    visitor: async (id: string) => recordIn(await rest.get(`/visitors/${id}`)),
    send: (...messages: object[]) => h.send(messages, workspace.productionKey),
    /** As a page of a website does, through a proxy. */
    async sendFrom(ip: string, message: object) {
      const answer = await h.fetch('/ingest', {
        method: 'POST',
        headers: {
          'x-forwarded-for': ip,
          'x-svc-key': workspace.productionKey,
          origin: 'https://shop.example',
          'user-agent': chrome,
          'accept-language': 'de-DE',
        },
        body: JSON.stringify(message),
      });
      expect(answer.status).toBe(200);
    },
  };
}

const view = (visitor_id: string, ip?: string, fields: object = {}) => ({
  type: 'event',
  name: 'page_view',
  visitor_id,
  context: { ...(ip !== undefined && { ip }), page: { url: 'https://shop.example/' } },
  ...fields,
});

test.each([
  ['8.8.8.8', 'United States', 'Google', 'hosting'],
  ['171.64.1.1', 'United States', 'Stanford', 'education'],
  ['192.35.17.1', 'Germany', 'SIEMENS', 'business'],
  ['129.132.1.1', 'Switzerland', 'SWITCH', 'access_provider'],
  ['172.56.0.1', 'United States', 'T-Mobile', 'mobile'],
  ['2003:c0::1', 'Germany', 'Deutsche Telekom', 'access_provider'],
  ['::ffff:192.35.17.1', 'Germany', 'SIEMENS', 'business'],
])(
  'a visit from %s was in %s, through the network of %s (%s)',
  async (ip, country, owner, connection) => {
    const { send, list } = await newWorkspace();
    const id = randomUUID();
    await send(view(id, ip));
    const [session] = await list(`/visitors/${id}/sessions`);
    expect(session).toMatchObject({ ip, country, connection });
    expect(String(session?.network_owner).toLowerCase()).toContain(owner.toLowerCase());
  },
);

test('the place is shown with the session, the visitor, the person and the lead', async () => {
  const { send, list, visitor } = await newWorkspace();
  const visitor_id = randomUUID();
  const ip = '192.35.17.1';
  await send(
    view(visitor_id, ip),
    { type: 'identify', visitor_id, email: 'ada@example.com' },
    { type: 'conversion', name: 'signup', visitor_id, context: { ip } },
  );
  const place = { city: 'Munich', country: 'Germany' };
  expect(await list(`/visitors/${visitor_id}/sessions`)).toMatchObject([
    { ...place, ip, network_owner: 'SIEMENS AG', connection: 'business' },
  ]);
  expect(await visitor(visitor_id)).toMatchObject({ ...place, ip });
  expect(await list('/identities')).toMatchObject([{ ...place, ip }]);
  expect((await list('/leads')).map(({ location }) => location)).toEqual([place]);
});

test('a visitor and a person are where their latest visit was, their lead where it began', async () => {
  const { send, list, visitor } = await newWorkspace();
  const visitor_id = randomUUID();
  const on = (hours: number) => ({
    timestamp: new Date(Date.now() - hours * 60 * 60_000).toISOString(),
  });
  await send(
    view(visitor_id, '192.35.17.1', on(9)),
    { type: 'identify', visitor_id, email: 'ada@example.com', ...on(9) },
    view(visitor_id, '129.132.1.1', on(2)),
  );
  expect(await visitor(visitor_id)).toMatchObject({ country: 'Switzerland' });
  expect(await list('/identities')).toMatchObject([{ country: 'Switzerland' }]);
  expect(await list('/leads')).toMatchObject([{ location: { country: 'Germany' } }]);
});

test.each(['127.0.0.1', '10.1.2.3', '203.0.113.7', 'fe80::1'])(
  '%s, private or reserved, is nowhere',
  async (ip) => {
    const { send, list } = await newWorkspace();
    const id = randomUUID();
    await send(view(id, ip));
    expect(await list(`/visitors/${id}/sessions`)).toMatchObject([
      { ip, city: '', country: '', network_owner: '', connection: '' },
    ]);
  },
);

test('a backend’s own address does not locate its visitor, a browser’s does', async () => {
  const { list, sendFrom, workspace } = await newWorkspace();
  const [ofBackend, ofBrowser] = [randomUUID(), randomUUID()];
  await h.fetch('/ingest', {
    method: 'POST',
    headers: { 'x-forwarded-for': '192.35.17.1', 'x-svc-key': workspace.productionKey },
    body: JSON.stringify(view(ofBackend)),
  });
  await sendFrom('192.35.17.1', view(ofBrowser));
  expect(await list(`/visitors/${ofBackend}/sessions`)).toMatchObject([
    { city: '', country: '', network_owner: '', connection: '' },
  ]);
  expect(await list(`/visitors/${ofBrowser}/sessions`)).toMatchObject([
    { city: 'Munich', country: 'Germany', network_owner: 'SIEMENS AG' },
  ]);
  expect(await list('/companies')).toHaveLength(1);
});

test('while the tables are not loaded the service answers, and its rows have no place', async () => {
  const { workspace, list, send } = await newWorkspace();
  const app = await buildApp({ config: h.config, db: h.db, log: pino({ level: 'silent' }) });
  // Closed, they are as they were before they were loaded.
  await app.addressTables.close();
  expect(app.addressTables.isReady).toBe(false);
  const [early, late] = [randomUUID(), randomUUID()];
  const { statusCode } = await injectRequest(app, {
    method: 'POST',
    url: '/ingest',
    headers: { 'x-svc-key': workspace.productionKey, 'content-type': 'application/json' },
    payload: view(early, '192.35.17.1'),
  });
  await app.close();
  expect(statusCode).toBe(200);
  await send(view(late, '192.35.17.1'));
  expect(await list(`/visitors/${early}/sessions`)).toMatchObject([
    { ip: '192.35.17.1', city: '', country: '', network_owner: '', connection: '' },
  ]);
  expect(await list(`/visitors/${late}/sessions`)).toMatchObject([{ city: 'Munich' }]);
});

/** Every row of every table that has this text in any column. */
async function rowsWith(text: string): Promise<string[]> {
  return h.db.system(async (tx) => {
    const tables = await tx<{ name: string }[]>`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`;
    const matches: string[] = [];
    for (const { name } of tables) {
      const rows = await tx.unsafe(
        `select t::text as row from ${name} t where position($1 in t::text) > 0
           or position($1 in convert_from(coalesce((to_jsonb(t)->>'body')::bytea, ''), 'UTF8')) > 0`,
        [text],
      );
      matches.push(...rows.map(({ row }) => `${name} ${row}`));
    }
    return matches;
  });
}

/** A visitor of a browser and one that a backend tells of, each with and without a session's name. */
async function visitFrom(ip: string, { send, sendFrom }: Awaited<ReturnType<typeof newWorkspace>>) {
  const visitors = Array.from({ length: 4 }, () => randomUUID());
  const [one = '', two = '', three = '', four = ''] = visitors;
  const session = { session_id: randomUUID() };
  await sendFrom(ip, view(one));
  await sendFrom(ip, view(two, undefined, session));
  await send(
    view(three, ip),
    view(four, ip, session),
    { type: 'identify', visitor_id: three, email: `${three}@example.com`, context: { ip } },
    { type: 'conversion', name: 'signup', visitor_id: four, context: { ip } },
  );
  await h.settle();
  return visitors;
}

const addresses = [
  ['truncate', '139.15.77.201', '139.15.77.0'],
  ['truncate', '2003:c0:7f0a:1b2c::d3e4', '2003:c0:7f0a::'],
  ['drop', '139.15.88.202', ''],
  ['drop', '2003:c0:7f0b:2c3d::e4f5', ''],
] as const;

test('by default an address is stored shortened and its place is known', async () => {
  const { id, secretKey, productionKey } = await h.newWorkspace();
  const visitor = randomUUID();
  await h.send(view(visitor, '139.15.66.203'), productionKey);
  const rest = restOf(h, secretKey);
  expect(recordIn(await rest.get(`/visitors/${visitor}`))).toMatchObject({
    workspace_id: id,
    ip: '139.15.66.0',
    country: 'Germany',
  });
  expect(await rowsWith('139.15.66.203')).toEqual([]);
});

test('truncated or dropped, no address is stored whole anywhere from 2.5 s after the change on, and places are known still', async () => {
  const workspaces = await Promise.all(
    addresses.map(async (kept) => ({ kept, own: await newWorkspace() })),
  );
  for (const { kept, own } of workspaces) {
    // So that the service remembers the settings of before.
    await own.send(view(randomUUID(), '139.15.1.1'));
    const change = { ip_anonymisation: kept[0] };
    await h.db.system((tx) => changeSettings(tx, own.workspace.id, change));
  }
  await sleep(settingsFreshForMs + 500);
  for (const { kept, own } of workspaces) {
    const [mode, ip, stored] = kept;
    for (const id of await visitFrom(ip, own)) {
      const shown = { ip: stored, country: 'Germany' };
      expect(await own.visitor(id), mode).toMatchObject(shown);
      const [session] = await own.list(`/visitors/${id}/sessions`);
      expect(session, mode).toMatchObject(shown);
      expect(session?.network_owner).not.toBe('');
    }
    expect(await rowsWith(ip), mode).toEqual([]);
    expect(h.logLines.join('')).not.toContain(ip);
  }
  // The search would find one.
  expect((await rowsWith('139.15.1.1')).length).toBeGreaterThan(0);
});
