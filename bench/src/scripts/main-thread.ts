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
  /** Of the processor: without what the thread waited for. */
  tdur?: number;
  args?: { name?: string; fileName?: string; data?: { url?: string } };
}

/** Of the script, of what its snippet has in the page, and of what these are called by later: timers, promises, answers. */
const work = new Set(['EvaluateScript', 'FunctionCall', 'v8.compile', 'v8.compileModule']);
/** Without an address in the trace: modules as they run, and what goes on after an await. The page has no others. */
const nameless = new Set(['v8.evaluateModule', 'V8.RunMicrotasks']);
const slowdown = 4;

/** Milliseconds of a page with its view and one event a second later: the first one of somebody new, and the one after it. */
export interface MainThread {
  firstMs: number;
  nextMs: number;
  /** Of these the processor's: without waiting for the browser's process, or for others on the machine. */
  firstCpuMs: number;
  nextCpuMs: number;
  /** Of the first page's milliseconds those that the browser spent within `fetch` and the like, which no script can do without. */
  firstFetchMs: number;
}

export async function measureMainThread(browser: Browser, address: string): Promise<MainThread> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(timeFetches);
  const visit = async () => {
    await browser.startTracing(page, { categories: ['devtools.timeline', 'v8', '__metadata'] });
    await page.goto(address);
    await sleep(2_500);
    const trace = JSON.parse((await browser.stopTracing()).toString()) as {
      traceEvents: TraceEvent[];
    };
    return workIn(trace.traceEvents);
  };
  const first = await visit();
  const firstFetchMs = await page.evaluate(() => (window as unknown as Timing).fetchMs);
  const next = await visit();
  await context.close();
  return {
    firstMs: first.ms,
    nextMs: next.ms,
    firstCpuMs: first.cpuMs,
    nextCpuMs: next.cpuMs,
    firstFetchMs,
  };
}

type Timing = { fetchMs: number };

/** In the page: whatever sends something, until the call is back. */
function timeFetches(): void {
  const timing = Object.assign(window, { fetchMs: 0 });
  const time = <Name extends string>(target: Record<Name, unknown>, name: Name) => {
    const original = target[name] as (...given: unknown[]) => unknown;
    target[name] = function timed(this: unknown, ...given: unknown[]) {
      const begun = performance.now();
      try {
        return original.apply(this, given);
      } finally {
        timing.fetchMs += performance.now() - begun;
      }
    };
  };
  time(window, 'fetch');
  time(navigator, 'sendBeacon');
  time(XMLHttpRequest.prototype, 'send');
}

/** What runs within something else counts once. */
function workIn(events: TraceEvent[]): { ms: number; cpuMs: number } {
  const threads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const done = events
    .filter((event) => isOfPage(event) && threads.has(threadOf(event)))
    .sort((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
  const ends = new Map<string, number>();
  let sum = 0;
  let cpuSum = 0;
  for (const event of done) {
    const { ts, dur = 0, tdur = 0 } = event;
    const end = ends.get(threadOf(event)) ?? 0;
    if (ts + dur <= end) continue;
    sum += ts + dur - Math.max(ts, end);
    cpuSum += tdur;
    ends.set(threadOf(event), ts + dur);
  }
  return { ms: sum / 1000, cpuMs: cpuSum / 1000 };
}

function isOfPage({ ph, name, args }: TraceEvent): boolean {
  const address = args?.data?.url ?? args?.fileName ?? '';
  return ph === 'X' && (nameless.has(name) || (work.has(name) && address.startsWith('http')));
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid} ${tid}`;
}
