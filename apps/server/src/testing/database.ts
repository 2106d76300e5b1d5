/** Databases of tests. A service with one of its own is harness.ts. */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { inject, onTestFinished } from 'vitest';
import { databaseUrl } from './postgres.ts';

/** A migrated one; `drop` removes it. */
export async function clonedDatabase() {
  // Nodes of a cluster know each other's databases by their name: copies of those that they share share theirs.
  return cloneOf(inject('templateDatabase'), [inject('postgresUrl'), ...inject('workerUrls')]);
}

/** The owner's URL of a database with the tables of this version; removed when the test is finished. */
export async function migratedDatabase(): Promise<string> {
  const { ownerUrl, drop } = await clonedDatabase();
  onTestFinished(drop);
  return ownerUrl;
}

/** On one server, whatever the others are on. */
export async function emptyDatabase(): Promise<string> {
  const { ownerUrl, drop } = await cloneOf('template0', [inject('postgresUrl')]);
  onTestFinished(drop);
  return ownerUrl;
}

async function cloneOf(template: string, serverUrls: string[]) {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const admins = serverUrls.map((url) => postgres(url, { max: 1, onnotice: () => undefined }));
  await Promise.all(
    admins.map((admin) =>
      // The other strategy writes each page to the journal first, and takes twice as long.
      admin.unsafe(`create database ${name} template ${template} strategy file_copy`),
    ),
  );
  return {
    ownerUrl: databaseUrl(inject('postgresUrl'), name),
    /** Of connections to it, and of those that make and drop it, on this side. */
    async clientPorts() {
      const ports = await Promise.all(
        admins.map(
          (admin) => admin<{ port: number }[]>`
            select client_port as port from pg_stat_activity
            where datname = ${name} or pid = pg_backend_pid()`,
        ),
      );
      return ports.flat().map(({ port }) => port);
    },
    async drop() {
      await Promise.all(
        admins.map(async (admin) => {
          try {
            await admin.unsafe(`drop database if exists ${name} with (force)`);
          } finally {
            await admin.end();
          }
        }),
      );
    },
  };
}
