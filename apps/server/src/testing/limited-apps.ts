/** Service processes with limits of their own, and requests that count towards them. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { afterEach } from 'vitest';
import { buildApp } from '../app.ts';
import type { Config } from '../platform/config.ts';
import { loggerOptions } from '../platform/observability.ts';
import type { Harness } from './harness.ts';

/** Each start is another process on the same database, as far as anything outside can tell. */
export function appStarter(h: Harness) {
  const apps: FastifyInstance[] = [];
  afterEach(async () => {
    await Promise.all(apps.splice(0).map((app) => app.close()));
  });
  return async (config: Partial<Config> = {}, logLines: string[] = []) => {
    const log = pino(loggerOptions(h.config), { write: (line: string) => logLines.push(line) });
    const app = await buildApp({ config: { ...h.config, ...config }, db: h.db, log });
    apps.push(app);
    return app;
  };
}

export interface Call {
  url?: string;
  method?: 'GET' | 'DELETE';
  headers?: Record<string, string>;
  /** The address of the connection. */
  from?: string;
}

export function get(app: FastifyInstance, key: string | undefined, call: Call = {}) {
  return app.inject({
    method: call.method ?? 'GET',
    url: call.url ?? '/api/v1/leads',
    headers: { ...(key && { authorization: `Bearer ${key}` }), ...call.headers },
    remoteAddress: call.from ?? '192.0.2.1',
  });
}

export async function statuses(
  count: number,
  request: (index: number) => Promise<LightMyRequestResponse>,
) {
  const seen: number[] = [];
  for (let index = 0; index < count; index++) seen.push((await request(index)).statusCode);
  return seen;
}

export function limitOf({ headers }: LightMyRequestResponse) {
  const number = (name: string) => Number(headers[`x-ratelimit-${name}`]);
  return { limit: number('limit'), remaining: number('remaining'), reset: number('reset') };
}
