/* The README's first command as a process: what it prints works, and a signal to npm alone ends all that it started. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPostmaster } from '../platform/engine/postmaster.ts';
import {
  clusterOf,
  repository,
  startFootfall,
  status,
  temporaryDirectory,
  until,
} from '../testing/service-process.ts';

test('npm start makes everything, and ends with npm', async () => {
  const dataDir = await temporaryDirectory();
  const npm = await startFootfall({ dataDir, program: ['npm', '--prefix', repository] });
  expect(await status(`${npm.url}/readyz`)).toBe(200);
  expect(npm.stdout()).toContain('Create the first account. This link works once');
  const snippet = /<script async src="(.*)\/sdk\.js" data-key="(svc_pk_\w+)"><\/script>/;
  const [, base = '', key = ''] = snippet.exec(npm.stdout()) ?? [];
  expect(await status(`${base}/sdk.js`)).toBe(200);
  const sent = await fetch(`${base}/ingest`, {
    method: 'POST',
    headers: { 'x-svc-key': key },
    body: JSON.stringify({ type: 'event', name: 'page_view', visitor_id: randomUUID() }),
  });
  expect(await sent.json()).toMatchObject({ data: { accepted: 1 } });

  const cluster = await clusterOf(dataDir);
  await npm.end('SIGTERM');
  await until(async () => (await findPostmaster(cluster)) === undefined);
  expect(await status(`${npm.url}/healthz`)).toBe(0);
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
  expect(log).toContain('database system is shut down');
});
