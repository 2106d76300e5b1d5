/*
 * The dashboard in a real Chromium, for one test file: a service with a made-up month in it, people who are signed in, and
 * what went wrong in their pages: faults, refusals of the policy, and what axe finds. The service and the browser are those of
 * all files of a worker, each with a workspace of its own.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { WorkspaceRole } from '@footfall/contract/access';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { runDemo } from '../cli/demo/run-demo.ts';
import { BrowserContexts } from './browser-contexts.ts';
import { sharedChromium } from './chromium.ts';
import { clonedDatabase } from './database.ts';
import { moveDatabaseClock, moveOwnClock } from './fixed-clock.ts';
import { type OwnHarness, startService, type TestService, whenDone } from './harness.ts';
import { keepServiceOpen } from './shared-harness.ts';
import { type SignedIn, signedIn } from './signed-in.ts';

export interface Look {
  scheme?: 'light' | 'dark';
  width?: number;
  height?: number;
  language?: 'en' | 'de';
  role?: WorkspaceRole;
  workspaceId?: string;
  /** Who is signed in, in place of somebody with that role and language. */
  person?: SignedIn;
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
  /** What axe finds in the page, or in some of it, in words; nothing where all is well. */
  axe(selector?: string): Promise<string[]>;
  /** Before the test or file is done, which closes it otherwise. */
  close(): Promise<void>;
}

export interface DashboardStage {
  h: OwnHarness;
  /** As in a browser of its own, signed in. */
  open(path: string, look?: Look): Promise<OpenPage>;
  /** The same with nobody signed in. */
  openUnknown(path: string, look?: Look): Promise<OpenPage>;
}

/** When a worker begins: which day it is, or how late, changes nothing. In the middle of a week, a month and a day. */
const stageTime = '2026-03-18T10:20:00Z';
const clockMovedByMs = Date.parse(stageTime) - Date.now();

/** A service at that time, and the pages that show it. */
interface Place {
  service: TestService;
  origin: string;
  contexts: BrowserContexts;
  /** Of connections to its database, on this side. */
  databasePorts(): Promise<number[]>;
  end(): Promise<void>;
}

/** It ends with the worker. */
let shared: Promise<Place> | undefined;

interface StageOptions {
  /** Of the made-up month; 0 leaves the workspace empty. */
  events?: number;
  /** Of a service of the file's own. */
  env?: Record<string, string>;
  /** Of such a service: by how much its time is another. */
  movedByMs?: number;
}

export async function startDashboardStage({
  events = 0,
  env,
  movedByMs = clockMovedByMs,
}: StageOptions = {}): Promise<DashboardStage> {
  moveOwnClock(movedByMs);
  const place = env ? await startPlace(env, movedByMs) : await sharedPlace();
  if (env) afterAll(place.end);
  const h = await place.service.newHarness({});
  // What earlier files had logged.
  h.logLines.length = 0;
  if (events > 0) {
    await runDemo(h.db, h.config, { seed: 7, events, days: 30, workspaceId: h.workspace.id });
  }
  const people = new Map<string, SignedIn>();
  const personOf = async (workspaceId: string, role: WorkspaceRole, language: string) => {
    const key = [workspaceId, role, language].join();
    const existing = people.get(key);
    if (existing) return existing;
    const person = await signedIn(h, { workspaceId, role, name: 'Ann Miller' });
    await h.db.system((tx) => tx`update users set language = ${language} where id = ${person.id}`);
    people.set(key, person);
    return person;
  };
  const stage = { ...place, workspaceId: h.workspace.id };
  const openUnknown = (path: string, look: Look = {}) =>
    openIn(stage, path, look, async () => undefined);
  const open = (path: string, look: Look = {}) =>
    openIn(stage, path, look, async (context) => {
      const { workspaceId = h.workspace.id, role = 'admin', language = 'en' } = look;
      const { cookie } = look.person ?? (await personOf(workspaceId, role, language));
      const cookies = cookie.split('; ').map((pair) => {
        const [name = '', value = ''] = pair.split('=', 2);
        return { name, value, url: place.origin };
      });
      await context.addCookies(cookies);
    });
  return { h, open, openUnknown };
}

function sharedPlace(): Promise<Place> {
  shared ??= startPlace({}, clockMovedByMs).then((place) => {
    keepServiceOpen(place.service.url, place.databasePorts);
    return place;
  });
  return shared;
}

async function startPlace(env: Record<string, string>, movedByMs: number): Promise<Place> {
  const { ownerUrl, clientPorts, drop } = await clonedDatabase();
  await moveDatabaseClock(ownerUrl, movedByMs);
  const service = await startService(env, { ownerUrl });
  // By its public address, where the test gave it one.
  const origin = env.PUBLIC_URL ?? service.url;
  const contexts = new BrowserContexts(await sharedChromium(), origin, movedByMs);
  const end = async () => {
    await contexts.close();
    await service.close();
    await drop();
  };
  return { service, origin, contexts, databasePorts: clientPorts, end };
}

async function openIn(
  { origin, contexts, workspaceId }: Place & { workspaceId: string },
  path: string,
  look: Look,
  prepare: (context: BrowserContext) => Promise<void>,
): Promise<OpenPage> {
  const { scheme = 'light', width = 1440, height = 900, language = 'en' } = look;
  const { page, close } = await contexts.newPage(language === 'de' ? 'de-DE' : 'en-GB');
  whenDone(close);
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: scheme });
  await prepare(page.context());
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // A refused request is told by the page itself; what else is told as an error is a fault.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !isRefusal) faults.push(message.text());
  });
  const underWay = watchRequests(page);
  const addressOf = (to: string) =>
    to.startsWith('/') ? to : `/app/${look.workspaceId ?? workspaceId}/${to}`;
  const go = async (to: string) => {
    await page.goto(origin + addressOf(to));
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
  return {
    page,
    faults,
    go,
    turnTo,
    addressOf,
    settled,
    axe: (selector) => axeOf(page, selector),
    close,
  };
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

/** Colours on their way to others are none of either. A sheet that a script makes is not asked of the policy. */
const withoutTransitions = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { transition: none !important }');
  document.adoptedStyleSheets = [sheet];
}`;

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** In the page itself, where it stays until another one is loaded. */
async function axeOf(page: Page, selector = ':root'): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in window`))) {
    await page.evaluate(`${axe}; ${readingColoursOnce} ${withoutTransitions}`);
  }
  const violations = (await page.evaluate(
    `axe.run(${JSON.stringify(selector)}, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  )) as { id: string; nodes: { target: string[]; failureSummary?: string }[] }[];
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  );
}
