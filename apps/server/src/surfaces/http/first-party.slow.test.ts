/* What the guide tells to put before the service, run as it is written. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startHarness } from '../../testing/harness.ts';
import { describeWith, findProgram, untilOpen } from '../../testing/programs.ts';

const h = await startHarness({ TRUST_PROXY: '127.0.0.1' });
const guide = await readFile(
  new URL('../../../../../docs/guides/first-party.md', import.meta.url),
  'utf8',
);
const folder = await mkdtemp(join(tmpdir(), 'footfall-first-party-'));
const programs: ChildProcess[] = [];
afterAll(async () => {
  for (const program of programs) program.kill();
  await rm(folder, { recursive: true, force: true });
});

const inGuide = (language: string) =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? '';
const here = (text: string) => text.replaceAll('127.0.0.1:8080', new URL(h.url).host);

type Ask = (path: string, init?: RequestInit) => Promise<Response>;

/** What a page of the website does, and what nobody may. */
async function tryWebsite(ask: Ask): Promise<void> {
  const script = await ask('/f/sdk.js');
  expect(script.status).toBe(200);
  expect(await script.text()).toBe(await (await fetch(`${h.url}/sdk.js`)).text());
  expect((await ask('/f/extra.js')).status).toBe(200);
  const visitor = crypto.randomUUID();
  const message = { type: 'event', name: 'page_view', visitor_id: visitor };
  const sent = await ask(`/f/ingest/batch?key=${h.workspace.productionKey}`, {
    method: 'POST',
    headers: {
      'content-type': 'text/plain',
      origin: 'http://www.shop.example',
      cookie: `account=secret; footfall_id=${visitor}; theme=dark`,
    },
    body: JSON.stringify({ batch: [message] }),
  });
  expect(sent.status).toBe(200);
  expect(await sent.json()).toMatchObject({ data: { accepted: 1 } });
  expect(sent.headers.getSetCookie()).toEqual([
    `footfall_id=${visitor}; Domain=shop.example; Path=/; Max-Age=34560000; SameSite=Lax`,
  ]);
  for (const path of ['/f/metrics', '/f/api/v1/leads', '/f/app', '/sdk.js', '/f/ingest/other']) {
    const { status } = await ask(path).catch(() => ({ status: 0 }));
    expect([0, 404, 418], path).toContain(status);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function run(program: string, args: string[], port: number): Promise<Ask> {
  programs.push(spawn(program, args, { stdio: 'ignore', env: { ...process.env, HOME: folder } }));
  await untilOpen(port);
  return (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init);
}

const nginx = findProgram('nginx');
describeWith(nginx, 'nginx', 'install nginx', () => {
  test('passes the script and its messages on, and nothing else', async () => {
    const port = await freePort();
    const config = join(folder, 'nginx.conf');
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join(' ');
    await writeFile(
      config,
      `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}
       http { access_log off; ${places} server { listen 127.0.0.1:${port}; ${here(inGuide('nginx'))} location / { return 418; } } }`,
    );
    await tryWebsite(
      await run(nginx ?? '', ['-c', config, '-p', folder, '-e', `${folder}/error.log`], port),
    );
  });
});

const caddy = findProgram('caddy');
describeWith(caddy, 'Caddy', 'install caddy', () => {
  test('passes the script and its messages on, and nothing else', async () => {
    const port = await freePort();
    const config = join(folder, 'Caddyfile');
    await writeFile(
      config,
      `{\n admin off\n auto_https off\n}\nhttp://127.0.0.1:${port} {\n${here(inGuide('caddy'))}\n respond 418\n}\n`,
    );
    await tryWebsite(
      await run(caddy ?? '', ['run', '--config', config, '--adapter', 'caddyfile'], port),
    );
  });
});

const nextFolder = fileURLToPath(new URL('../../../../../scripts/next-website/', import.meta.url));
const nextProgram = join(nextFolder, 'node_modules/next/dist/bin/next');
const next = existsSync(nextProgram) ? nextProgram : undefined;
describeWith(next, 'Next.js', 'npm ci --prefix scripts/next-website', () => {
  test('passes the script and its messages on, and nothing else', { timeout: 60_000 }, async () => {
    // Below what it is installed in, where it looks for itself.
    const website = await mkdtemp(join(nextFolder, 'website-'));
    onTestFinished(() => rm(website, { recursive: true, force: true }));
    await mkdir(join(website, 'pages'));
    await writeFile(join(website, 'next.config.js'), here(inGuide('cjs')));
    await writeFile(join(website, 'pages/index.js'), 'export default () => null;');
    const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' } as const;
    await promisify(execFile)(process.execPath, [nextProgram, 'build', website], { env });
    const port = await freePort();
    const args = [nextProgram, 'start', website, '-H', '127.0.0.1', '-p', String(port)];
    const ask = await run(process.execPath, args, port);
    await tryWebsite(ask);
    const { status } = await ask('/');
    expect(status).toBe(200);
  });
});

test('a worker passes the script and its messages on, and leaves the rest to the website', async () => {
  const code = inGuide('js').replace('https://footfall.shop.example', h.url);
  const file = join(folder, 'worker.mjs');
  await writeFile(file, code);
  const { default: worker } = (await import(file)) as {
    default: { fetch: (request: Request) => Promise<Response> };
  };
  // Of the website nobody listens.
  await tryWebsite((path, init) => worker.fetch(new Request(`http://127.0.0.1:9${path}`, init)));
});
