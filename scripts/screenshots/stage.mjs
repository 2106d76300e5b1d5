// The subject of pictures: a service with a demo month in a temporary folder, an account from the start's link, further records, and live
// visitors.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const footfall = path('../footfall.mjs');

/** `country`: a visitor who was at a company in the month, and is online at home now. */
const visits = [
  { ip: '86.128.0.7', path: '/pricing', title: 'Pricing', country: 'United Kingdom' },
  { ip: '79.192.0.20', path: '/product/dispatch', title: 'Dispatch', country: 'Germany' },
  { ip: '88.64.12.9', path: '/blog/overtime-rules', title: 'Overtime rules' },
  { ip: '99.25.21.30', path: '/customers', title: 'Customers' },
  { ip: '153.128.4.11', path: '/docs/getting-started', title: 'Getting started' },
];

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const browsers = [
  { agent: chrome, made: 90, lost: [41] },
  {
    agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    made: 60,
    lost: [12, 13],
  },
  {
    agent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
    made: 70,
    lost: [],
  },
];
const reading = ['leads:read', 'visitors:read', 'companies:read', 'conversions:read'];
const secretKeys = [
  { name: 'CRM', scopes: [...reading, 'leads:write'], pii: 'shown' },
  { name: 'Assistant of sales', scopes: [...reading, 'mcp'], pii: 'hidden' },
  { name: 'Monthly report', scopes: reading, pii: 'hidden' },
];
const invitations = [
  { email: 'ben@example.com', role: 'member' },
  { email: 'board@example.com', role: 'viewer' },
];

/** @param {string} events how many the month has */
export async function startStage(events) {
  const dataDir = await mkdtemp(join(tmpdir(), 'footfall-screenshots-'));
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const environment = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    TRUST_PROXY: '127.0.0.1',
    // Passkeys need a host name.
    PUBLIC_URL: origin,
  };
  delete environment.DATABASE_URL;
  const service = spawn(process.execPath, [footfall, 'start'], { env: environment });
  let browser;
  const stop = async () => {
    await browser?.close();
    const ended = new Promise((resolve) => service.once('close', resolve));
    service.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const link = await printedLink(service);
    // Twice the displayed period, for the comparison.
    run(environment, 'demo', '--events', events, '--days', '61');
    const { module } = await runnerImport(path('../../apps/server/src/testing/chromium.ts'), {
      configFile: false,
      root: path('../..'),
    });
    browser = await module.launchChromium();
    const account = await makeAccount(browser, link);
    const stage = { browser, origin, account, stop };
    account.share = await fill(stage);
    return stage;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A browser of the account, in the language. */
export async function openLook(stage, { colorScheme, width, height, language }) {
  const context = await stage.browser.newContext({
    storageState: stage.account.state,
    viewport: { width, height },
    colorScheme,
    locale: language === 'de' ? 'de-DE' : 'en-GB',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(`${stage.origin}/app`);
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

/** Waits until the page and its data are loaded. */
export async function settle(page) {
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page
    .locator('[data-skeleton], .mantine-Skeleton-root')
    .first()
    .waitFor({ state: 'detached', timeout: 10_000 })
    .catch(() => undefined);
}

/** Calls an operation like the dashboard. */
function call(page, workspace, address, body) {
  return page.evaluate(
    async ([id, path, sent]) => {
      const answer = await fetch(`/dashboard/api${path}`, {
        method: sent ? 'POST' : 'GET',
        headers: { 'X-Workspace-Id': id, 'content-type': 'application/json' },
        ...(sent && { body: JSON.stringify(sent) }),
      });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()).data;
    },
    [workspace, address, body],
  );
}

/** Anonymous visitors with a known company. */
function atCompany(country) {
  const filter = `company:* AND NOT identity:* AND country = "${country}"`;
  return `/visitors?limit=1&filter=${encodeURIComponent(filter)}`;
}

export async function firstId(page, workspace, records) {
  const [first] = await call(page, workspace, records);
  return first.id;
}

/** Like a new user. */
async function makeAccount(browser, link) {
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

/** Adds lists, keys, a link, a rejected message, and live visitors. Returns the link's URL. */
async function fill({ browser, origin, account: { state, workspace } }) {
  const context = await browser.newContext({ storageState: state });
  const page = await context.newPage();
  await page.goto(`${origin}/app`);
  const ask = (address, body) => call(page, workspace, address, body);
  await ask('/lists', {
    name: 'Saw the prices',
    of: 'identities',
    filter: 'did("page_view", path:/pricing, within 30d)',
  });
  const byHand = await ask('/lists', {
    name: 'To call this week',
    description: 'For the team in Leeds',
  });
  const change = { list_id: byHand.id, action: 'add', of: 'leads', filter: 'created_at > now-7d' };
  await ask('/list-changes', change);
  const share = await ask('/shares', {
    page: 'overview',
    name: 'Figures for the board',
    query: { days: 30, time_zone: 'UTC' },
  });
  for (const key of secretKeys) await ask('/keys', { kind: 'secret', server_only: true, ...key });
  for (const invitation of invitations) await ask('/invitations', invitation);
  const { write_keys: keys } = await ask('/snippet');
  const { key } = keys.find(({ kind }) => kind === 'production');
  const ingest = `${origin}/ingest`;
  for (const browser of browsers) await numberedVisit(ingest, key, browser);
  for (const { ip, path: read, title, country } of visits) {
    const known = country && (await firstId(page, workspace, atCompany(country)));
    await visit(ingest, key, ip, read, title, known);
  }
  await visit(ingest, key, '88.64.12.9', 'no address', '', 'somebody');
  await context.close();
  return `/share/${share.token}`;
}

/** Numbered like the page's script, with gaps, for completeness. */
async function numberedVisit(ingest, key, { agent, made, lost }) {
  const at = Date.now() - 3_600_000;
  const time = at.toString(16).padStart(12, '0');
  const uuid = (end) => `${time.slice(0, 8)}-${time.slice(8)}-7aaa-8aaa-${end}`;
  const session = uuid(crypto.randomUUID().slice(-12));
  const visitor = crypto.randomUUID();
  const messages = [];
  for (let number = 1; number <= made; number++) {
    if (lost.includes(number)) continue;
    messages.push({
      type: 'event',
      name: 'scroll',
      timestamp: new Date(at).toISOString(),
      visitor_id: visitor,
      session_id: session,
      message_id: uuid(`${session.slice(-4)}0a${100_000 + number}`),
    });
  }
  await send(`${ingest}/batch`, key, { ip: '88.64.12.9', agent }, { batch: messages });
}

async function visit(ingest, key, ip, read, title, visitor = crypto.randomUUID()) {
  const page = { url: `https://www.tidemark.example${read}`, title: `${title} – Tidemark` };
  const message = { type: 'event', name: 'page_view', visitor_id: visitor, context: { page } };
  await send(ingest, key, { ip, agent: chrome }, message);
}

function send(ingest, key, { ip, agent }, body) {
  const headers = {
    'content-type': 'application/json',
    'x-svc-key': key,
    'x-forwarded-for': ip,
    'user-agent': agent,
  };
  return fetch(ingest, { method: 'POST', headers, body: JSON.stringify(body) });
}

function run(environment, ...args) {
  const { status } = spawnSync(process.execPath, [footfall, ...args], {
    env: environment,
    stdio: ['ignore', 'ignore', 2],
  });
  if (status !== 0) throw new Error(`./footfall ${args.join(' ')} ended with ${status}`);
}

async function printedLink(service) {
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
