/* What people and networks do to a page, and how many of its messages arrive all the same. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Gate } from './gate.ts';
import type { Sender } from './senders.ts';

export interface Arrived {
  of: number;
  arrived: number;
}

interface Site {
  browser: Browser;
  gate: Gate;
  sender: Sender;
  key: string;
}

/** What is not there then is lost: nobody stays for longer on a page that tells nothing. */
const patienceMs = 10_000;
const awayMs = 3_000;
const closes = 10;
const eventsAway = 5;
const burstSize = 1_000;

type Probing = { probe(name: string): void; who(id: string): void };

async function inNewContext<T>(
  site: Site,
  work: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  site.gate.begin(site.sender, site.key);
  const context = await site.browser.newContext();
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

/** With the script there, and its page view on its way or arrived. */
async function open({ gate }: Site, page: Page, path = '/'): Promise<void> {
  const before = gate.counted.views;
  await page.goto(gate.site + path);
  await until(() => gate.counted.views > before, 3_000);
}

async function until(isSo: () => boolean, mostMs: number): Promise<void> {
  const end = performance.now() + mostMs;
  while (!isSo() && performance.now() < end) await sleep(20);
}

const probe = (page: Page, name: string) =>
  page.evaluate((given) => (window as unknown as Probing).probe(given), name);

function probesOf(gate: Gate, names: string[]): Arrived {
  return {
    of: names.length,
    arrived: names.filter((name) => gate.counted.probes.has(name)).length,
  };
}

export interface Visit extends Arrived {
  requests: number;
  bytes: number;
}

/** Three pages, an event, a name, and the tab is closed. */
export function visit(site: Site): Promise<Visit> {
  return inNewContext(site, async (context) => {
    const { gate, sender } = site;
    const page = await context.newPage();
    await open(site, page);
    await probe(page, 'probe-event');
    await open(site, page, '/pricing');
    await open(site, page, '/signup');
    if (sender.namesPeople) {
      await page.evaluate(() => (window as unknown as Probing).who('probe-person'));
    }
    await sleep(100);
    await page.close({ runBeforeUnload: true });
    await sleep(awayMs);
    const { requests, bytes, views } = gate.counted;
    const named = probesOf(gate, ['probe-event', ...(sender.namesPeople ? ['probe-person'] : [])]);
    return { requests, bytes, of: named.of + 3, arrived: named.arrived + Math.min(views, 3) };
  });
}

export interface Closed extends Arrived {
  /** With what came when the visitor was back on another page. */
  later: number;
}

/** Tabs that are closed in the moment of an event. */
export function closedAtOnce(site: Site): Promise<Closed> {
  return inNewContext(site, async (context) => {
    const names = Array.from({ length: closes }, (_, at) => `probe-c${at}`);
    for (const name of names) {
      const page = await context.newPage();
      await open(site, page);
      await probe(page, name);
      await page.close({ runBeforeUnload: true });
    }
    await sleep(2_000);
    const { of, arrived } = probesOf(site.gate, names);
    await open(site, await context.newPage(), '/later');
    await until(() => probesOf(site.gate, names).arrived === of, awayMs);
    return { of, arrived, later: probesOf(site.gate, names).arrived };
  });
}

/** Events while there is no network, which comes back. */
export function offline(site: Site): Promise<Arrived> {
  return whileAway(site, (context, isAway) => context.setOffline(isAway));
}

/** Events while the service says 503, then is there again. */
export function unavailable(site: Site): Promise<Arrived> {
  return whileAway(site, async (_context, isAway) => {
    site.gate.isAvailable = !isAway;
  });
}

function whileAway(
  site: Site,
  goAway: (context: BrowserContext, isAway: boolean) => Promise<void>,
): Promise<Arrived> {
  return inNewContext(site, async (context) => {
    const names = Array.from({ length: eventsAway }, (_, at) => `probe-a${at}`);
    const page = await context.newPage();
    await open(site, page);
    await goAway(context, true);
    for (const name of names) await probe(page, name);
    await sleep(awayMs);
    await goAway(context, false);
    await until(() => probesOf(site.gate, names).arrived === names.length, patienceMs);
    return probesOf(site.gate, names);
  });
}

/** A page, another one, and the first again out of the browser's cache of whole pages: three views. */
export function backAgain(site: Site): Promise<Arrived & { isRestored: boolean }> {
  return inNewContext(site, async (context) => {
    const { gate } = site;
    const page = await context.newPage();
    await page.addInitScript(() => {
      addEventListener('pageshow', ({ persisted }) => {
        if (persisted) document.title = 'restored';
      });
    });
    await open(site, page);
    await open(site, page, '/pricing');
    await page.evaluate(() => history.back()).catch(() => undefined);
    await until(() => gate.counted.views === 3, awayMs);
    const title = await page.title().catch(() => '');
    return { of: 3, arrived: Math.min(gate.counted.views, 3), isRestored: title === 'restored' };
  });
}

export interface Burst extends Arrived {
  /** How long the page stood still. */
  blockedMs: number;
}

export function burst(site: Site): Promise<Burst> {
  return inNewContext(site, async (context) => {
    const page = await context.newPage();
    await open(site, page);
    const blockedMs = await page.evaluate(async (size) => {
      const begun = performance.now();
      const { probe: call } = window as unknown as Probing;
      for (let at = 0; at < size; at += 1) call(`probe-b${at}`);
      // With what waits for the end of the task: ours is stored then, and others send then.
      await new Promise((next) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = next;
        port2.postMessage(0);
      });
      return performance.now() - begun;
    }, burstSize);
    const names = Array.from({ length: burstSize }, (_, at) => `probe-b${at}`);
    await until(() => probesOf(site.gate, names).arrived === burstSize, patienceMs);
    return { ...probesOf(site.gate, names), blockedMs };
  });
}
