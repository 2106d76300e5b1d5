/* The visitor's cookie on the service's own site: when it is set again, whose, and with what. */
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { changeSettings } from '../../accounts/workspaces/settings.ts';
import { startHarness } from '../../testing/harness.ts';

const h = await startHarness({ TRUST_PROXY: '127.0.0.1' });
const off = await startHarness({ RENEW_COOKIES: 'false' });

interface Sent {
  status: number;
  cookies: string[];
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

interface Ask {
  headers?: Record<string, string>;
  message?: object;
  path?: string;
  key?: string;
  url?: string;
}

/** Not by fetch, which decides itself what is said of hosts. */
function send(
  { headers = {}, message = {}, path = '/ingest/batch', key, url = h.url }: Ask,
  id = visitor,
): Promise<Sent> {
  const event = { type: 'event', name: 'page_view', visitor_id: id, ...message };
  const used = key ?? (url === h.url ? h : off).workspace.productionKey;
  const text = JSON.stringify(path.endsWith('/batch') ? { batch: [event] } : event);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${url}${path}?key=${used}`,
      { method: 'POST', headers: { 'content-type': 'text/plain', ...headers } },
      async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        const { statusCode: status = 0, headers: responseHeaders } = response;
        const body = Buffer.concat(chunks).toString();
        resolve({
          status,
          cookies: responseHeaders['set-cookie'] ?? [],
          headers: responseHeaders,
          body,
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

const visitor = '01a1f843-753c-76b8-835a-667c2bb1be56';
const other = '01a1f843-753c-76b8-835a-667c2bb1be57';
/** A refusal holds for later messages. */
const refusing = '01a1f843-753c-76b8-835a-667c2bb1be58';
const cookie = `account=secret; footfall_id=${visitor}; theme=dark`;
const page = { origin: 'https://www.shop.co.uk', 'sec-fetch-site': 'same-site', cookie };

test('on the own site it is set again for 400 days, as the script sets it', async () => {
  const { status, cookies, headers } = await send({ headers: page });
  expect(status).toBe(200);
  expect(cookies).toEqual([
    `footfall_id=${visitor}; Domain=shop.co.uk; Path=/; Max-Age=34560000; SameSite=Lax; Secure`,
  ]);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'access-control-allow-origin': 'https://www.shop.co.uk',
    'access-control-allow-credentials': 'true',
    vary: 'Origin',
  });
});

test.each([
  ['behind a path of the website', { ...page, 'sec-fetch-site': 'same-origin' }, 'shop.co.uk'],
  ['on github.io', { ...page, origin: 'https://acme.github.io' }, 'acme.github.io'],
  ['on an address', { ...page, origin: 'https://192.0.2.7:8443' }, '192.0.2.7'],
  ['without https', { ...page, origin: 'http://www.shop.example' }, 'shop.example'],
  ['on the machine itself', { ...page, origin: 'http://www.shop.localhost' }, 'shop.localhost'],
])('%s the domain is the broadest that a page may set', async (_where, headers, domain) => {
  const { cookies } = await send({ headers });
  const isSecure = headers.origin.startsWith('https') || headers.origin.endsWith('localhost');
  expect(cookies).toEqual([
    `footfall_id=${visitor}; Domain=${domain}; Path=/; Max-Age=34560000; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  ]);
});

test('every way to ingest does it, a repeated message too', async () => {
  const message = { message_id: crypto.randomUUID() };
  for (const path of ['/ingest', '/ingest/', '/ingest/batch', '/ingest/batch']) {
    const { status, cookies } = await send({ headers: page, message, path });
    expect([status, cookies.length], path).toEqual([
      path === '/ingest/' ? status : 200,
      status === 200 ? 1 : 0,
    ]);
  }
  const { cookies, body } = await send({ headers: page, path: '/%69ngest' });
  expect([cookies.length, JSON.parse(body).data?.accepted]).toEqual([1, 1]);
});

test.each<[string, Ask, string?]>([
  ['no cookie came: none appears that was not there', { headers: { ...page, cookie: 'a=b' } }],
  ['the messages are of another visitor', { headers: page }, other],
  [
    'what stands in it is no id',
    { headers: { ...page, cookie: 'footfall_id=%0d%0aSet-Cookie:a' } },
  ],
  ['it is longer', { headers: { ...page, cookie: `footfall_id=${visitor}0` } }],
  ['it has another name', { headers: { ...page, cookie: `not_footfall_id=${visitor}` } }],
  ['another site sends', { headers: { ...page, 'sec-fetch-site': 'cross-site' } }],
  ['no page sends', { headers: { ...page, 'sec-fetch-site': 'none' } }],
  ['nobody says which page sends', { headers: { cookie } }],
  ['a sandboxed page sends', { headers: { ...page, origin: 'null' } }],
  ['the origin is none', { headers: { ...page, origin: 'https://a.example; Path=/x' } }],
  ['the key is not valid', { headers: page, key: 'svc_pk_unknown' }],
  ['the message is faulty', { headers: page, message: { type: 'nothing' } }],
  [
    'the visitor refuses',
    {
      headers: { ...page, cookie: `footfall_id=${refusing}` },
      message: { context: { consent: { analytics: false } } },
    },
    refusing,
  ],
  ['the operator switched it off', { headers: page, url: off.url }],
])('nothing is set where %s', async (_why, ask, id) => {
  expect((await send(ask, id)).cookies).toEqual([]);
});

test('a signal that the workspace heeds is a refusal', async () => {
  const own = await h.newWorkspace('Heeds');
  const ask = { headers: { ...page, 'sec-gpc': '1' }, key: own.productionKey };
  expect((await send(ask)).cookies).toHaveLength(1);
  await h.db.system((tx) => changeSettings(tx, own.id, { privacy_signals: 'refuse' }));
  await expect.poll(async () => (await send(ask)).cookies).toEqual([]);
});

test('the visitor of the day has no cookie', async () => {
  const own = await h.newWorkspace('Cookieless', { cookieless: 'allow' });
  const message = {
    cookieless: true,
    visitor_id: undefined,
    context: { page: { url: 'https://www.shop.co.uk/' } },
  };
  const { cookies, body } = await send({ headers: page, message, key: own.productionKey });
  expect(JSON.parse(body).data.accepted).toBe(1);
  expect(cookies).toEqual([]);
});

test('it proves nothing to anybody', async () => {
  const headers = { ...page, origin: h.url };
  for (const path of ['/api/v1/leads', `/api/v1/visitors/${visitor}`, '/dashboard/api/leads']) {
    const { status } = await fetch(h.url + path, { headers });
    expect([401, 403, 404], path).toContain(status);
  }
  const { status } = await send({ headers: page, key: '' });
  expect(status).toBe(401);
});

test('older browsers send only the origin: the host they use for the service decides', async () => {
  const { 'sec-fetch-site': _, ...older } = page;
  const credentials = async (headers: Record<string, string>) =>
    (await send({ headers })).headers['access-control-allow-credentials'];
  const bare = { origin: older.origin };
  expect(await credentials({ ...bare, host: 'footfall.shop.co.uk' })).toBe('true');
  expect(await credentials({ ...bare, host: 'footfall.other.co.uk' })).toBeUndefined();
  expect(await credentials({ ...bare, 'x-forwarded-host': 'www.shop.co.uk' })).toBe('true');
  expect(await credentials({ ...bare, 'x-forwarded-host': 'x, a.other.co.uk' })).toBeUndefined();
  // SameSite=Lax: no other site's request has it.
  expect(await credentials(older)).toBe('true');
  expect((await send({ headers: older })).cookies).toHaveLength(1);
  // Nobody is believed there.
  const forwarded = { ...bare, 'x-forwarded-host': 'www.shop.co.uk' };
  const { headers } = await send({ headers: forwarded, url: off.url });
  expect(headers).toMatchObject({ 'access-control-allow-origin': '*' });
});

test('other sites work without cookies and can read refusals', async () => {
  const across = { ...page, 'sec-fetch-site': 'cross-site' };
  for (const key of [undefined, 'svc_pk_unknown']) {
    const { headers } = await send({ headers: across, ...(key && { key }) });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
    const own = await send({ headers: page, ...(key && { key }) });
    expect(own.headers['access-control-allow-origin']).toBe(page.origin);
  }
});
