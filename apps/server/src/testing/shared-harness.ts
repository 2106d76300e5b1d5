/*
 * One service for all files of a worker, each with a workspace of its own: to start one takes as long as many a file's tests.
 * A file that changes tables, looks at all workspaces or at what was logged, or wants other settings of the service has its
 * own (startHarness).
 */
import { Server, Socket } from 'node:net';
import type { SettingsChange } from '../accounts/workspaces/settings.ts';
import { type Harness, startService, type TestService } from './harness.ts';
import { keepOpen } from './kept-open.ts';

/** It ends with the worker. */
let service: Promise<TestService> | undefined;

/** `settings`: of every workspace that is made here. */
export async function sharedHarness(settings: SettingsChange = {}): Promise<Harness> {
  service ??= startShared();
  const harness = await (await service).newHarness(settings);
  // What earlier files had logged.
  harness.logLines.length = 0;
  return harness;
}

async function startShared(): Promise<TestService> {
  const started = await startService({}, {});
  await started.ready();
  keepServiceOpen(started.url, started.databasePorts);
  return started;
}

/** `databasePorts`: of its connections to the database, on this side. */
export function keepServiceOpen(url: string, databasePorts: () => Promise<number[]>): void {
  const port = Number(new URL(url).port);
  keepOpen(async (handle) => {
    if (handle instanceof Server) {
      const address = handle.address();
      return typeof address === 'object' && address?.port === port;
    }
    if (!(handle instanceof Socket)) return false;
    const { localPort = 0, remotePort } = handle;
    if (localPort === port || remotePort === port) return true;
    return (await databasePorts()).includes(localPort);
  });
}
