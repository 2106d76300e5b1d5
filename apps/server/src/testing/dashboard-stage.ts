/*
 * The dashboard in a real Chromium, for one test file: a service with a made-up month in it, people who are signed in, and
 * what went wrong in their pages: faults, refusals of the policy, and what axe finds.
 */
import { AxeBuilder } from '@axe-core/playwright';
import type { WorkspaceRole } from '@footfall/contract/access';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { runDemo } from '../cli/demo/run-demo.ts';
import { launchChromium } from './chromium.ts';
import { clonedDatabase } from './database.ts';
import { moveClock, setClocks } from './fixed-clock.ts';
import { type Harness, type OwnHarness, startHarness } from './harness.ts';
import { type SignedIn, signedIn } from './signed-in.ts';

export interface Look {
  scheme?: 'light' | 'dark';
  width?: number;
  height?: number;
  language?: 'en' | 'de';
  role?: WorkspaceRole;
  workspaceId?: string;
}

export interface OpenPage {
  page: Page;
  /** What the console told of faults, and what the policy refused. */
  faults: string[];
  /** Goes to a page of the workspace such as `leads`, or to any address that begins with a slash. */
  go(path: string): Promise<void>;
  /** The same inside of the application, as a link does it, until all that the page asks for has come. */
  turnTo(path: string): Promise<void>;
  /** Of such a page, behind the service's own. */
  addressOf(path: string): string;
  /** Until nothing is on its way to the page, but for what it goes on listening to. */
  settled(): Promise<void>;
  /** What axe finds, in words; nothing where all is well. */
  axe(): Promise<string[]>;
}

export interface DashboardStage {
  h: OwnHarness;
  browser: Browser;
  /** A browser of its own, signed in. */
  open(path: string, look?: Look): Promise<OpenPage>;
  /** The same with nobody signed in. */
  openUnknown(path: string, look?: Look): Promise<OpenPage>;
}

/** When each file begins: which day it is, or how late, changes nothing. In the middle of a week, a month and a day. */
const stageTime = '2026-03-18T10:20:00Z';

/** `events`: of the made-up month; 0 leaves the workspace empty. `at`: which time it is. */
export async function startDashboardStage({
  events = 0,
  env = {},
  at = stageTime,
} = {}): Promise<DashboardStage> {
  const { ownerUrl, drop } = await clonedDatabase();
  afterAll(drop);
  const clockMovedByMs = await setClocks(Date.parse(at), ownerUrl);
  const h = await startHarness(env, {}, { ownerUrl });
  if (events > 0) {
    await runDemo(h.db, h.config, { seed: 7, events, days: 30, workspaceId: h.workspace.id });
  }
  const browser = await launchChromium();
  afterAll(() => browser.close());
  const people = new Map<string, SignedIn>();
  const personOf = async (workspaceId: string, role: WorkspaceRole, language: string) => {
    const key = [workspaceId, role, language].join();
    const known = people.get(key);
    if (known) return known;
    const person = await signedIn(h, { workspaceId, role, name: 'Ann Miller' });
    await h.db.system((tx) => tx`update users set language = ${language} where id = ${person.id}`);
    people.set(key, person);
    return person;
  };
  const stage = { h, browser, clockMovedByMs };
  const openUnknown = (path: string, look: Look = {}) =>
    openIn(stage, path, look, async () => undefined);
  const open = (path: string, look: Look = {}) =>
    openIn(stage, path, look, async (context) => {
      const { workspaceId = h.workspace.id, role = 'admin', language = 'en' } = look;
      const { cookie } = await personOf(workspaceId, role, language);
      const [name = '', value = ''] = cookie.split('=', 2);
      await context.addCookies([{ name, value, url: originOf(h) }]);
    });
  return { h, browser, open, openUnknown };
}

/** Where a browser finds the service: by its public address, where the test gave it one. */
function originOf({ config, url }: Harness): string {
  return config.port === 0 ? url : config.publicUrl;
}

async function openIn(
  {
    h,
    browser,
    clockMovedByMs,
  }: Pick<DashboardStage, 'h' | 'browser'> & { clockMovedByMs: number },
  path: string,
  look: Look,
  prepare: (context: BrowserContext) => Promise<void>,
): Promise<OpenPage> {
  const { scheme = 'light', width = 1440, height = 900, language = 'en' } = look;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    locale: language === 'de' ? 'de-DE' : 'en-GB',
    reducedMotion: 'reduce',
  });
  await context.addInitScript(moveClock, clockMovedByMs);
  await prepare(context);
  // As long as what is polled for (vitest.config.ts).
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // A refused request is told by the page itself; what else is told as an error is a fault.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !isRefusal) faults.push(message.text());
  });
  const underWay = watchRequests(page);
  const addressOf = (to: string) =>
    to.startsWith('/') ? to : `/app/${look.workspaceId ?? h.workspace.id}/${to}`;
  const go = async (to: string) => {
    await page.goto(originOf(h) + addressOf(to));
    await page.locator('main h1').first().waitFor();
  };
  const settled = async () => {
    const onTheWay = async () => [...underWay(), ...(await awaited(page)), ...underWay()];
    // What has come asks for more, once it is shown.
    await expect.poll(onTheWay, { message: `on its way to ${page.url()}` }).toEqual([]);
  };
  const turnTo = async (to: string) => {
    // The router hears of it. A page that stays, with something else behind the question mark, keeps its title.
    await page.evaluate(`{
      const before = location.pathname;
      const title = document.querySelector('main h1');
      history.pushState({}, '', ${JSON.stringify(addressOf(to))});
      if (location.pathname !== before) title.dataset.left = '';
    }`);
    await page.locator('main h1:not([data-left])').first().waitFor();
    await settled();
  };
  await go(path);
  return { page, faults, go, turnTo, addressOf, settled, axe: () => axeOf(page) };
}

/** Which addresses are asked for just now. A stream of events is never done. */
function watchRequests(page: Page): () => string[] {
  const underWay = new Set<Request>();
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') underWay.add(request);
  });
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  return () => [...underWay].map((request) => request.url());
}

/** What stands in the place of something that is on its way. Two frames later, so that what came is shown. */
function awaited(page: Page): Promise<string[]> {
  return page.evaluate(`new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() =>
      done([...document.querySelectorAll('main .mantine-Skeleton-root, main [aria-busy=true]')].map(
        ({ outerHTML }) => outerHTML.slice(0, 80))))))`);
}

/** Axe reads the same few colours thousands of times, which is two fifths of its work. */
const readingColoursOnce = `{
  const { prototype } = axe.commons.color.Color;
  const read = prototype.parseString;
  const known = new Map();
  prototype.parseString = function (text) {
    const colour = known.get(text);
    if (colour) return Object.assign(this, colour);
    read.call(this, text);
    const { r, g, b, alpha } = this;
    known.set(text, { r, g, b, alpha });
    return this;
  };
}`;

/**
 * In the page itself, where it stays: to hand it over, and to open another page for what it found, takes longer than the
 * judgement. `setLegacyMode` leaves it there.
 */
async function axeOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in window`))) {
    await new AxeBuilder({ page }).setLegacyMode().include('title').analyze();
    await page.evaluate(readingColoursOnce);
  }
  const violations = (await page.evaluate(
    `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  )) as { id: string; nodes: { target: string[]; failureSummary?: string }[] }[];
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  );
}
