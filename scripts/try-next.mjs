// A Next.js website by the README of @footfall/react, with the packages of npm pack: created, built, started, and opened in Chromium.
// REST must return the visitor's activity. Next.js comes from scripts/next-website.
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from './try-service.mjs';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('next-website/', import.meta.url));
const next = join(folder, 'node_modules/next/dist/bin/next');
const readme = fileURLToPath(new URL('../packages/react/README.md', import.meta.url));

/** What the README leaves to its reader: the signed-in person, and another page. */
const own = {
  'package.json': '{ "private": true }\n',
  'app/current-user.js': `import { cookies } from 'next/headers';
    export async function currentUser() {
      const id = (await cookies()).get('account')?.value;
      return id && { id, email: id + '@engines.example' };
    }`,
  'app/pricing/page.jsx': `export const metadata = { title: 'Prices' };
    export default function Page() { return <h1>Prices</h1>; }`,
};

/** `secret`: signs the person. `inPlace`: an example with the service's URL and key. */
export async function tryNext({ archives, browser, secret, get, inPlace }) {
  if (!existsSync(next)) {
    const missing = 'Next.js is missing: npm ci --prefix scripts/next-website';
    if (process.env.CI === 'true') throw new Error(missing);
    console.log(`@footfall/react was not tried in Next.js. ${missing}`);
    return;
  }
  // Inside the folder with its dependencies, where it resolves them.
  const website = await mkdtemp(join(folder, 'website-'));
  try {
    const text = await readFile(readme, 'utf8');
    for (const archive of archives) await copyFile(archive, join(website, basename(archive)));
    for (const [name, code] of [...Object.entries(own), ...filesIn(text)]) {
      await mkdir(join(website, name, '..'), { recursive: true });
      await writeFile(join(website, name), inPlace(code));
    }
    // React is already installed, and must not be there twice.
    const alone = { npm_config_legacy_peer_deps: 'true', npm_config_package_lock: 'false' };
    const [install] = /^npm install .*$/m.exec(text) ?? [];
    await run(install, { cwd: website, shell: true, env: { ...process.env, ...alone } });
    const env = {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      FOOTFALL_SIGNING_SECRET: secret,
    };
    await run(process.execPath, [next, 'build', website], { env });
    await whileItRuns(website, env, (url) => visit(url, browser, get));
  } finally {
    await rm(website, { recursive: true, force: true });
  }
}

/** Each begins with its name. */
function filesIn(text) {
  return [...text.matchAll(/^```jsx\n\/\/ (\S+)\n(.*?)^```/gms)].map(([, name, code]) => [
    name,
    code,
  ]);
}

async function whileItRuns(website, env, work) {
  const port = await freePort();
  const args = [next, 'start', website, '-H', '127.0.0.1', '-p', String(port)];
  const server = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    const url = `http://127.0.0.1:${port}`;
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(50)) {
      if (server.exitCode !== null) throw new Error(`next start ended with ${server.exitCode}`);
      if (await fetch(`${url}/pricing`).catch(() => undefined)) break;
    }
    await work(url);
  } finally {
    server.kill();
  }
}

async function visit(url, browser, get) {
  const context = await browser.newContext();
  const faults = [];
  await context.addCookies([{ name: 'account', value: 'u-1815', url }]);
  const page = await context.newPage();
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (line) => line.type() === 'error' && faults.push(line.text()));
  await page.goto(url);
  await page.getByRole('button', { name: 'Compare plans' }).click();
  await page.getByRole('button', { name: 'Ask for a demo' }).click();
  // Would be lost on loading another document.
  await page.evaluate('window.isSameDocument = true');
  await page.getByRole('link', { name: 'Prices' }).click();
  await page.getByRole('heading', { name: 'Prices' }).waitFor();
  if (!(await page.evaluate('window.isSameDocument'))) throw new Error('the link loads a document');

  const signedIn = { email: 'u-1815@engines.example', user_id: 'u-1815' };
  const expected = [
    ['/', 'page_view', {}],
    ['/', 'identify', signedIn],
    ['/', 'plans compared', { plan: 'team' }],
    ['/', 'demo requested', {}],
    ['/pricing', 'page_view', {}],
  ].map(([path, name, properties]) => JSON.stringify([url + path, name, properties]));
  // A headless browser declares itself and is a bot, so no person is created. A wrong signature would be rejected.
  const ofPages = `/events?bots=true&sort=created_at&page=${encodeURIComponent(url)}`;
  const rows = async () =>
    (await get(ofPages)).map((row) => ({
      ...row,
      said: JSON.stringify([row.url, row.name || row.type, row.properties]),
    }));
  let found = [];
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(100)) {
    found = await rows();
    if (found.length >= expected.length) break;
  }
  // Nothing more: React renders twice, but events must be sent once.
  await sleep(500);
  found = await rows();
  const said = found.map((row) => row.said);
  if (`${said}` !== `${expected}`) throw new Error(`of ${expected} it has ${said}`);
  const [first, second] = found.filter((row) => row.name === 'page_view');
  if (new Set(found.map((row) => row.session_id)).size !== 1) throw new Error('it is no one visit');
  if (second.title !== 'Prices' || second.referrer !== first.url) {
    throw new Error(`the second page is told as ${JSON.stringify(second)}`);
  }
  const conversions = await get(`/conversions?bots=true&visitor_id=${first.visitor_id}`);
  if (`${conversions.map((row) => row.name)}` !== 'demo requested') {
    throw new Error(`its conversions are ${JSON.stringify(conversions)}`);
  }
  if (faults.length > 0) throw new Error(`the page says ${faults.join('\n')}`);
  await context.close();
}
