/* A backup is the way from one major version of PostgreSQL to another, and back. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand, runJson } from '../testing/command-line.ts';
import { hasOldServer, startOldServer } from '../testing/old-server.ts';
import { startFootfall, status, temporaryDirectory } from '../testing/service-process.ts';
import { SLOW } from '../testing/slow.ts';

test.skipIf(!hasOldServer)(
  'a PostgreSQL 15 serves; what it stored is in the engine’s 18, and back in a 15 (needs /usr/lib/postgresql/15)',
  { timeout: SLOW },
  async () => {
    const place = await temporaryDirectory();
    const [old, other] = await startOldServer();
    const from = { DATABASE_URL: old };
    const engine = { DATA_DIR: join(place, 'data') };
    const back = { DATABASE_URL: other };
    const service = await startFootfall({ dataDir: join(place, 'unused'), env: from });
    expect(await status(`${service.url}/readyz`)).toBe(200);
    expect(await service.end('SIGTERM')).toBe(0);
    const made = await runJson<{ id: string }>(['workspace', 'create', '--name', 'Acme'], from);
    const person = ['--email', 'ann@example.com', '--name', 'Ann', '--role', 'admin'];
    await runJson(['members', 'add', '--workspace', made.id, ...person], from);
    const listed = async (env: Record<string, string>) => [
      await runJson(['members', 'list'], env),
      await runJson(['keys', 'list', '--workspace', made.id], env),
    ];
    const before = await listed(from);
    for (const [source, target] of [
      [from, engine],
      [engine, back],
    ] as const) {
      const folder = join(place, source === from ? 'first' : 'second');
      await runJson(['backup', folder], source);
      const restored = await runCommand(['restore', folder], target);
      expect(restored.code, restored.stderr).toBe(0);
      expect(await listed(target)).toEqual(before);
    }
  },
);
