/** Views of the MCP server in a real Chromium, shown by the official host's half (packages/mcp-apps/test/host.ts). */
import { fileURLToPath } from 'node:url';
import type { Browser, Frame, Page } from 'playwright-core';
import { build } from 'rolldown';
import { afterAll } from 'vitest';
import type { Agent, ToolAnswer } from './agents.ts';
import { launchChromium } from './chromium.ts';

type Theme = 'light' | 'dark';

export interface ShownView {
  page: Page;
  view: Frame;
  /** Addresses that anything in the page asked for. */
  requests: string[];
  text: string;
}

interface HostGlobals {
  showView(html: string, result: string, theme: Theme): Promise<void>;
}

export interface ViewStage {
  /** What the tool told, drawn by its view; closed by `page.close()`. */
  show(agent: Agent, html: string, answer: ToolAnswer, theme?: Theme): Promise<ShownView>;
}

/** For one test file. */
export async function startViewStage(): Promise<ViewStage> {
  const [browser, host] = await Promise.all([launchChromium(), hostScript()]);
  afterAll(() => browser.close());
  return {
    async show(agent, html, answer, theme = 'light') {
      const page = await newPage(browser, theme);
      const requests: string[] = [];
      await page.route('**', async (route) => {
        requests.push(route.request().url());
        await route.abort();
      });
      await page.exposeFunction('callTool', async (call: string) => {
        const { name, arguments: input } = JSON.parse(call);
        return resultOf(await agent.call(name, input));
      });
      await page.addScriptTag({ content: host });
      await page.evaluate(
        ([document, result, shownTheme]) =>
          (globalThis as unknown as HostGlobals).showView(document, result, shownTheme),
        [html, resultOf(answer), theme] as const,
      );
      const [, view] = page.frames();
      if (!view) throw new Error('there is no view');
      await view.waitForSelector('h1');
      // By then whatever it has in it would be loaded.
      await view.evaluate(
        'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
      );
      return { page, view, requests, text: await view.innerText('main') };
    },
  };
}

async function newPage(browser: Browser, theme: Theme): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 720, height: 600 } });
  await page.setContent(
    `<!doctype html><html lang="en" style="color-scheme: ${theme}"><title>Host</title><style>body { margin: 16px; } iframe { width: 100%; border: 1px solid #8884; border-radius: 12px; display: block; }</style><body>`,
  );
  return page;
}

function resultOf({ structured, text, isError }: ToolAnswer): string {
  return JSON.stringify({
    content: [{ type: 'text', text }],
    ...(structured && { structuredContent: structured }),
    isError,
  });
}

async function hostScript(): Promise<string> {
  const input = fileURLToPath(
    new URL('../../../../packages/mcp-apps/test/host.ts', import.meta.url),
  );
  const { output } = await build({
    input,
    platform: 'browser',
    write: false,
    output: { format: 'iife' },
  });
  return output[0].code;
}
