import { expect, test } from 'vitest';
import { launchChromium } from './chromium.ts';

test('two parallel callers each get a working browser', async () => {
  const browsers = await Promise.all([launchChromium(), launchChromium()]);
  try {
    for (const browser of browsers) {
      const page = await browser.newPage();
      await page.goto('data:text/html,<title>hello</title>');
      expect(await page.title()).toBe('hello');
    }
  } finally {
    await Promise.all(browsers.map((browser) => browser.close()));
  }
});
