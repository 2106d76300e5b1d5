import { whenReady } from './auto.ts';
import { createClient } from './client.ts';
import { guard, type Log } from './guard.ts';
import type { Footfall, Options } from './types.ts';

/** A call as data, such as ['track', 'signup', { plan: 'team' }], or a function to run. */
export type Call = readonly [name: keyof Footfall, ...details: unknown[]] | (() => void);

export interface FootfallApi extends Footfall {
  /** Starts the script; calls made before are kept and run in order. */
  init(options: Options): void;
  /** The same as calling; it also works on the plain array that stands in before the script. */
  push(...calls: Call[]): void;
}

const mostHeld = 200;

export function createFootfall(): FootfallApi {
  let client: Footfall | undefined;
  let options: Options | undefined;
  const held: Call[] = [];

  const log: Log = (...details) => {
    // biome-ignore lint/suspicious/noConsole: only where the site asks for it.
    if (options?.debug) console.debug('[footfall]', ...details);
  };
  const run = (call: Call) => {
    const ready = client;
    if (!ready) {
      if (held.length < mostHeld) held.push(call);
      return;
    }
    guard(log, () => {
      if (typeof call === 'function') call();
      else (ready[call[0]] as (...details: unknown[]) => void)(...call.slice(1));
    })();
  };
  const start = guard(log, () => {
    if (options) client = createClient(options, log);
    for (const call of held.splice(0)) run(call);
  });

  return {
    init(given) {
      // Also imported where pages are rendered on a server.
      if (options || typeof document === 'undefined') return;
      options = given;
      whenReady(start);
    },
    push: (...calls) => calls.forEach(run),
    page: (...details) => run(['page', ...details]),
    track: (...details) => run(['track', ...details]),
    identify: (...details) => run(['identify', ...details]),
    conversion: (...details) => run(['conversion', ...details]),
    consent: (...details) => run(['consent', ...details]),
    reset: () => run(['reset']),
    ids: () => client?.ids() ?? { visitor_id: null, session_id: null },
    status: () => client?.status() ?? { consent: 'pending', queued: held.length, dropped: 0 },
  };
}
