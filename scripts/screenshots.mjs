// `node scripts/screenshots.mjs [--dir PATH] [--events N] [--only overview,leads] [--looks light,phone]`: takes pictures of every dashboard
// page, light, dark, on a phone and in German, with live visitors, and of some empty pages. `--docs` takes the pictures of README and docs
// into docs/images.
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { takeForDocs } from './screenshots/docs.mjs';
import { firstId, openLook, settle, startStage } from './screenshots/stage.mjs';

const looks = {
  light: { colorScheme: 'light', width: 1440, height: 900, language: 'en' },
  dark: { colorScheme: 'dark', width: 1440, height: 900, language: 'en' },
  phone: { colorScheme: 'light', width: 390, height: 844, language: 'en' },
  german: { colorScheme: 'light', width: 1440, height: 900, language: 'de' },
};

/** Pages; for record pages, the list with their records. */
const pages = {
  overview: {},
  live: {},
  companies: { records: '/companies?from=2000-01-01&sort=-visits&limit=1' },
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
/** Pages of an empty workspace. */
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
const stage = await startStage(values.events);
try {
  if (values.docs) await takeForDocs(stage, only);
  else await takePages();
} finally {
  await stage.stop();
}

async function takePages() {
  const target = values.dir ?? (await mkdtemp(join(tmpdir(), 'footfall-pictures-')));
  await mkdir(target, { recursive: true });
  for (const [look, options] of Object.entries(looks)) {
    if (values.looks.split(',').includes(look)) await takeAll(target, look, options);
  }
  process.stdout.write(`${target}\n`);
}

async function takeAll(target, look, options) {
  const page = await openLook(stage, options);
  const { workspace } = stage.account;
  for (const [name, { records, hasNoList }] of Object.entries(pages)) {
    if (only.length > 0 && !only.includes(name)) continue;
    const base = `${stage.origin}/app/${workspace}/${name}`;
    if (!hasNoList) await take(page, base, join(target, `${name}-${look}.png`));
    if (!records) continue;
    const id = await firstId(page, workspace, records);
    await take(page, `${base}/${id}`, join(target, `${name}-one-${look}.png`));
  }
  if (only.length === 0) await takeOthers(target, page, look);
  await page.context().close();
}

/** Empty pages, a shared page, and pages before sign-in. */
async function takeOthers(target, page, look) {
  const { origin } = stage;
  const { empty, share } = stage.account;
  for (const name of emptyPages) {
    await take(page, `${origin}/app/${empty}/${name}`, join(target, `empty-${name}-${look}.png`));
  }
  await take(page, new URL(share, origin).href, join(target, `share-${look}.png`));
  await page.context().clearCookies();
  await take(page, `${origin}/app/sign-in`, join(target, `sign-in-${look}.png`));
}

async function take(page, address, file) {
  await page.goto(address);
  await settle(page);
  await page.screenshot({ path: file, fullPage: true, animations: 'disabled' });
}
