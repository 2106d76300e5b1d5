/*
 * The example website, and people who come to it in a real Chromium: from an address and at a time that the
 * test decides. Their browsers and the service have one clock.
 */
import { createServer, request as forward, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, vi } from 'vitest';
import { DatabaseClock } from '../platform/db/database-clock.ts';
import { launchPersonsChromium } from './chromium.ts';
import { type Harness, startHarness } from './harness.ts';

export interface BrowserStage {
  service: Harness;
  /** http://www.tidewell.localhost:PORT */
  site: string;
  /** The service's address, as websites have it. */
  footfall: string;
  /** What the script has sent, each message once. */
  sent: Map<string, SentMessage>;
  /** A profile without a past, in this or another Chromium. */
  newProfile(chromium?: Browser): Promise<BrowserContext>;
  /** The address that everybody comes from after this. */
  comeFrom(address: string): void;
  /** Time goes by. */
  pass(ms: number): Promise<void>;
  /** Until all that the page has to send is stored, and what follows from it is known. */
  settled(page: Page): Promise<void>;
}

type SentMessage = Record<string, unknown> & { type: string; message_id: string };

/** In milliseconds. */
export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/**
 * For one test file.
 * @param startsAt when the story begins: in the past, by more than all the time that will pass in it.
 */
export async function startBrowserStage(startsAt: Date): Promise<BrowserStage> {
  const service = await startHarness({ TRUST_PROXY: '127.0.0.1' }, {}, { clock: new StoryClock() });
  await service.app.addressTables.ready;
  const browser = await launchPersonsChromium('de-DE', 'Europe/Berlin');
  afterAll(() => browser.close());
  vi.useFakeTimers({ toFake: ['Date'], now: startsAt, shouldAdvanceTime: true });
  afterAll(() => {
    vi.useRealTimers();
  });
  const aheadMs = () => Math.round(Date.now() - performance.timeOrigin - performance.now());
  const sent = new Map<string, SentMessage>();
  const profiles = new Set<BrowserContext>();
  let address = '127.0.0.1';
  const proxy = `http://127.0.0.1:${await listen(proxyTo(service.url, () => address, sent))}`;
  const website = await exampleWebsite(proxy, service.workspace.productionKey);
  return {
    service,
    site: `http://www.tidewell.localhost:${await listen(website)}`,
    footfall: proxy,
    sent,
    async newProfile(chromium = browser) {
      const profile = await chromium.newContext();
      profiles.add(profile);
      profile.on('close', () => profiles.delete(profile));
      await profile.addInitScript(setClock, aheadMs());
      return profile;
    },
    comeFrom(next) {
      address = next;
    },
    async pass(ms) {
      vi.setSystemTime(Date.now() + ms);
      for (const profile of profiles) {
        await profile.addInitScript(setClock, aheadMs());
        for (const page of profile.pages()) await page.evaluate(setClock, aheadMs());
      }
    },
    async settled(page) {
      await page.waitForFunction('footfall.status?.().queued === 0');
      await service.settle();
    },
  };
}

/** The time of the story, whatever the database says. */
class StoryClock extends DatabaseClock {
  constructor() {
    super(
      async () => Date.now(),
      () => undefined,
    );
  }

  override now(): number {
    return Date.now();
  }
}

/** What stands before a service on the internet: it says who asks. A person's browser is not headless. */
function proxyTo(service: string, address: () => string, sent: BrowserStage['sent']): Server {
  return createServer((request, response) => {
    const { method = 'GET', url = '/' } = request;
    const headers: IncomingHttpHeaders = { ...request.headers, 'x-forwarded-for': address() };
    if (!headers['user-agent']?.includes('Headless')) delete headers['sec-ch-ua'];
    const onward = forward(service + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      if (method === 'POST') {
        const { batch } = JSON.parse(body.toString()) as { batch: SentMessage[] };
        for (const message of batch) sent.set(message.message_id, message);
      }
      onward.end(body);
    });
  });
}

async function exampleWebsite(footfall: string, key: string): Promise<Server> {
  // Plain JavaScript outside this project: loaded by address, so that it is not compiled with it.
  const module = new URL('../../../../examples/website/server.mjs', import.meta.url).href;
  const { createWebsite } = await import(module);
  return createWebsite({ footfall, key });
}

/** Returns the port; the server ends with the test file. */
async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Runs in the page. Playwright's own clock counts from this process's Date, which is set already. */
export function setClock(aheadMs: number): void {
  const scope = globalThis as { ownDate?: typeof Date; ownNow?: () => number };
  scope.ownDate ??= Date;
  scope.ownNow ??= performance.now.bind(performance);
  const { ownDate: OwnDate, ownNow } = scope;
  globalThis.Date = new Proxy(OwnDate, {
    construct: (_, values: [number]) =>
      new OwnDate(...(values.length > 0 ? values : ([OwnDate.now() + aheadMs] as const))),
    get: (date, name) => (name === 'now' ? () => OwnDate.now() + aheadMs : Reflect.get(date, name)),
  });
  performance.now = () => ownNow() + aheadMs;
}
