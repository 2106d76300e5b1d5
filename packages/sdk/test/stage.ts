import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
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
  });
  afterEach(async () => {
    await stage.context.close();
    await stage.recorder.close();
  });
  return stage;
}
