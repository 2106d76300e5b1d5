import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startEngine } from '../engine.ts';
import { noCounts } from '../load/jobs.ts';
import type { Target } from './target.ts';

export type BareInsert = 'unnest' | 'records';

export async function startBare(dataDir: string, insert: BareInsert): Promise<Target> {
  const engine = await startEngine(dataDir);
  const child = fork(fileURLToPath(new URL('./bare-server.js', import.meta.url)), {
    env: { ...process.env, BARE_DATABASE_URL: engine.url, BARE_INSERT: insert },
  });
  const exited = once(child, 'exit');
  const listening = once(child, 'message') as Promise<[{ port: number }]>;
  const first = await Promise.race([listening, exited.then(() => undefined)]);
  if (!first || child.pid === undefined) {
    await engine.stop();
    throw new Error('the bare server did not start');
  }
  return {
    name: 'bare',
    port: first[0].port,
    // Not checked, but the same size as for the service.
    key: `svc_pk_${'0'.repeat(36)}`,
    pid: child.pid,
    databaseUrl: engine.url,
    acknowledged: noCounts(),
    acceptedInPart: 0,
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
      await engine.stop();
    },
  };
}
