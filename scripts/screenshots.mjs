// `node scripts/screenshots.mjs [--dir PATH] [--events N] [--only overview,leads] [--docs]`: starts the service with a made-up month in a
// temporary folder, makes the first account by the link that the start prints, and takes pictures of every page of the dashboard, light,
// dark, on a phone and in German, with somebody there, and of some without anything. `--docs` writes those that README and docs show into
// docs/images.
import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const footfall = path('footfall.mjs');
const largestPicture = 200_000;

const looks = {
  light: { colorScheme: 'light', width: 1440, height: 900, language: 'en' },
  dark: { colorScheme: 'dark', width: 1440, height: 900, language: 'en' },
  phone: { colorScheme: 'light', width: 390, height: 844, language: 'en' },
  german: { colorScheme: 'light', width: 1440, height: 900, language: 'de' },
};

/** Pages, and of records the list by which one is found. */
const pages = {
  overview: {},
  live: {},
  companies: { records: '/companies?active_since=2000-01-01&sort=-visits&limit=1' },
  leads: { records: '/leads?limit=1&filter=identity%3A*' },
  people: { records: '/identities?sort=-intent_score&limit=1' },
  visitors: { records: '/visitors?limit=1&filter=session_count%20%3E%203' },
  lists: { records: '/lists?limit=1' },
  campaigns: { records: '/campaigns?limit=1' },
  conversions: { records: '/conversions?limit=1' },
  sessions: { records: '/sessions?limit=1&filter=page_view_count%20%3E%205', hasNoList: true },
  refused: {},
  keys: {},
  members: {},
  audit: {},
  settings: {},
  account: {},
};
/** What README and docs show: a list or a record of it, and what of the shared figures. */
const inDocs = {
  overview: 'overview',
  companies: 'companies',
  live: 'live',
  leads: 'leads',
  company: 'companies',
  person: 'people',
};
/** A workspace without anything. */
const emptyPages = [
  'overview',
  'live',
  'leads',
  'companies',
  'visitors',
  'campaigns',
  'conversions',
  'lists',
  'settings',
];
const visits = [
  { ip: '193.17.128.7', path: '/pricing', title: 'Pricing' },
  { ip: '164.59.146.20', path: '/product/dispatch', title: 'Dispatch' },
  { ip: '88.64.12.9', path: '/blog/overtime-rules', title: 'Overtime rules' },
  { ip: '99.25.21.30', path: '/customers', title: 'Customers' },
  { ip: '153.128.4.11', path: '/docs/getting-started', title: 'Getting started' },
];

const { values } = parseArgs({
  options: {
    dir: { type: 'string' },
    events: { type: 'string', default: '40000' },
    only: { type: 'string', default: '' },
    looks: { type: 'string', default: Object.keys(looks).join() },
    docs: { type: 'boolean', default: false },
  },
});
const only = values.only.split(',').filter(Boolean);
const target = values.dir ?? (await mkdtemp(join(tmpdir(), 'footfall-pictures-')));
const dataDir = await mkdtemp(join(tmpdir(), 'footfall-screenshots-'));
const port = await freePort();
const environment = {
  ...process.env,
  DATA_DIR: dataDir,
  PORT: String(port),
  HOST: '127.0.0.1',
  TRUST_PROXY: '127.0.0.1',
};
delete environment.DATABASE_URL;
delete environment.PUBLIC_URL;
const service = spawn(process.execPath, [footfall, 'start'], { env: environment });
const { module } = await runnerImport(path('../apps/server/src/testing/chromium.ts'), {
  configFile: false,
  root: path('..'),
});
let browser;
try {
  const link = await printedLink();
  // Twice the period that pages show, so that it has one before.
  run('demo', '--events', values.events, '--days', '61');
  browser = await module.launchChromium();
  const account = await makeAccount(link);
  account.share = await fill(account);
  await mkdir(target, { recursive: true });
  for (const [look, options] of Object.entries(looks)) {
    if (values.looks.split(',').includes(look)) await takeAll(look, options, account);
  }
  if (values.docs) await takeForDocs(account);
  process.stdout.write(`${target}\n`);
} finally {
  await browser?.close();
  const ended = new Promise((resolve) => service.once('close', resolve));
  service.kill('SIGTERM');
  await ended;
  await rm(dataDir, { recursive: true, force: true });
}

/** As a new user does it. */
async function makeAccount(link) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel('Name').fill('Ann Miller');
  await page.getByLabel('Email').fill('ann@example.com');
  await page.locator('input[name=new-password]').fill('a long enough pass phrase');
  await page.locator('button[type=submit]').click();
  await page.waitForURL(/\/overview/);
  const workspaces = await page.evaluate(async () => {
    const workspace = location.pathname.split('/')[2];
    const answer = await fetch('/dashboard/api/me', { headers: { 'X-Workspace-Id': workspace } });
    return (await answer.json()).data.workspaces;
  });
  const demo = workspaces.find(({ name }) => name === 'Demo');
  const empty = workspaces.find(({ name }) => name !== 'Demo');
  return { state: await context.storageState(), workspace: demo.id, empty: empty.id };
}

/** What the made-up month has not: lists, a link, a refused message, and people who are there now. Returns the address of the link. */
async function fill({ state, workspace }) {
  const context = await browser.newContext({ storageState: state });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${port}/app`);
  const call = (path, body) =>
    page.evaluate(
      async ([id, address, sent]) => {
        const answer = await fetch(`/dashboard/api${address}`, {
          method: sent ? 'POST' : 'GET',
          headers: { 'X-Workspace-Id': id, 'content-type': 'application/json' },
          ...(sent && { body: JSON.stringify(sent) }),
        });
        if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
        return (await answer.json()).data;
      },
      [workspace, path, body],
    );
  await call('/lists', {
    name: 'Saw the prices',
    of: 'identities',
    filter: 'did("page_view", path:/pricing, within 30d)',
  });
  const byHand = await call('/lists', {
    name: 'To call this week',
    description: 'For the team in Leeds',
  });
  const change = { list_id: byHand.id, action: 'add', of: 'leads', filter: 'created_at > now-7d' };
  await call('/list-changes', change);
  const share = await call('/shares', {
    page: 'overview',
    name: 'Figures for the board',
    query: { days: 30, time_zone: 'UTC' },
  });
  const { write_keys: keys } = await call('/snippet');
  const { key } = keys.find(({ kind }) => kind === 'production');
  for (const { ip, path: read, title } of visits) await visit(key, ip, read, title);
  await visit(key, '88.64.12.9', 'no address', '', 'somebody');
  await context.close();
  return `/share/${share.token}`;
}

async function visit(key, ip, read, title, visitor = crypto.randomUUID()) {
  await fetch(`http://127.0.0.1:${port}/ingest`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-svc-key': key,
      'x-forwarded-for': ip,
      'user-agent':
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    },
    body: JSON.stringify({
      type: 'event',
      name: 'page_view',
      visitor_id: visitor,
      context: {
        page: { url: `https://www.tidemark.example${read}`, title: `${title} – Tidemark` },
      },
    }),
  });
}

async function open({ colorScheme, width, height, language }, { state }) {
  const context = await browser.newContext({
    storageState: state,
    viewport: { width, height },
    colorScheme,
    locale: language === 'de' ? 'de-DE' : 'en-GB',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${port}/app`);
  await page.evaluate(
    (tag) =>
      fetch('/auth/update-user', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ language: tag }),
      }),
    language,
  );
  return page;
}

async function takeAll(look, options, account) {
  const page = await open(options, account);
  for (const [name, { records, hasNoList }] of Object.entries(pages)) {
    if (only.length > 0 && !only.includes(name)) continue;
    const base = `http://127.0.0.1:${port}/app/${account.workspace}/${name}`;
    if (!hasNoList) await take(page, base, join(target, `${name}-${look}.png`));
    if (!records) continue;
    const id = await firstId(page, account.workspace, records);
    await take(page, `${base}/${id}`, join(target, `${name}-one-${look}.png`));
  }
  if (only.length === 0) await takeOthers(page, look, account);
  await page.context().close();
}

/** Without anything in the workspace, by a link, and before somebody has signed in. */
async function takeOthers(page, look, { empty, share }) {
  const origin = `http://127.0.0.1:${port}`;
  for (const name of emptyPages) {
    await take(page, `${origin}/app/${empty}/${name}`, join(target, `empty-${name}-${look}.png`));
  }
  await take(page, new URL(share, origin).href, join(target, `share-${look}.png`));
  await page.context().clearCookies();
  await take(page, `${origin}/app/sign-in`, join(target, `sign-in-${look}.png`));
}

async function takeForDocs(account) {
  const page = await open({ ...looks.light, width: 1280, height: 800 }, account);
  const base = `http://127.0.0.1:${port}/app/${account.workspace}`;
  for (const [shown, name] of Object.entries(inDocs)) {
    const isOne = shown !== name;
    const id = isOne && (await firstId(page, account.workspace, pages[name].records));
    await takeDoc(page, isOne ? `${base}/${name}/${id}` : `${base}/${name}`, shown);
  }
  await takeDoc(page, new URL(account.share, base).href, 'share');
}

async function takeDoc(page, address, name) {
  const file = path(`../docs/images/dashboard-${name}.png`);
  await take(page, address, file, { fullPage: false });
  const { size } = await stat(file);
  if (size > largestPicture) throw new Error(`${file} has ${size} bytes: too many for a page`);
}

async function take(page, address, file, { fullPage = true } = {}) {
  await page.goto(address);
  await page.locator('main h1').first().waitFor();
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page
    .locator('[data-skeleton], .mantine-Skeleton-root')
    .first()
    .waitFor({ state: 'detached', timeout: 10_000 })
    .catch(() => undefined);
  await page.screenshot({ path: file, fullPage, animations: 'disabled' });
}

function firstId(page, workspace, records) {
  return page.evaluate(
    async ([id, list]) => {
      const answer = await fetch(`/dashboard/api${list}`, { headers: { 'X-Workspace-Id': id } });
      return (await answer.json()).data[0].id;
    },
    [workspace, records],
  );
}

function run(...args) {
  const { status } = spawnSync(process.execPath, [footfall, ...args], {
    env: environment,
    stdio: ['ignore', 'ignore', 2],
  });
  if (status !== 0) throw new Error(`./footfall ${args.join(' ')} ended with ${status}`);
}

async function printedLink() {
  let output = '';
  for (const stream of [service.stdout, service.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(50)) {
    const [link] = /http\S+\/app\/welcome\?token=\S+/.exec(output) ?? [];
    if (link) return link;
    if (service.exitCode !== null) break;
  }
  throw new Error(`The service prints no link:\n${output}`);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject).listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address();
      probe.close(() => resolve(free));
    });
  });
}
