// `node scripts/screenshots.mjs [--dir PATH] [--events N] [--only overview,leads] [--docs]`: starts the service with a made-up month in a
// temporary folder, makes the first account by the link that the start prints, and takes pictures of every page of the dashboard, light,
// dark, on a phone and in German. `--docs` writes those that README and docs show into docs/images.
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
  lists: {},
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
const inDocs = ['overview', 'companies', 'live'];

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
const environment = { ...process.env, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1' };
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
  const { state, workspace } = await makeAccount(link);
  await mkdir(target, { recursive: true });
  for (const [look, options] of Object.entries(looks)) {
    if (values.looks.split(',').includes(look)) await takeAll(look, options, { state, workspace });
  }
  if (values.docs) await takeForDocs({ state, workspace });
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
  return { state: await context.storageState(), workspace: demo.id };
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
  await page.context().close();
}

async function takeForDocs(account) {
  const page = await open(looks.light, account);
  for (const name of inDocs) {
    const file = path(`../docs/images/dashboard-${name}.png`);
    const address = `http://127.0.0.1:${port}/app/${account.workspace}/${name}`;
    await take(page, address, file, { fullPage: false });
    const { size } = await stat(file);
    if (size > largestPicture) throw new Error(`${file} has ${size} bytes: too many for a page`);
  }
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
