/* The whole service behind the nginx and Caddy files of deploy/, with TLS, as visitors, members and strangers meet it. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../../platform/common/free-port.ts';
import { startHarness } from '../../testing/harness.ts';
import { describeWith, findProgram, untilOpen } from '../../testing/programs.ts';
import { repository } from '../../testing/service-process.ts';

const domain = 'footfall.localhost';
const h = await startHarness({ TRUST_PROXY: '127.0.0.1', PUBLIC_URL: `https://${domain}` });
await h.app.addressTables.ready;
const folder = await mkdtemp(join(tmpdir(), 'footfall-proxies-'));
const programs: ChildProcess[] = [];
afterAll(async () => {
  await Promise.all(
    programs.map((program) => {
      const ended = new Promise((resolve) => program.once('exit', resolve));
      return program.kill('SIGKILL') ? ended : undefined;
    }),
  );
  await rm(folder, { recursive: true, force: true });
});

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

interface AskOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** What is read of a stream that does not end. */
  until?: string;
}

/** As it is spelled: `fetch` would tidy the path. */
function ask(port: number, path: string, asking: AskOptions = {}): Promise<Answer> {
  const { method = 'GET', headers, body, until } = asking;
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, method, rejectUnauthorized: false };
    const sent = request({ ...options, servername: domain, headers: { host: domain, ...headers } });
    sent.setTimeout(10_000, () => sent.destroy(new Error(`${path} is not answered in time`)));
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      const answer = () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
        sent.destroy();
      };
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        if (until !== undefined && text.includes(until)) answer();
      });
      response.on('end', answer);
    });
    sent.end(body);
  });
}

const hiddenPaths = [
  '/metrics',
  '/metrics/',
  '//metrics',
  '/./metrics',
  '/app/../metrics',
  '/%6detrics',
  '/METRICS',
  '/metrics?x=1',
  '/metrics%2f',
  '/metrics;x',
];

async function tryService(ports: { http: number; https: number }): Promise<void> {
  const { https } = ports;
  expect(await ask(https, '/readyz')).toMatchObject({ status: 200 });
  expect((await ask(https, '/app')).body).toContain('<html');
  expect(await ask(https, '/docs')).toMatchObject({ status: 200 });
  expect(await ask(https, '/sdk.js')).toMatchObject({ status: 200 });
  for (const path of hiddenPaths) {
    const { status, body } = await ask(https, path);
    expect(status, path).toBeGreaterThanOrEqual(400);
    expect(body, path).not.toContain('footfall_ingest');
  }

  const headers = { authorization: `Bearer ${h.workspace.secretKey}` };
  const countryOf = async (id: string) => {
    const { body } = await ask(https, `/api/v1/visitors/${id}`, { headers });
    return (JSON.parse(body) as { data: { country: string } }).data.country;
  };
  // A visitor who claims to be at Google; a proxy that says so is believed.
  const { body: claimed, ...claim } = claimOf();
  expect(await ask(https, '/ingest', { ...claim, body: claimed.text })).toMatchObject({
    status: 200,
  });
  expect(await countryOf(claimed.visitor)).toBe('');
  const { body: ownClaim, ...telling } = claimOf();
  await h.fetch('/ingest', { ...telling, body: ownClaim.text });
  expect(await countryOf(ownClaim.visitor)).not.toBe('');

  // A stream is passed on as it comes.
  const stream = await ask(https, '/api/v1/changes/stream', {
    headers: { ...headers, accept: 'text/event-stream' },
    until: '\n',
  });
  expect(stream.status, stream.body).toBe(200);
  expect(stream.headers['content-type']).toContain('text/event-stream');

  const redirected = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port: ports.http,
      path: '/app',
      headers: { host: domain },
    };
    plainRequest(options, resolve).on('error', reject).end();
  });
  redirected.resume();
  expect([301, 308]).toContain(redirected.statusCode);
  expect(redirected.headers.location).toMatch(new RegExp(`^https://${domain}(:\\d+)?/app$`));
}

function claimOf() {
  const visitor = crypto.randomUUID();
  const text = JSON.stringify({ type: 'event', name: 'page_view', visitor_id: visitor });
  const headers = {
    'x-svc-key': h.workspace.productionKey,
    'content-type': 'application/json',
    'x-forwarded-for': '8.8.8.8',
    // Of a backend the address says nothing.
    origin: 'https://shop.example',
    'user-agent':
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  };
  return { method: 'POST', headers, body: { visitor, text } };
}

async function twoPorts() {
  return { http: await freePort(), https: await freePort() };
}

async function run(program: string, args: string[], env = {}, port: number): Promise<void> {
  const own = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  programs.push(spawn(program, args, { stdio: 'ignore', env: { ...own, ...env } }));
  await untilOpen(port);
}

const fileOf = (name: string) => readFile(join(repository, 'deploy', name), 'utf8');

const nginx = findProgram('nginx');
const openssl = findProgram('openssl');
describeWith(openssl && nginx, 'nginx', 'install nginx and openssl', () => {
  test('passes the whole service on, and hides its figures', async () => {
    const ports = await twoPorts();
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    await promisify(execFile)(openssl ?? '', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', `/CN=${domain}`],
      ...['-keyout', key, '-out', certificate],
    ]);
    const text = (await fileOf('nginx/footfall.conf'))
      .replaceAll('footfall.example;', `${domain};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
      .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
      .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
      .replace('listen 443 ', `listen 127.0.0.1:${ports.https} `)
      .replace('127.0.0.1:8080', new URL(h.url).host);
    const config = join(folder, 'nginx.conf');
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join(' ');
    await writeFile(
      config,
      `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}
       http { access_log off; ${places} ${text} }`,
    );
    const args = ['-c', config, '-p', folder, '-e', `${folder}/error.log`];
    await promisify(execFile)(nginx ?? '', ['-t', ...args]);
    await run(nginx ?? '', args, {}, ports.https);
    await tryService(ports);
  });
});

const caddy = findProgram('caddy');
describeWith(caddy, 'Caddy', 'install caddy', () => {
  test('passes the whole service on, and hides its figures', async () => {
    const ports = await twoPorts();
    const config = join(folder, 'Caddyfile');
    // With these ports it gives itself a certificate for a name below localhost.
    const own = `{\n admin off\n skip_install_trust\n http_port ${ports.http}\n https_port ${ports.https}\n}\n`;
    await writeFile(config, own + (await fileOf('caddy/Caddyfile')));
    const env = { FOOTFALL_DOMAIN: domain, FOOTFALL_UPSTREAM: new URL(h.url).host };
    const args = ['run', '--config', config, '--adapter', 'caddyfile'];
    await run(caddy ?? '', args, env, ports.https);
    await expect.poll(() => ask(ports.https, '/healthz').then(({ status }) => status)).toBe(200);
    await tryService(ports);
  });
});
