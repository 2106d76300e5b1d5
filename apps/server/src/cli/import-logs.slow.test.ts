/*
 * Lines of access logs in the forms that nginx, Apache, Caddy, Traefik and Docker give them, by examples in public
 * repositories; the lines are ours. JSON by nginx: names that public configurations use.
 */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startImportStage } from '../testing/import-stage.ts';

const { h, fileOf, run, refusal, list } = await startImportStage();
const march = 'created_after=2026-03-01&created_before=2026-03-30';
const site = ['--site', 'https://www.acme.example'];

const bot = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';
const combined = (path: string, client = '203.0.113.9') =>
  `${client} - - [04/Mar/2026:10:00:00 +0100] "GET ${path} HTTP/1.1" 200 512 "-" "${bot}"`;

/** Each tells of one page view of GPTBot at 09:00:00 UTC. */
const readable: Record<string, string> = {
  'nginx, main of the Docker image': `${combined('/a')} "198.51.100.7"`,
  IPv6: combined('/b', '2001:db8::7'),
  'IPv4 in IPv6': combined('/c', '::ffff:203.0.113.9'),
  'a user with a space': combined('/d').replace('- - [', '- ada lovelace ['),
  'vhost_combined of Apache': `www.acme.example:443 ${combined('/e')}`,
  'vhost and a client by name': `www.acme.example:443 ${combined('/f', 'crawl-7.gptbot.example')}`,
  'a client by name': combined('/g', 'crawl-7.gptbot.example'),
  'combinedio of Apache': `${combined('/h')} 310 844`,
  'microseconds of Apache': combined('/i').replace('10:00:00 ', '10:00:00.123456 '),
  'ISO 8601 in brackets': combined('/j').replace(/\[.*?\]/, '[2026-03-04T10:00:00+01:00]'),
  'common of Traefik': `${combined('/k')} 7 "web@docker" "http://172.18.0.4:80" 3ms`,
  'the old syslog': `<190>Mar  4 10:00:00 web-1 nginx: ${combined('/l')}`,
  'the new syslog': `2026-03-04T10:00:00.123+01:00 web-1 nginx[77]: ${combined('/m')}`,
  Docker: JSON.stringify({ log: `${combined('/n')}\n`, stream: 'stdout', time: 'x' }),
  'the journal': JSON.stringify({ __CURSOR: 's=1;i=9', MESSAGE: combined('/o'), PRIORITY: '6' }),
  'escaped bytes': combined('/p/\\xC3\\xA4'),
  'nginx, JSON with the request': JSON.stringify({
    time_local: '04/Mar/2026:10:00:00 +0100',
    remote_addr: '203.0.113.9',
    request: 'GET /q HTTP/2.0',
    status: 200,
    http_referer: '',
    http_user_agent: bot,
  }),
  'nginx, JSON with its parts': JSON.stringify({
    '@timestamp': '2026-03-04T10:00:00+01:00',
    remote_addr: '203.0.113.9',
    request_method: 'GET',
    request_uri: '/r?x=1',
    uri: '/index.html',
    status: '200',
    http_referrer: '-',
    http_user_agent: bot,
    http_host: 'www.acme.example',
  }),
  'nginx, JSON with milliseconds': JSON.stringify({
    msec: '1772614800.123',
    ip: '203.0.113.9',
    method: 'GET',
    path: '/s',
    status: 200,
    ua: bot,
  }),
  'nginx, JSON around a line': JSON.stringify({
    '@timestamp': '2026-03-04T10:00:00+01:00',
    message: combined('/t'),
    realip: '203.0.113.9',
  }),
  'Traefik, JSON': JSON.stringify({
    ClientAddr: '203.0.113.9:52654',
    ClientHost: '203.0.113.9',
    DownstreamStatus: 200,
    RequestHost: 'www.acme.example',
    RequestMethod: 'GET',
    RequestPath: '/u',
    RequestPort: '-',
    StartUTC: '2026-03-04T09:00:00.742209746Z',
    level: 'info',
    msg: '',
    'request_User-Agent': bot,
    time: '2026-03-04T09:00:03Z',
  }),
};

const caddy = (path: string, more: object, request: object = { remote_ip: '203.0.113.9' }) =>
  JSON.stringify({
    level: 'info',
    ts: 1772614800.123,
    logger: 'http.log.access.log0',
    msg: 'handled request',
    request: {
      proto: 'HTTP/2.0',
      method: 'GET',
      host: 'www.acme.example:8443',
      uri: path,
      headers: { 'User-Agent': [bot] },
      ...request,
    },
    status: 200,
    ...more,
  });
Object.assign(readable, {
  'Caddy, seconds': caddy('/v', {}),
  'Caddy, milliseconds': caddy('/w', { ts: 1772614800123.4 }),
  'Caddy, nanoseconds': caddy('/x', { ts: 1_772_614_800_123_456_800 }),
  'Caddy, ISO 8601': caddy('/y', { ts: '2026-03-04T10:00:00.123+0100' }),
  'Caddy before 2.5, address with port': caddy('/z', {}, { remote_addr: '[2001:db8::7]:51000' }),
});

test('every form of a line is one page view of its page, its bot and its time', async () => {
  const workspace = await h.newWorkspace();
  const lines = Object.values(readable);
  const file = await fileOf('forms.log', `${lines.join('\n')}\n`);
  const answer = await run(workspace, 'access-log', file, ...site);
  expect(answer).toMatchObject({ rows: lines.length, stored: lines.length, faults: [] });
  const day = 'created_after=2026-03-03&created_before=2026-03-06';
  const events = await list(workspace, `/events?bots=true&limit=100&${day}`);
  const pages = Object.keys(readable).map((_, place) => String.fromCharCode(97 + place));
  const pageOf = (url: unknown) => /^https:\/\/www\.acme\.example\/(\w)/.exec(String(url))?.[1];
  expect(events.map(({ url }) => pageOf(url)).sort()).toEqual(pages);
  expect(new Set(events.map(({ created_at }) => created_at))).toEqual(
    new Set(['2026-03-04T09:00:00Z']),
  );
  const visits = await list(workspace, `/sessions?bots=true&limit=100&${march}`);
  expect(new Set(visits.map(({ bot }) => (bot as { name: string }).name))).toEqual(
    new Set(['GPTBot']),
  );
  expect(visits.filter(({ referrer }) => referrer !== '')).toEqual([]);
});

const leftOut: Record<string, string> = {
  'an empty request': combined('/').replace(/"GET [^"]*"/, '"-"'),
  'bytes of TLS': combined('/').replace(/"GET [^"]*" 200/, '"\\x16\\x03\\x01\\x02\\x00" 400'),
  'a space in the address': combined('/a b'),
  'no size': combined('/').replace('200 512', '304 -').replace('GET', 'HEAD'),
  "nginx's errors": '2026/03/04 10:00:00 [error] 7#7: *9 open() failed, client: 203.0.113.9',
  "Apache's errors": '[Wed Mar 04 10:00:00.123456 2026] [core:error] [pid 7] AH00037: link',
  'Caddy of itself': '{"level":"info","ts":1772614800.1,"logger":"tls","msg":"renewed"}',
  'Docker, another stream': JSON.stringify({
    log: '2026/03/04 10:00:00 [warn] 7#7: low on files\n',
    stream: 'stderr',
    time: 'x',
  }),
};

test('requests for other files are skipped without an error; the other lines are stored', async () => {
  const workspace = await h.newWorkspace();
  const lines = [...Object.values(leftOut), combined('/page')];
  const file = await fileOf('mixed.log.2.gz', gzipSync(lines.join('\n')));
  const answer = await run(workspace, 'access-log', file, ...site);
  expect(answer).toMatchObject({ rows: lines.length, stored: 1, faulty: 0 });
  expect(answer.left_out.reduce((sum, { rows }) => sum + rows, 0)).toBe(lines.length - 1);
});

test('a faulty line in the middle is counted with its reason, and the lines around it are stored', async () => {
  const workspace = await h.newWorkspace();
  const lines = [
    combined('/before'),
    '2026/03/04 10:00:00.123\tINFO\thttp.log.access\thandled request\t{"request": {}}',
    '{"ts":1772614800,"requ',
    JSON.stringify({
      time: '2026-03-04 10:00:00',
      ip: '203.0.113.9',
      status: 200,
      request: 'GET / HTTP/1.1',
    }),
    'x'.repeat(1_200_000),
    combined('/after'),
  ];
  const file = await fileOf('broken.log', lines.join('\n'));
  const answer = await run(workspace, 'access-log', file, ...site);
  expect(answer).toMatchObject({ rows: 6, stored: 2, faulty: 4 });
  expect(answer.faults.map(({ line, reason }) => [line, reason.slice(0, 46)])).toEqual([
    [2, "in Caddy's console format, which has no time z"],
    [3, 'not a complete JSON object'],
    [4, 'not in the combined or common format, and not '],
    [5, 'longer than 1000000 characters'],
  ]);
});

test('zeros in front of a log that was emptied, and bytes that are no text, cost no line', async () => {
  const workspace = await h.newWorkspace();
  const content = Buffer.concat([
    Buffer.alloc(3_000_000),
    Buffer.from(`${combined('/one')}\n`),
    Buffer.from(`${combined('/two/\u00e4')}\n`, 'latin1'),
  ]);
  const answer = await run(workspace, 'access-log', await fileOf('emptied.log', content), ...site);
  expect(answer).toMatchObject({ rows: 2, stored: 2, faulty: 0 });
});

test('a log in another compression format is refused with advice', async () => {
  const workspace = await h.newWorkspace();
  const refusalOf = async (name: string, start: string) =>
    refusal(workspace, 'access-log', await fileOf(name, Buffer.from(start, 'latin1')), ...site);
  expect(await refusalOf('a.log.bz2', 'BZh91AY')).toContain('unpack it first (bunzip2)');
  expect(await refusalOf('a.log.xz', '\xfd7zXZ\x00')).toContain('unpack it first (unxz)');
  const twice = await fileOf('a.log.gz', gzipSync(gzipSync(combined('/'))));
  expect(await refusal(workspace, 'access-log', twice, ...site)).toContain('is compressed twice');
});
