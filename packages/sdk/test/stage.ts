import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { launchChromium } from '../../../apps/server/src/testing/chromium.ts';
import type { Call, FootfallApi } from '../src/footfall.ts';
import { type Recorder, startRecorder } from './recorder.ts';

declare global {
  interface Window {
    footfall: FootfallApi & Call[];
  }
}

type Browser = Awaited<ReturnType<typeof launchChromium>>;
export type BrowserContext = Awaited<ReturnType<Browser['newContext']>>;
export type Page = Awaited<ReturnType<BrowserContext['newPage']>>;

export interface Stage {
  recorder: Recorder;
  /** A browser profile of its own: storage, cookies. */
  context: BrowserContext;
  page: Page;
  /** Errors that reached the page. */
  errors: string[];
  /** Until everything that was asked for is answered, and the page has read it. */
  answered(): Promise<void>;
}

/** One Chromium for the file; a fresh profile and recorder for each test. */
export function useStage(): Stage {
  const stage = {} as Stage;
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
  });
  beforeEach(async () => {
    stage.recorder = await startRecorder();
    stage.context = await browser.newContext({ locale: 'en-US' });
    stage.page = await stage.context.newPage();
    stage.errors = [];
    stage.page.on('pageerror', (error) => stage.errors.push(error.message));
    stage.answered = watchRequests(stage.context, stage.page);
  });
  afterEach(async () => {
    await stage.context.close();
    await stage.recorder.close();
  });
  return stage;
}

function watchRequests(context: BrowserContext, page: Page): () => Promise<void> {
  const pending = new Set<object>();
  let isRead = true;
  context.on('request', (request) => {
    pending.add(request);
    isRead = false;
  });
  context.on('requestfinished', (request) => pending.delete(request));
  context.on('requestfailed', (request) => pending.delete(request));
  return async () => {
    await expect.poll(() => pending.size, { interval: 5 }).toBe(0);
    if (isRead) return;
    isRead = true;
    // The page's own timers may be in the test's hand.
    await page.evaluate(async () => {
      const { port1, port2 } = new MessageChannel();
      await new Promise((resolve) => {
        port1.onmessage = resolve;
        port2.postMessage('');
      });
    });
  };
}
