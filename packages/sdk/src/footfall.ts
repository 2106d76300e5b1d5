import { whenReady } from './auto.ts';
import { type Client, createClient } from './client.ts';
import { debugOptions, guard } from './guard.ts';
import type { Footfall, Options } from './types.ts';

/** A call as data, such as ['track', 'signup', { plan: 'team' }], or a function to run. */
export type Call =
  | readonly [name: keyof Footfall, ...details: unknown[]]
  | ((client: Client) => void);

export interface FootfallApi extends Footfall {
  /** Starts the script; earlier calls are kept and run in order. */
  init(options: Options): void;
  /** The same as a call; also works on the plain array that stands in before the script. */
  push(...calls: Call[]): void;
}

const maxQueued = 5000;

export const createFootfall = (): FootfallApi => {
  let client: Client | undefined;
  let options: Options | undefined;
  const queued: Call[] = [];

  const run = guard((call: Call) => {
    if (client) {
      if ('bind' in call) call(client);
      else (client[call[0]] as (...details: unknown[]) => void)(...call.slice(1));
    } else if (queued.length < maxQueued) queued.push(call);
  });
  const start = guard(() => {
    if (options) client ??= createClient(options);
    api.push(...queued.splice(0));
  });

  const api = {
    init(initOptions: Options) {
      if (options) return;
      options = initOptions;
      debugOptions.debug = initOptions.debug;
      whenReady(start);
    },
    push: (...calls: Call[]) => calls.forEach(run),
    ids: () => client?.ids() ?? { visitor_id: null, session_id: null },
    status: () => client?.status() ?? { consent: 'pending', queued: queued.length, dropped: 0 },
  } as FootfallApi;
  for (const name of ['page', 'track', 'identify', 'conversion', 'consent', 'reset'] as const) {
    api[name] = (...details: unknown[]) => run([name, ...details]);
  }
  return api;
};
