/** The service as a table of contents: what is mounted, in order. */
import { operations } from '@footfall/contract/operations';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Database } from './db/connect.ts';
import { allowBrowsers } from './http/cors.ts';
import { documentRoutes } from './http/documents.ts';
import { handleErrors, rejectBadRequest } from './http/errors.ts';
import { healthRoutes } from './http/health.ts';
import { parseJsonBodies } from './http/json-parser.ts';
import { mountOperations } from './http/mount.ts';
import { observeRequests } from './http/observe.ts';
import { websiteRoutes } from './http/website.ts';
import { identityHandlers } from './identities/handlers.ts';
import { GroupCommit } from './ingest/group-commit.ts';
import { ingestRoutes } from './ingest/routes.ts';
import { KeyRing } from './keys/key-ring.ts';
import { leadHandlers } from './leads/handlers.ts';
import { createMetrics } from './observability.ts';

export interface AppOptions {
  config: Config;
  db: Database;
  log: Logger;
}

export async function buildApp({ config, db, log }: AppOptions): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = log;
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    genReqId: () => crypto.randomUUID(),
    frameworkErrors: rejectBadRequest,
    routerOptions: { maxParamLength: 200 },
  });

  const keys = new KeyRing(db, (err) => log.warn({ err }, 'last use of keys not written'));
  const metrics = createMetrics(() => commit.depth);
  const commit = new GroupCommit(db, {
    onCommit(messages, seconds) {
      metrics.commitSize.observe(messages);
      metrics.commitSeconds.observe(seconds);
    },
    onFailure: (err) => log.warn({ err }, 'a group of messages was not stored at once'),
  });

  handleErrors(app);
  observeRequests(app, metrics);
  allowBrowsers(app);
  parseJsonBodies(app);

  healthRoutes(app, { db, metrics });
  await websiteRoutes(app, { config, db });
  documentRoutes(app, { config });
  ingestRoutes(app, {
    db,
    keys,
    commit,
    onAnswer({ accepted, duplicates, rejected }) {
      metrics.ingestMessages.inc({ status: 'accepted' }, accepted);
      metrics.ingestMessages.inc({ status: 'duplicate' }, duplicates);
      metrics.ingestMessages.inc({ status: 'rejected' }, rejected);
    },
  });
  mountOperations(app, operations, { ...leadHandlers, ...identityHandlers }, { db, keys });

  app.addHook('onClose', async () => {
    await commit.drain();
    await keys.close();
  });
  return app;
}
