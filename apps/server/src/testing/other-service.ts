/** A service as another process on the same database, with connections of its own. */
import { pino } from 'pino';
import { afterAll } from 'vitest';
import { buildApp } from '../app.ts';
import { connect } from '../platform/db/connect.ts';
import type { Harness } from './harness.ts';

/** What it logs is among the harness's lines. */
export async function otherService(h: Harness) {
  const log = pino({ level: 'info' }, { write: (line: string) => h.logLines.push(line) });
  const db = await connect(h.ownerUrl);
  const app = await buildApp({ config: h.config, db, log });
  afterAll(async () => {
    await app.close();
    await db.close();
  });
  return { app, url: await app.listen({ port: 0, host: '127.0.0.1' }) };
}
