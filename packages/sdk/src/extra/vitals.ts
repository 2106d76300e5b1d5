import { listen } from './listen.ts';
import { bareAddress, type Client } from './options.ts';

type Entry = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  interactionId: number;
};

/** A burst of layout shifts ends after a second without one, or after five in total. */
const pauseMs = 1000;
const burstMs = 5000;
/** Number of longest interactions kept: one in fifty is ignored. */
const mostKept = 10;

/** Reports LCP, CLS and INP when the page is first hidden. Safari and Firefox support some of them. */
export function watchVitals({ track }: Client): void {
  // A single-page application may have moved on by then.
  const url = bareAddress(location);
  let lcp: number | undefined;
  let cls: number | undefined;
  let burst = { begun: 0, last: 0, sum: 0 };
  let longest: { id: number; ms: number }[] = [];
  let latest = 0;
  let interactions = 0;

  const watch = (type: string, tell: (entry: Entry) => void) => {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) tell(entry as Entry);
    });
    try {
      observer.observe({ type, buffered: true, durationThreshold: 40 } as PerformanceObserverInit);
    } catch {
      // Not supported by this browser.
    }
    return () => {
      for (const entry of observer.takeRecords()) tell(entry as Entry);
    };
  };
  const supported = PerformanceObserver.supportedEntryTypes;
  if (supported.includes('layout-shift')) cls = 0;
  const settle = [
    watch('largest-contentful-paint', ({ startTime }) => {
      lcp = startTime;
    }),
    watch('layout-shift', ({ startTime, value, hadRecentInput }) => {
      if (hadRecentInput) return;
      const goesOn = startTime - burst.last < pauseMs && startTime - burst.begun < burstMs;
      burst = goesOn
        ? { ...burst, last: startTime, sum: burst.sum + value }
        : { begun: startTime, last: startTime, sum: value };
      cls = Math.max(cls ?? 0, burst.sum);
    }),
    watch('event', ({ interactionId: id, duration }) => {
      if (!id) return;
      if (id > latest) {
        latest = id;
        interactions++;
      }
      const entry = longest.find((each) => each.id === id);
      if (entry) entry.ms = Math.max(entry.ms, duration);
      else longest.push({ id, ms: duration });
      longest = longest.sort((one, other) => other.ms - one.ms).slice(0, mostKept);
    }),
  ];

  listen('pagehide visibilitychange', ({ type }) => {
    if (!settle.length || (type !== 'pagehide' && !document.hidden)) return;
    for (const each of settle.splice(0)) each();
    const inp = longest[Math.min(longest.length - 1, Math.floor(interactions / 50))]?.ms;
    track('web_vitals', {
      url,
      lcp: lcp && Math.round(lcp),
      cls: cls === undefined ? cls : Math.round(cls * 1e4) / 1e4,
      inp: inp && Math.round(inp),
    });
  });
}
