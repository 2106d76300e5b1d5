/** The service as a table of contents: what is mounted, in order. */

import type { IngestAnswer } from '@footfall/contract/ingest';
import { memberOperations } from '@footfall/contract/member-operations';
import { operations } from '@footfall/contract/operations';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { KeyRing } from './accounts/keys/key-ring.ts';
import { type PasswordCost, usualCost } from './accounts/sign-in/passwords.ts';
import { DailyUsage } from './accounts/workspaces/daily-usage.ts';
import { quotaMetrics } from './accounts/workspaces/quota-metrics.ts';
import { type OwnSecret, SettingsCache } from './accounts/workspaces/settings-cache.ts';
import { type Background, startBackground } from './background/background.ts';
import type { Backups } from './background/backups.ts';
import { startHousekeeping } from './background/housekeeping.ts';
import { jobHandlers } from './background/job-handlers.ts';
import { serviceMetrics } from './background/service-metrics.ts';
import { Allowances } from './collect/ingest/allowances.ts';
import { FailedLane } from './collect/ingest/failed-lane.ts';
import { GroupCommit } from './collect/ingest/group-commit.ts';
import { KnownErasures } from './collect/ingest/known-erasures.ts';
import { StoreFaults } from './collect/ingest/store-faults.ts';
import {
  type AddressLookup,
  type KnownNetworks,
  openAddressTables,
} from './enrichment/addresses/address-tables.ts';
import { erasureKey } from './people/erased/erased-names.ts';
import { repeatedWarnings } from './platform/common/repeated-warnings.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/db/connect.ts';
import { clockOf, type DatabaseClock } from './platform/db/database-clock.ts';
import { patienceOf } from './platform/db/limits.ts';
import type { DiskWatch } from './platform/engine/disk-watch.ts';
import { createMetrics } from './platform/observability.ts';
import { version } from './platform/version.ts';
import { readWebsiteScripts } from './platform/website-scripts.ts';
import { accountDesk, authRoutes } from './surfaces/http/account-desk.ts';
import { agentRoutes } from './surfaces/http/agents.ts';
import { answerClocks, answerInTime } from './surfaces/http/answer-clocks.ts';
import { BodyRoom } from './surfaces/http/body-room.ts';
import { Callers } from './surfaces/http/callers.ts';
import { allowBrowsers } from './surfaces/http/cors.ts';
import { dashboardDoor } from './surfaces/http/dashboard-door.ts';
import { dashboardRoutes } from './surfaces/http/dashboard-pages.ts';
import { documentRoutes } from './surfaces/http/documents.ts';
import {
  answerBrokenRequest,
  handleErrors,
  rejectBadRequest,
  toApiError,
} from './surfaces/http/errors.ts';
import { FirstParty } from './surfaces/http/first-party.ts';
import { healthRoutes } from './surfaces/http/health.ts';
import { HeavyTurns } from './surfaces/http/heavy-turns.ts';
import { identifyCallers } from './surfaces/http/identify.ts';
import { ingestAddresses } from './surfaces/http/ingest-addresses.ts';
import { IngestDoor } from './surfaces/http/ingest-door.ts';
import { takeIngestRequests } from './surfaces/http/ingest-requests.ts';
import { parseJsonBodies } from './surfaces/http/json-parser.ts';
import { endKeptConnections } from './surfaces/http/kept-connections.ts';
import { keyDoor } from './surfaces/http/key-door.ts';
import { limitedMailer } from './surfaces/http/mail-limits.ts';
import { mountOperations } from './surfaces/http/mount.ts';
import { observeRequests } from './surfaces/http/observe.ts';
import { requireOneHost } from './surfaces/http/one-host.ts';
import { answerUnderOwnName } from './surfaces/http/own-host.ts';
import { trustProxy } from './surfaces/http/peer.ts';
import { answerPrivately } from './surfaces/http/private-answers.ts';
import { RateLimits } from './surfaces/http/rate-limits.ts';
import { spellUsually } from './surfaces/http/request-target.ts';
import { FileSender } from './surfaces/http/send-file.ts';
import { senderRoutes } from './surfaces/http/sender-addresses.ts';
import { makeSerializersOnDemand } from './surfaces/http/serializers.ts';
import { shareRoutes } from './surfaces/http/share-door.ts';
import { answerUnknownRoutes } from './surfaces/http/unknown-routes.ts';
import { visitorResolveRoute } from './surfaces/http/visitor-resolve.ts';
import { websiteRoutes } from './surfaces/http/website.ts';
import { AgentEndpoint, type ServeAgent } from './surfaces/mcp/endpoint.ts';
import { serverFor } from './surfaces/mcp/server.ts';
import { AgentDesk } from './surfaces/operations/agent-desk.ts';
import { ChangeFeed } from './surfaces/operations/change-feed.ts';
import { handlers } from './surfaces/operations/handlers.ts';
import { operationRunner } from './surfaces/operations/run.ts';

declare module 'fastify' {
  interface FastifyInstance {
    background: Background;
    addressTables: AddressLookup;
    /** On the separate metrics port, which it returns; undefined if there is none. */
    listenForMetrics: () => Promise<number | undefined>;
  }
}

export interface AppOptions {
  config: Config;
  db: Database;
  log: Logger;
  /** The database's disk, if it is on this machine. */
  disk?: DiskWatch | undefined;
  /** The service's own backups. */
  backups?: Backups | undefined;
  /** The installation's keys (accounts/sign-in/secret.ts); default: those of SECRET_KEY. */
  secretKeys?: readonly string[];
  /** Signs messages of a command to the application it started itself. */
  ownSecret?: OwnSecret;
  /** A command's made-up networks, for the same application only. */
  ownNetworks?: KnownNetworks | undefined;
  /** Replaced only in tests that set the time. */
  clock?: DatabaseClock;
  /** Replaced only to test the protocol. */
  serveAgent?: ServeAgent;
  /** Shorter in tests. */
  sinkPollMs?: number;
  /** Lower in tests. */
  passwordCost?: PasswordCost;
  /** Upper time limit of any operation's queries; lower in tests of it. */
  mostSeconds?: number;
}

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, db, log, disk, backups } = options;
  const {
    serveAgent = serverFor,
    passwordCost = usualCost,
    secretKeys = config.secretKeys,
  } = options;
  const trust = trustProxy(config.trustProxy);
  const loggerInstance: FastifyBaseLogger = log;
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trust ?? false,
    requestTimeout: 30_000,
    // A busy machine may take long to compile a plugin's modules.
    pluginTimeout: 60_000,
    keepAliveTimeout: 72_000,
    genReqId: () => crypto.randomUUID(),
    frameworkErrors: (error, request, reply) =>
      void rejectBadRequest(error, request, reply, identify),
    clientErrorHandler: answerBrokenRequest,
    routerOptions: { maxParamLength: 200 },
  });

  const warn = repeatedWarnings(log);
  const keys = new KeyRing(db, (err) => warn(err, 'could not record the last use of keys'));
  const clock = options.clock ?? clockOf(db, log);
  await clock.ask();
  const metrics = createMetrics();
  const onCommit = (messages: number, seconds: number) => {
    metrics.commitSize.observe(messages);
    metrics.commitSeconds.observe(seconds);
  };
  const faults = new StoreFaults();
  const namesKey = erasureKey(db, secretKeys);
  const erasures = new KnownErasures(namesKey);
  const commit = new GroupCommit(db, {
    faults,
    erasures,
    onStored(messages, isAgain) {
      for (const { workspaceId, visitorId, isTest, outcome } of messages) {
        const isNew = outcome === 'accepted' || (isAgain && outcome === 'duplicate');
        if (isNew) background.dirtyVisitors.add(workspaceId, visitorId, isTest);
      }
      feed.wakeAll(messages);
    },
    onCommit,
    // Later requests were already answered.
    deadlineMs: config.requestDeadlineMs,
    patienceMs: patienceOf(config),
    onTime: (databaseMs, reading) => clock.learn(databaseMs, reading),
    onFailure: (err) => warn(err, 'could not store a group of messages; retrying'),
  });

  const settings = new SettingsCache(db, { ownSecret: options.ownSecret });
  const usage = new DailyUsage(db, {
    onWarning: (workspaceId, quota, used, limit) =>
      log.warn({ workspaceId, quota, used, limit }, 'a daily quota is nearly used up'),
    onFailure: (err) => warn(err, 'could not record daily usage; retrying'),
  });
  quotaMetrics(metrics.registry, usage);
  const addresses = openAddressTables({
    ownNetworks: options.ownNetworks,
    onError: (err) =>
      log.error({ err }, 'the address tables cannot be used; visits get no location or network'),
  });

  const background = startBackground({
    db,
    log,
    registry: metrics.registry,
    handlers: jobHandlers,
    sinkUrl: config.sinkUrl,
    sinkPollMs: options.sinkPollMs,
  });
  app.decorate('background', background);
  app.decorate('addressTables', addresses);

  const countMessages = ({ accepted, duplicates, rejected, ignored = 0 }: IngestAnswer['data']) => {
    const counts = { accepted, duplicate: duplicates, rejected, ignored };
    for (const [status, count] of Object.entries(counts)) {
      if (count > 0) metrics.ingestMessages.inc({ status }, count);
    }
  };

  const limits = new RateLimits(config.redisUrl, log);

  const mailer = limitedMailer(config, limits, log);
  const desk = accountDesk({
    db,
    config,
    log,
    keys: secretKeys,
    limits,
    mailer,
    addresses,
    passwordCost,
  });

  const callers = new Callers({ config, keys, limits });
  const turns = new HeavyTurns();
  const scripts = await readWebsiteScripts(config.paths);
  const run = operationRunner({ ...operations, ...memberOperations }, handlers, {
    db,
    onUsed(caller) {
      if (caller.kind === 'key') keys.markUsed(caller.key);
    },
    hasCompany: (workspaceId) => turns.hasCompany({ workspaceId, network: '' }),
    outside: {
      publicUrl: config.publicUrl,
      scripts,
      erasureKey: namesKey,
      admitMail: mailer && ((mail) => mailer.admit(mail)),
    },
    mostSeconds: options.mostSeconds,
  });
  const feed = new ChangeFeed(db, {
    onError: (err) => warn(err, 'could not read changes; retrying'),
  });
  const files = new FileSender();
  const failedLane = new FailedLane(db, commit.freeLane, { faults, onCommit, erasures });
  const door = new IngestDoor({
    db,
    clock,
    keys,
    commit,
    failedLane,
    allowances: new Allowances({ bytes: 256 * 1024, bytesPerSecond: 1024 }),
    settings,
    usage,
    addresses,
    faults,
    erasures,
    disk,
    turns,
    room: new BodyRoom(),
    onAnswer: countMessages,
  });

  const startClock = answerClocks(config, () => metrics.lateAnswers.inc());
  serviceMetrics(metrics.registry, { db, clock, commit, door, faults, disk, backups });
  const observe = observeRequests(app, metrics);
  const messagesAt = ingestAddresses(config.paths);
  const firstParty = new FirstParty({ trust, renews: config.renewsCookies });
  takeIngestRequests(app, {
    callers,
    door,
    observe,
    startClock,
    trust,
    addresses: messagesAt,
    firstParty,
  });
  answerPrivately(app);
  requireOneHost(app);
  spellUsually(app);
  makeSerializersOnDemand(app);
  endKeptConnections(app);
  handleErrors(app);
  answerUnknownRoutes(app, messagesAt.keys());
  allowBrowsers(app, firstParty);
  answerUnderOwnName(app, config);
  const { sessions } = desk;
  answerInTime(app, startClock);
  const identify = identifyCallers(app, { callers, trust, turns, sessions });
  parseJsonBodies(app, turns);

  healthRoutes(app, {
    config,
    db,
    metrics,
    commit,
    faults,
    disk,
    longestWaitMs: config.requestDeadlineMs,
  });
  websiteRoutes(app, scripts);
  await dashboardRoutes(app, { config });
  documentRoutes(app, { config });
  visitorResolveRoute(app, { db, clock, keys, settings, door, trust });
  senderRoutes(app, { callers, door, trust, config });
  mountOperations(app, operations, keyDoor(keys), { run, feed, files });
  mountOperations(app, { ...operations, ...memberOperations }, dashboardDoor(sessions, config), {
    run,
    feed,
    files,
  });
  await authRoutes(app, desk);
  shareRoutes(app, { config, db, run, limits });
  const endpoint = new AgentEndpoint({
    desk: new AgentDesk(db, settings, (key) => keys.markUsed(key)),
    onWrite: (workspaceId) => feed.wake(workspaceId),
    run,
    baseUrl: config.publicUrl,
    version,
    toApiError,
    onFault: (err) => log.error({ err }, 'a tool call of an agent failed'),
    serve: serveAgent,
  });
  agentRoutes(app, { endpoint, keys, config });

  const housekeeping = startHousekeeping(db, log, {
    lifetime: config.sessions,
    securityLogDays: config.securityLogDays,
    onRemoved: (kind, rows) => metrics.retentionRemoved.inc({ kind }, rows),
    onExpiringKeys: (count) => metrics.expiringKeys.set(count),
  });

  app.addHook('preClose', () => {
    files.stop();
    return feed.close();
  });
  app.addHook('onClose', async () => {
    await housekeeping.stop();
    await Promise.all([commit.drain(), failedLane.drain()]);
    await usage.stop();
    await background.stop();
    await keys.close();
    await limits.close();
    await addresses.close();
    await mailer?.close();
  });
  return app;
}
