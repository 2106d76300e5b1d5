/* The Chromium of the tests, and what is measured inside of a page. */
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { runnerImport } from 'vite';
import { root } from '../paths.ts';

interface ChromiumModule {
  launchChromium(): Promise<Browser>;
  /** As a person has it: no bot. */
  launchPersonsChromium(
    language: string,
    timezone: string,
    options?: { keepsPages?: boolean },
  ): Promise<Browser>;
}

export async function chromiumModule(): Promise<ChromiumModule> {
  const path = join(root, 'apps/server/src/testing/chromium.ts');
  const { module } = await runnerImport<ChromiumModule>(path, { configFile: false, root });
  return module;
}

export interface Account {
  url: string;
  workspace: string;
  state: Awaited<ReturnType<BrowserContext['storageState']>>;
}

/** A browser of its own: nothing is cached. */
export async function openSignedIn(browser: Browser, { state }: Account): Promise<Page> {
  const context = await browser.newContext({
    storageState: state,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  return context.newPage();
}

/** Notes paints, shifts, long tasks and frames, from the beginning of the page on. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { paint: 0, shift: 0, longest: 0, gap: 0, frames: 0 };
    Object.assign(window, { seen });
    const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
        type,
        buffered: true,
      });
    observe('largest-contentful-paint', (entry) => {
      seen.paint = entry.startTime;
    });
    observe('layout-shift', (entry) => {
      const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
      if (!shift.hadRecentInput) seen.shift += shift.value;
    });
    observe('longtask', ({ duration }) => {
      seen.longest = Math.max(seen.longest, duration);
    });
    let before = 0;
    const frame = (now: number) => {
      if (before > 0) seen.gap = Math.max(seen.gap, now - before);
      before = now;
      seen.frames += 1;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

export interface Seen {
  paint: number;
  shift: number;
  longest: number;
  gap: number;
  frames: number;
}

export function seenIn(page: Page): Promise<Seen> {
  return page.evaluate(() => ({ ...(window as unknown as { seen: Seen }).seen }));
}

/** From now on. */
export async function forget(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.assign((window as unknown as { seen: Seen }).seen, { longest: 0, gap: 0, frames: 0 });
  });
}
