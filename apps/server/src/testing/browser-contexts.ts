/*
 * Pages of a browser for the tests of a service, each as in a browser of its own: nobody is signed in and nothing is remembered.
 * Only the files that the service calls immutable stay loaded, since to load and compile them takes longer than all else that a
 * page does.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { moveClock } from './fixed-clock.ts';

interface ContextPage {
  page: Page;
  /** All that its context has open. */
  close(): Promise<void>;
}

export class BrowserContexts {
  readonly #browser: Browser;
  readonly #origin: string;
  readonly #clockMovedByMs: number;
  /** By locale: what a context cannot change. */
  readonly #idle = new Map<string, BrowserContext[]>();

  constructor(browser: Browser, origin: string, clockMovedByMs: number) {
    this.#browser = browser;
    this.#origin = origin;
    this.#clockMovedByMs = clockMovedByMs;
  }

  async newPage(locale: string): Promise<ContextPage> {
    const idle = this.#idle.get(locale) ?? [];
    this.#idle.set(locale, idle);
    const context = idle.pop() ?? (await this.#newContext(locale));
    const page = await context.newPage();
    await context.clearCookies();
    await context.clearPermissions();
    const cdp = await context.newCDPSession(page);
    const stored = { origin: this.#origin, storageTypes: 'local_storage' };
    await cdp.send('Storage.clearDataForOrigin', stored);
    await cdp.detach();
    let closed: Promise<void> | undefined;
    const closeAll = async () => {
      const [, ...opened] = context.pages();
      await Promise.all(opened.map((each) => each.close()));
      idle.push(context);
    };
    const close = () => {
      closed ??= closeAll();
      return closed;
    };
    return { page, close };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#idle.values()].flat().map((context) => context.close()));
  }

  async #newContext(locale: string): Promise<BrowserContext> {
    const context = await this.#browser.newContext({ locale, reducedMotion: 'reduce' });
    await context.addInitScript(moveClock, this.#clockMovedByMs);
    // As long as what is polled for (vitest.config.ts).
    context.setDefaultTimeout(60_000);
    // It keeps the process of the pages, in which their scripts are compiled.
    await (await context.newPage()).goto(`${this.#origin}/docs/icon.svg`);
    return context;
  }
}
