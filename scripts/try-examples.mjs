// Runs the code of the clients' guide and READMEs unchanged, against a running service and with the packages of npm pack: in Node.js,
// in a shell, in Chromium, and in Next.js.
import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runnerImport } from 'vite';
import { tryNext } from './try-next.mjs';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../', import.meta.url));

/** `place`: folder with the installed packages. `env`: only for commands of the program. */
export async function tryExamples({ place, archives, program, env, url }) {
  const inPlaceOf = { cwd: place, env };
  const footfall = async (...args) =>
    JSON.parse((await run(program, [...args, '--json'], inPlaceOf)).stdout);
  const [{ id }] = await footfall('workspace', 'list');
  const workspace = ['--workspace', id];
  const ofAll = ['--kind', 'secret', '--name', 'Try', '--scopes', 'all', '--server-only'];
  const { key } = await footfall('keys', 'create', ...workspace, ...ofAll);
  const keys = await footfall('keys', 'list', ...workspace);
  const writeKey = keys.find(({ kind }) => kind === 'production').key;
  const signing = await footfall('signing-secrets', 'create', ...workspace, '--name', 'Try');
  // Another process created the secret; the service knows it within two seconds (docs/guides/trust.md).
  await sleep(2_500);
  const get = async (path) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    const body = await answer.json();
    if (!answer.ok) throw new Error(`${path} answers ${JSON.stringify(body)}`);
    return body.data;
  };
  const inPlace = (text) =>
    text
      .replaceAll('http://127.0.0.1:8080', url)
      .replaceAll('https://footfall.example.com', url)
      .replaceAll('svc_sk_…', key)
      .replaceAll('svc_pk_…', writeKey);
  const node = async (text) => {
    writeFileSync(join(place, 'example.mjs'), inPlace(text));
    const known = {
      PATH: process.env.PATH,
      FOOTFALL_WRITE_KEY: writeKey,
      FOOTFALL_SIGNING_SECRET: signing.secret,
    };
    const args = ['--trace-warnings', 'example.mjs'];
    const { stderr } = await run(process.execPath, args, { cwd: place, env: known });
    if (stderr) throw new Error(stderr);
  };

  for (const code of fences('docs/guides/clients.md', 'ts')) await node(code);
  // Its later examples continue from the first.
  await node(fences('packages/client/README.md', 'ts').join('\n'));
  await tryNodePackage(node, get);
  await tryCommands({ place, env, program, inPlace, get });
  const { module } = await runnerImport(join(root, 'apps/server/src/testing/chromium.ts'), {
    configFile: false,
    root,
  });
  const browser = await module.launchChromium();
  try {
    await tryScript({ place, browser, inPlace, get });
    await tryNext({ archives, browser, secret: signing.secret, get, inPlace });
  } finally {
    await browser.close();
  }
}

/** A server that is stopped with an order still to send. */
async function tryNodePackage(node, get) {
  const code = fences('packages/node/README.md', 'js').join('\n');
  await node(`${code.replace('listen(3000)', 'listen(0)')}\nprocess.kill(process.pid, 'SIGTERM');`);
  const orders = (await get('/conversions')).filter((row) => row.external_id === 'order-7');
  if (orders.length !== 1) throw new Error(`of the order it has ${JSON.stringify(orders)}`);
}

/** The first README's curl commands. ID stands for an id from an earlier response. */
async function tryCommands({ place, env, program, inPlace, get }) {
  symlinkSync(program, join(place, 'footfall'));
  const [{ id: workspace }] = JSON.parse(
    (await run(program, ['workspace', 'list', '--json'], { cwd: place, env })).stdout,
  );
  const [, text] = readFileSync(join(root, 'README.md'), 'utf8').split('\n## Try it\n');
  const codes = fencesIn(text, 'sh').filter((code) => /^curl|\ncurl/.test(code));
  if (codes.length < 4) throw new Error('README.md has other commands than those that are tried');
  for (const code of codes) {
    const [person] = await get('/identities?email=ada@example.com');
    const [lead] = await get('/leads');
    const own = inPlace(code)
      .replaceAll('--workspace ID', `--workspace ${workspace}`)
      .replaceAll('/identities/ID', `/identities/${person?.id}`)
      .replaceAll('/leads/ID', `/leads/${lead?.id}`);
    const shell = `set -e; curl() { command curl --silent --show-error --fail-with-body "$@"; }\n${own}`;
    await run('bash', ['-c', shell], { cwd: place, env });
  }
  const names = (await get('/conversions')).map(({ name }) => name);
  if (!names.includes('trial_requested')) throw new Error(`README.md converts to ${names}`);
}

/** One page per way of loading the script in its README, and the visits found. */
async function tryScript({ place, browser, inPlace, get }) {
  const [snippet, calls, extras, form] = fences('packages/sdk/README.md', 'html');
  const [module] = fences('packages/sdk/README.md', 'js');
  const modules = JSON.stringify({ imports: { '@footfall/browser': '/module/index.js' } });
  const pages = {
    '/tag': snippet + calls,
    '/second-file': `${extras}<body>${form.replace('</form>', '<button>Send</button></form>')}`,
    '/bundled': `<script type="importmap">${modules}</script><script type="module">${module}</script>`,
  };
  const installed = join(place, 'node_modules/@footfall/browser/dist');
  const website = createServer(({ url: path }, response) => {
    const isModule = path.startsWith('/module/');
    response
      .setHeader('content-type', isModule ? 'text/javascript' : 'text/html; charset=utf-8')
      .end(
        isModule
          ? readFileSync(join(installed, path.slice('/module/'.length)))
          : `<!doctype html><title>${path}</title>${inPlace(pages[path] ?? '')}`,
      );
  });
  await new Promise((resolve) => {
    website.listen(0, '127.0.0.1', resolve);
  });
  const site = `http://127.0.0.1:${website.address().port}`;
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const faults = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    const sent = [];
    page.on('request', (request) => {
      if (!request.url().includes('/ingest/batch')) return;
      for (const message of request.postDataJSON().batch) sent.push(message);
    });
    await page.goto(`${site}/tag`);
    await untilFound(get, `${site}/tag`, ['identify', 'page_view']);
    await page.goto(`${site}/second-file`);
    await page.waitForFunction('footfall.ids?.().visitor_id');
    await page.getByRole('textbox').fill('grace@engines.example');
    await page.getByRole('button').click();
    await page.waitForURL(`${site}/thanks`);
    await page.goto(`${site}/bundled`);
    await untilFound(get, `${site}/bundled`, ['demo requested', 'page_view']);
    await untilFound(get, `${site}/second-file`, ['form_submit', 'identify', 'page_view']);
    const people = new Set(sent.flatMap(({ email }) => email ?? []));
    if (`${[...people].sort()}` !== 'ada@example.com,grace@engines.example') {
      throw new Error(`the script of its README tells of ${[...people]}`);
    }
    if (faults.length > 0) throw new Error(`the page says ${faults.join('\n')}`);
  } finally {
    await context.close();
    website.closeAllConnections();
    website.close();
  }
}

/** A headless browser declares itself, so it counts as a bot. */
async function untilFound(get, page, names) {
  let found = [];
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(200)) {
    const rows = await get(`/events?bots=true&page=${encodeURIComponent(page)}`);
    found = rows.map(({ name, type }) => name || type).sort();
    if (`${found}` === `${names}`) return;
  }
  throw new Error(`of ${page} it has ${found} and not ${names}`);
}

function fences(page, language) {
  const found = fencesIn(readFileSync(join(root, page), 'utf8'), language);
  if (found.length === 0) throw new Error(`${page} has no code in ${language}`);
  return found;
}

function fencesIn(text, language) {
  const pattern = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms');
  return [...text.matchAll(pattern)].map(([, code]) => code);
}
