/** A database for one test, where a whole service (harness.ts) is not asked for. */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { inject, onTestFinished } from 'vitest';
import { databaseUrl } from './postgres.ts';

/** The owner's URL of a database with the tables of this version; removed when the test is finished. */
export async function migratedDatabase(): Promise<string> {
  return cloneOf(inject('templateDatabase'));
}

export async function emptyDatabase(): Promise<string> {
  return cloneOf('template0');
}

async function cloneOf(template: string): Promise<string> {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const admin = postgres(inject('postgresUrl'), { max: 1, onnotice: () => undefined });
  onTestFinished(async () => {
    await admin.unsafe(`drop database if exists ${name} with (force)`);
    await admin.end();
  });
  await admin.unsafe(`create database ${name} template ${template}`);
  return databaseUrl(inject('postgresUrl'), name);
}
