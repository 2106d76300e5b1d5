/** The service as a process of its own, as an operator starts it, so that what it takes is its own, and what attacks it is not. */
import { afterAll } from 'vitest';
import { connect } from '../platform/db/connect.ts';
import { clonedDatabase } from './database.ts';
import { type UsedService, usedService } from './harness.ts';
import { makeDirectory, removeDirectory, startSharedFootfall } from './service-process.ts';

export interface AttackedService extends UsedService {
  pid: number;
}

/** It believes who says by `x-forwarded-for` whom a request is from. */
export async function startAttackedService(): Promise<AttackedService> {
  const { ownerUrl, drop } = await clonedDatabase();
  const db = await connect(ownerUrl);
  const dataDir = await makeDirectory();
  const env = { DATABASE_URL: ownerUrl, TRUST_PROXY: '127.0.0.1' };
  const { service, kill } = await startSharedFootfall({ dataDir, env });
  afterAll(async () => {
    await kill();
    await db.close();
    await drop();
    await removeDirectory(dataDir);
  });
  const { url, pid } = service;
  return { ...(await usedService({ db, ownerUrl, url })), pid };
}
