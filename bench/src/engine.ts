/* The service's embedded PostgreSQL, so that the bare server uses the same program and settings. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { alsoBySignal } from './ended-by-signal.ts';
import { root } from './paths.ts';

export type Engine = { url: string; stop(): Promise<void> };

type EngineModule = {
  startEngine(options: { dataDir: string; onLog(line: string): void }): Promise<Engine>;
  runningEngineUrl(dataDir: string): Promise<string | undefined>;
};

// No static import: the server is an application without exports.
const builtFrom = (name: string) =>
  pathToFileURL(join(root, 'apps/server/dist', `${name}.js`)).href;
const built = builtFrom('platform/engine/engine');

export async function freePort(): Promise<number> {
  const module: { freePort(): Promise<number> } = await import(
    builtFrom('platform/common/free-port')
  );
  return module.freePort();
}

export async function startEngine(dataDir: string): Promise<Engine> {
  const { startEngine: start } = (await import(built)) as EngineModule;
  const engine = await start({ dataDir, onLog: () => {} });
  return { url: engine.url, stop: alsoBySignal(() => engine.stop()) };
}

export async function runningEngineUrl(dataDir: string): Promise<string> {
  const url = await ((await import(built)) as EngineModule).runningEngineUrl(dataDir);
  if (url === undefined) throw new Error(`no running engine in ${dataDir}`);
  return url;
}
