/* How long the page's own thread runs scripts, by the browser's trace, at a quarter of the processor's speed. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  args?: { name?: string; fileName?: string; data?: { url?: string } };
}

/** Of the script, of what its snippet has in the page, and of what these are called by later: timers, promises, answers. */
const work = new Set([
  'EvaluateScript',
  'FunctionCall',
  'v8.compile',
  'v8.compileModule',
  'v8.evaluateModule',
]);
const slowdown = 4;

/** Milliseconds of a page with its view and one event a second later: the first one of somebody new, and the one after it. */
export interface MainThread {
  firstMs: number;
  nextMs: number;
}

export async function measureMainThread(browser: Browser, address: string): Promise<MainThread> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const visit = async () => {
    await browser.startTracing(page, { categories: ['devtools.timeline', 'v8', '__metadata'] });
    await page.goto(address);
    await sleep(2_500);
    const trace = JSON.parse((await browser.stopTracing()).toString()) as {
      traceEvents: TraceEvent[];
    };
    return workIn(trace.traceEvents) / 1000;
  };
  const firstMs = await visit();
  const nextMs = await visit();
  await context.close();
  return { firstMs, nextMs };
}

/** Microseconds; what runs within something else counts once. */
function workIn(events: TraceEvent[]): number {
  const threads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const done = events
    .filter((event) => isOfPage(event) && threads.has(threadOf(event)))
    .sort((one, other) => one.ts - other.ts);
  const ends = new Map<string, number>();
  let sum = 0;
  for (const event of done) {
    const { ts, dur = 0 } = event;
    const end = ends.get(threadOf(event)) ?? 0;
    if (ts + dur <= end) continue;
    sum += ts + dur - Math.max(ts, end);
    ends.set(threadOf(event), ts + dur);
  }
  return sum;
}

function isOfPage({ ph, name, args }: TraceEvent): boolean {
  const address = args?.data?.url ?? args?.fileName ?? '';
  return ph === 'X' && work.has(name) && address.startsWith('http');
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid} ${tid}`;
}
