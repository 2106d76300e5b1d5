/*
 * vitest's globalSetup of the project `citus`: one cluster for its run, on which each test file has its database as elsewhere
 * (postgres.ts), cloned from a template on every node.
 */
import type { TestProject } from 'vitest/node';
import { migrate } from '../platform/db/migrate.ts';
import { startCitus } from './citus.ts';
import { databaseUrl, roomyDirectory } from './postgres.ts';

const manyFiles = {
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_wal_size: '512MB',
  // Citus has one for each database, beside those that move shards.
  max_worker_processes: '64',
  // A machine that is busy with other things answers late.
  'citus.node_connection_timeout': '30000',
  // Some tests make triggers of their own.
  'citus.enable_unsafe_triggers': 'on',
};

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCitus(await roomyDirectory(), manyFiles);
  try {
    const template = cluster.adminUrl();
    // Tables are changed sooner on one server than on three.
    await migrate(template);
    await cluster.join();
    await migrate(template);
    // A database that somebody is connected to cannot be cloned, and Citus' own worker is.
    await cluster.restart();
    project.provide('postgresUrl', databaseUrl(template, 'postgres'));
    project.provide('templateDatabase', new URL(template).pathname.slice(1));
    const workers = cluster.workers.map((node) => databaseUrl(cluster.adminUrl(node), 'postgres'));
    project.provide('workerUrls', workers);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster.stop;
}
