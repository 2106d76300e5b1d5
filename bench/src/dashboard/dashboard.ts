/* The dashboard in a real Chromium: what it loads, how soon it paints, and how it stands a large workspace. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { busyShare, describeMachine, describeVersion } from '../machine.ts';
import { root } from '../paths.ts';
import { command, startService } from '../servers/service.ts';
import { table } from '../table.ts';
import { type Account, chromiumModule } from './browser.ts';
import { firstPage } from './first-page.ts';
import { largeFigures } from './large.ts';
import { liveFigures } from './live.ts';
import { walkAsNewUser } from './new-user.ts';

export interface DashboardOptions {
  rounds: number;
  dir?: string | undefined;
  /** A filled database of `stats`, of two million events in 90 days or more. */
  keep?: string | undefined;
  onProgress: (line: string) => void;
}

interface Figure {
  name: string;
  value: number;
  limit: number;
  unit: string;
}

/** Of a kept database, whose events are of so many days. */
const keptDays = 90;
const eventsShown = 2_000_000;
const password = 'a long enough pass phrase';

export async function dashboard(options: DashboardOptions) {
  const busy = await busyShare();
  const chromium = await chromiumModule();
  const browser = await chromium.launchChromium();
  const visitors = await chromium.launchPersonsChromium('en-GB', 'Europe/London');
  const figures: Figure[] = [];
  const note = (name: string, value: number, limit: number, unit: string) => {
    figures.push({ name, value, limit, unit });
    options.onProgress(rowOf({ name, value, limit, unit }).join(' | '));
  };
  try {
    await measureFresh(browser, visitors, options, note);
    if (options.keep) await measureKept(browser, options.keep, options.rounds, note);
  } finally {
    await Promise.all([browser.close(), visitors.close()]);
  }
  const text = [
    `${describeMachine()}; version ${describeVersion(root)}`,
    `Processors in use by others before the run: ${(busy * 100).toFixed(0)} %`,
    '',
    table([['', 'measured', 'limit', ''], ...figures.map(rowOf)]),
    ...(options.keep ? [] : ['', 'Without --keep nothing is said of a large workspace.']),
  ].join('\n');
  return { text, problems: figures.filter(({ value, limit }) => value > limit) };
}

type Note = (name: string, value: number, limit: number, unit: string) => void;

function rowOf({ name, value, limit, unit }: Figure): string[] {
  const shown = (number: number) => (number < 10 ? number.toFixed(3) : number.toFixed(0));
  return [name, `${shown(value)} ${unit}`, `${limit} ${unit}`, value > limit ? 'NOT KEPT' : ''];
}

/** An empty service, then with a made-up month. */
async function measureFresh(
  browser: Browser,
  visitors: Browser,
  { dir, rounds, onProgress }: DashboardOptions,
  note: Note,
): Promise<void> {
  const folder = await mkdtemp(join(dir ?? tmpdir(), 'footfall-bench-'));
  const dataDir = join(folder, 'service');
  const service = await startService(dataDir, { knownKey: 'none' });
  try {
    const url = `http://127.0.0.1:${service.port}`;
    const user = await walkAsNewUser(browser, visitors, url, `${dataDir}.log`);
    note('new user: link to own first visit', user.seconds, 90, 's');
    note('  clicks on the way', user.clicks, 10, '');
    onProgress('filling a made-up month');
    const { workspace } = await command(dataDir, ['demo', '--events', '20000']);
    const account = { ...user.account, workspace: String(workspace) };
    for (const name of ['overview', 'leads']) {
      const page = await firstPage(browser, account, name, rounds);
      note(`${name}: script, gzip`, page.script / 1000, 300, 'kB');
      note(`${name}: style, gzip`, page.style / 1000, 20, 'kB');
      note(`${name}: largest paint`, page.paint, 1200, 'ms');
      note(`${name}: layout shift`, page.shift, 0.02, '');
    }
    const live = await liveFigures(browser, account);
    note('live: page view to shown', live.shown, 1000, 'ms');
    note(`live, ${live.burst.perSecond} events/s: longest task`, live.burst.longest, 200, 'ms');
    note('  longest time without a frame', live.burst.gap, 500, 'ms');
    const { lost, perSecond } = live.followed;
    note(`  a follower, told of ${perSecond.toFixed(0)} visits/s: not told of`, lost, 0, '');
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
    await rm(`${dataDir}.log`, { force: true });
  }
}

async function measureKept(browser: Browser, keep: string, rounds: number, note: Note) {
  const dataDir = join(keep, 'service');
  const { workspaceId, events } = JSON.parse(await readFile(join(keep, 'filled.json'), 'utf8'));
  const days = Math.min(keptDays, Math.round((keptDays * eventsShown) / Number(events)));
  const service = await startService(dataDir, { knownKey: 'none' });
  try {
    const url = `http://127.0.0.1:${service.port}`;
    const account = await invited(browser, dataDir, url, String(workspaceId));
    const large = await largeFigures(browser, account, { days, rounds });
    for (const [filter, ms] of large.filters) {
      note(`${large.leads} leads: ${filter}`, ms, 200, 'ms');
    }
    const [first = 0, ...others] = large.overview;
    const title = `overview of ${large.days} days with 2 M events`;
    note(`${title}, the first since the start`, first, 500, 'ms');
    if (others.length > 0) note('  the slowest after it', Math.max(...others), 500, 'ms');
  } finally {
    await service.stop();
  }
}

/** A member of its own, made by the command line. */
async function invited(
  browser: Browser,
  dataDir: string,
  url: string,
  workspace: string,
): Promise<Account> {
  const email = `bench-${Date.now()}@example.com`;
  const flags = ['--workspace', workspace, '--email', email, '--name', 'Bench', '--role', 'admin'];
  const { link = '' } = await command(dataDir, ['members', 'add', ...flags]);
  const context = await browser.newContext();
  const page = await context.newPage();
  const { pathname, search } = new URL(String(link));
  await page.goto(`${url}${pathname}${search}`);
  await page.locator('input[name=new-password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL(/\/overview/);
  const state = await context.storageState();
  await context.close();
  return { url, workspace, state };
}
