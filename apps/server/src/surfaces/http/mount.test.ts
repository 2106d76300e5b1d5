/* An operation of its own, mounted: DELETE, and an answer without a body. */
import { randomUUID } from 'node:crypto';
import { operation } from '@footfall/contract/operation';
import { idParams } from '@footfall/contract/schema';
import Fastify from 'fastify';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { KeyRing } from '../../accounts/keys/key-ring.ts';
import { rememberedSecret } from '../../accounts/sign-in/secret.ts';
import { cookieStyleOf } from '../../accounts/sign-in/session-cookie.ts';
import { SessionRing } from '../../accounts/sign-in/session-ring.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { ChangeFeed } from '../operations/change-feed.ts';
import { operationRunner } from '../operations/run.ts';
import { Callers } from './callers.ts';
import { handleErrors } from './errors.ts';
import { HeavyTurns } from './heavy-turns.ts';
import { identifyCallers } from './identify.ts';
import { keyDoor } from './key-door.ts';
import { mountOperations } from './mount.ts';
import { RateLimits } from './rate-limits.ts';
import { FileSender } from './send-file.ts';

const h = await sharedHarness();
const keys = new KeyRing(h.db, (error) => {
  throw error;
});
const limits = new RateLimits(undefined, pino({ level: 'silent' }));
const removed: string[] = [];
const operations = {
  removeThing: operation({
    id: 'removeThing',
    method: 'DELETE',
    path: '/things/{id}',
    tag: 'Things',
    summary: 'Remove a thing',
    scopes: ['leads:write'],
    feature: 'api',
    params: idParams,
    status: 204,
  }),
};
const run = operationRunner(
  operations,
  {
    async removeThing({ tx }, { params }) {
      await tx`select 1`;
      removed.push(params.id);
      return undefined;
    },
  },
  { db: h.db, onUsed: () => undefined },
);
const app = Fastify();
handleErrors(app);
identifyCallers(app, {
  callers: new Callers({ config: h.config, keys, limits }),
  trust: undefined,
  turns: new HeavyTurns(),
  sessions: new SessionRing(h.db, cookieStyleOf(h.config.publicUrl), rememberedSecret(h.db)),
});
const feed = new ChangeFeed(h.db, {
  onError(error) {
    throw error;
  },
});
mountOperations(app, operations, keyDoor(keys), { run, feed, files: new FileSender() });
afterAll(async () => {
  await app.close();
  await feed.close();
  await keys.close();
});

test('DELETE is answered 204, without a body, type or tag', async () => {
  const id = randomUUID();
  const remove = (key: string) =>
    app.inject({
      method: 'DELETE',
      url: `/api/v1/things/${id}`,
      headers: { authorization: `Bearer ${key}` },
    });
  const answer = await remove(h.workspace.secretKey);
  expect([answer.statusCode, answer.payload]).toEqual([204, '']);
  for (const name of ['content-type', 'etag']) expect(answer.headers[name]).toBeUndefined();
  expect(answer.headers['x-workspace-id']).toBe(h.workspace.id);
  expect(removed).toEqual([id]);
  const { key } = await h.newKey({ scopes: ['leads:read'] });
  expect((await remove(key)).statusCode).toBe(403);
  expect((await remove(h.workspace.productionKey)).statusCode).toBe(401);
  expect(removed).toHaveLength(1);
});
