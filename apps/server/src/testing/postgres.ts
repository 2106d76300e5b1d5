/*
 * vitest's globalSetup: one PostgreSQL for the whole run, with a migrated template database from
 * which each test clones its own (testing/harness.ts). Provided to the tests:
 *
 *   postgresUrl        the owner's URL of the server's `postgres` database
 *   templateDatabase   the name for `create database … template …`; nobody may be connected to it
 *   workerUrls         of servers that have the template, too: those of a cluster (citus-run.ts), none here
 *
 * TEST_DATABASE_URL names a server to use instead of the embedded one (a superuser's URL).
 */
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { migrate } from '../platform/db/migrate.ts';
import { clusterOwner } from '../platform/engine/cluster.ts';
import { startEngine } from '../platform/engine/engine.ts';
import { runAs } from '../platform/engine/os-user.ts';
import { engineProgram } from '../platform/engine/program.ts';
import { SUPERUSER } from '../platform/engine/roles.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    templateDatabase: string;
    workerUrls: string[];
  }
}

const TEST_SETTINGS = {
  // Nothing here outlives the run.
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '200',
  // It may be in memory.
  max_wal_size: '512MB',
  // Each test file opens connections of its own, and a password of these servers protects nothing.
  scram_iterations: '1',
};

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer(process.env.TEST_DATABASE_URL);
  const templateDatabase = `footfall_template_${process.pid}`;
  const admin = postgres(server.url, { max: 1, onnotice: () => undefined });
  const close = async () => {
    await admin.unsafe(`drop database if exists ${templateDatabase} with (force)`);
    await admin.end();
    await server.close();
  };
  try {
    await admin.unsafe(`create database ${templateDatabase}`);
    await migrate(databaseUrl(server.url, templateDatabase));
  } catch (error) {
    await close();
    throw error;
  }
  project.provide('postgresUrl', server.url);
  project.provide('templateDatabase', templateDatabase);
  project.provide('workerUrls', []);
  return close;
}

/** The same server, another database. */
export function databaseUrl(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

const gigabyte = 1024 ** 3;

/**
 * Memory, where there is room for it: each test file makes a database of 700 files and removes it, which keeps the
 * system's part of a disk busy for longer than some files' tests. TMPDIR says where else.
 */
export async function roomyDirectory(): Promise<string> {
  const shared = '/dev/shm';
  const { bavail, bsize } = await statfs(shared).catch(() => ({ bavail: 0, bsize: 0 }));
  const isRoomy = Math.min(bavail * bsize, freemem()) > 6 * gigabyte;
  return isRoomy && process.env.TMPDIR === undefined ? shared : tmpdir();
}

interface TestServer {
  url: string;
  close(): Promise<void>;
}

async function openServer(existingUrl: string | undefined): Promise<TestServer> {
  if (existingUrl !== undefined && existingUrl !== '')
    return { url: existingUrl, close: async () => undefined };
  const dataDir = await mkdtemp(join(await roomyDirectory(), 'footfall-test-'));
  // For root: its unprivileged engine has to get in, or the data would go elsewhere.
  await chmod(dataDir, 0o755);
  // The application has one database only, and each test file one of its own.
  const hbaFile = join(dataDir, 'test_hba.conf');
  await writeFile(hbaFile, 'host all all 127.0.0.1/32 scram-sha-256\n', { mode: 0o644 });
  const settings = { ...TEST_SETTINGS, hba_file: `'${hbaFile}'` };
  const start = () => startEngine({ dataDir, settings, onLog: () => undefined });
  // The superuser cannot log in, and the tests make and drop databases, logins and connections.
  const made = await start();
  await made.stop(1_000);
  const user = await clusterOwner(made.cluster);
  const { postgres: program } = await engineProgram(user, dataDir);
  const open = `alter role ${SUPERUSER} login password 'test';\n`;
  await runAs(user, program, ['--single', '-F', '-D', made.cluster, 'postgres'], open);
  const engine = await start();
  const url = new URL(databaseUrl(engine.url, 'postgres'));
  url.username = SUPERUSER;
  url.password = 'test';
  return {
    url: url.href,
    async close() {
      await engine.stop(1_000);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
