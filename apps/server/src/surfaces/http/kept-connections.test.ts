import { once } from 'node:events';
import { createConnection } from 'node:net';
import { expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { createLogger } from '../../platform/observability.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();

test('shutdown ends when requests are answered, whatever connections stay open', async () => {
  const log = createLogger({ logLevel: 'silent' }, false);
  const app = await buildApp({ config: h.config, db: h.db, log });
  const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const unused = createConnection(Number(url.port), url.hostname);
  unused.on('error', () => undefined);
  await once(unused, 'connect');
  const answer = fetch(`${url.origin}/api/v1/leads`, {
    headers: { authorization: `Bearer ${h.workspace.secretKey}` },
  });
  await once(app.server, 'request');
  const begun = performance.now();
  await app.close();
  // Kept connections would hold it up for over a minute.
  expect(performance.now() - begun).toBeLessThan(20_000);
  expect((await answer).status).toBe(200);
  unused.destroy();
});
