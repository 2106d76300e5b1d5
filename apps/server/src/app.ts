/** The service as a table of contents: what is mounted, in order. */

import type { IngestAnswer } from '@footfall/contract/ingest';
import { memberOperations } from '@footfall/contract/member-operations';
import { operations } from '@footfall/contract/operations';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { type Background, startBackground } from './background.ts';
import type { Backups } from './backups.ts';
import { repeatedWarnings } from './common/repeated-warnings.ts';
import type { Config } from './config.ts';
import type { Database } from './db/connect.ts';
import { DatabaseClock, selectDatabaseTime } from './db/database-clock.ts';
import { patienceOf } from './db/limits.ts';
import type { DiskWatch } from './engine/disk-watch.ts';
import {
  type AddressLookup,
  type KnownNetworks,
  openAddressTables,
} from './enrichment/addresses/address-tables.ts';
import { startHousekeeping } from './housekeeping.ts';
import { accountDesk, authRoutes } from './http/account-desk.ts';
import { agentRoutes } from './http/agents.ts';
import { AnswerClocks, answerInTime } from './http/answer-clocks.ts';
import { BodyRoom } from './http/body-room.ts';
import { Callers } from './http/callers.ts';
import { allowBrowsers } from './http/cors.ts';
import { dashboardDoor } from './http/dashboard-door.ts';
import { dashboardRoutes } from './http/dashboard-pages.ts';
import { documentRoutes } from './http/documents.ts';
import { answerBrokenRequest, handleErrors, rejectBadRequest, toApiError } from './http/errors.ts';
import { FirstParty } from './http/first-party.ts';
import { healthRoutes } from './http/health.ts';
import { HeavyTurns } from './http/heavy-turns.ts';
import { identifyCallers } from './http/identify.ts';
import { ingestAddresses } from './http/ingest-addresses.ts';
import { ingestDirectly } from './http/ingest-direct.ts';
import { IngestDoor } from './http/ingest-door.ts';
import { ingestRoutes } from './http/ingest-routes.ts';
import { parseJsonBodies } from './http/json-parser.ts';
import { endKeptConnections } from './http/kept-connections.ts';
import { keyDoor } from './http/key-door.ts';
import { limitedMailer } from './http/mail-limits.ts';
import { mountOperations } from './http/mount.ts';
import { observeRequests } from './http/observe.ts';
import { requireOneHost } from './http/one-host.ts';
import { answerUnderOwnName } from './http/own-host.ts';
import { trustProxy } from './http/peer.ts';
import { answerPrivately } from './http/private-answers.ts';
import { RateLimits } from './http/rate-limits.ts';
import { FileSender } from './http/send-file.ts';
import { senderRoutes } from './http/sender-addresses.ts';
import { makeSerializersWhenAsked } from './http/serializers.ts';
import { shareRoutes } from './http/share-door.ts';
import { answerUnknownRoutes } from './http/unknown-routes.ts';
import { websiteRoutes } from './http/website.ts';
import { Allowances } from './ingest/allowances.ts';
import { FailedLane } from './ingest/failed-lane.ts';
import { GroupCommit } from './ingest/group-commit.ts';
import { StoreFaults } from './ingest/store-faults.ts';
import { jobHandlers } from './job-handlers.ts';
import { KeyRing } from './keys/key-ring.ts';
import { AgentEndpoint, type ServeAgent } from './mcp/endpoint.ts';
import { serverFor } from './mcp/server.ts';
import { type PasswordCost, usualCost } from './members/accounts/passwords.ts';
import { createMetrics } from './observability.ts';
import { AgentDesk } from './operations/agent-desk.ts';
import { ChangeFeed } from './operations/change-feed.ts';
import { handlers } from './operations/handlers.ts';
import { operationRunner } from './operations/run.ts';
import { serviceMetrics } from './service-metrics.ts';
import { version } from './version.ts';
import { readWebsiteScripts } from './website-scripts.ts';
import { DailyUsage } from './workspaces/daily-usage.ts';
import { quotaMetrics } from './workspaces/quota-metrics.ts';
import { type OwnSecret, SettingsCache } from './workspaces/settings-cache.ts';

declare module 'fastify' {
  interface FastifyInstance {
    background: Background;
    addressTables: AddressLookup;
    /** On the port that the metrics have for themselves, which it returns; undefined where they have none. */
    listenForMetrics: () => Promise<number | undefined>;
  }
}

export interface AppOptions {
  config: Config;
  db: Database;
  log: Logger;
  /** Of the database, where it is on this machine. */
  disk?: DiskWatch | undefined;
  /** That the service makes of itself. */
  backups?: Backups | undefined;
  /** Of the installation (members/accounts/secret.ts); without it those of SECRET_KEY. */
  secretKeys?: readonly string[];
  /** With which a command signs what it sends to the application that it started for itself. */
  ownSecret?: OwnSecret;
  /** Networks that a command made up, for the same application only. */
  ownNetworks?: KnownNetworks | undefined;
  /** Another only where a test decides what time it is. */
  clock?: DatabaseClock;
  /** Another only to try the protocol. */
  serveAgent?: ServeAgent;
  /** Shorter in tests, which would wait for it most of the time. */
  sinkPollMs?: number;
  /** Less in tests, most of whose time it would take. */
  passwordCost?: PasswordCost;
  /** What a question may take at most, whatever its operation says; less in tests of that. */
  mostSeconds?: number;
}

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const {
    config,
    db,
    log,
    disk,
    backups,
    serveAgent = serverFor,
    passwordCost = usualCost,
  } = options;
  const { secretKeys = config.secretKeys } = options;
  const trust = trustProxy(config.trustProxy);
  const loggerInstance: FastifyBaseLogger = log;
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trust ?? false,
    requestTimeout: 30_000,
    // A busy machine may take long to compile what a part of it needs.
    pluginTimeout: 60_000,
    keepAliveTimeout: 72_000,
    genReqId: () => crypto.randomUUID(),
    frameworkErrors: (error, request, reply) =>
      void rejectBadRequest(error, request, reply, identify),
    clientErrorHandler: answerBrokenRequest,
    routerOptions: { maxParamLength: 200 },
  });

  const warn = repeatedWarnings(log);
  const keys = new KeyRing(db, (err) => warn(err, 'last use of keys not written'));
  const clock = options.clock ?? clockOf(db, log);
  await clock.ask();
  const metrics = createMetrics();
  const onCommit = (messages: number, seconds: number) => {
    metrics.commitSize.observe(messages);
    metrics.commitSeconds.observe(seconds);
  };
  const faults = new StoreFaults();
  const commit = new GroupCommit(db, {
    faults,
    onStored(messages, isAgain) {
      for (const { workspaceId, visitorId, isTest, outcome } of messages) {
        const isNew = outcome === 'accepted' || (isAgain && outcome === 'duplicate');
        if (isNew) background.dirtyVisitors.add(workspaceId, visitorId, isTest);
      }
      feed.wakeAll(messages);
    },
    onCommit,
    // Whoever waits for longer has been answered.
    deadlineMs: config.requestDeadlineMs,
    patienceMs: patienceOf(config),
    onTime: (databaseMs, asked) => clock.learn(databaseMs, asked),
    onFailure: (err) => warn(err, 'a group of messages was not stored at once'),
  });

  const settings = new SettingsCache(db, { ownSecret: options.ownSecret });
  const usage = new DailyUsage(db, {
    onWarning: (workspaceId, quota, used, limit) =>
      log.warn({ workspaceId, quota, used, limit }, 'a quota of the day is nearly used up'),
    onFailure: (err) => warn(err, 'what was used of the day not written yet'),
  });
  quotaMetrics(metrics.registry, usage);
  const addresses = openAddressTables({
    ownNetworks: options.ownNetworks,
    onError: (err) => log.error({ err }, 'no places and networks: the address tables are unusable'),
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
    if (accepted > 0) metrics.ingestMessages.inc({ status: 'accepted' }, accepted);
    if (duplicates > 0) metrics.ingestMessages.inc({ status: 'duplicate' }, duplicates);
    if (rejected > 0) metrics.ingestMessages.inc({ status: 'rejected' }, rejected);
    if (ignored > 0) metrics.ingestMessages.inc({ status: 'ignored' }, ignored);
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
      admitMail: mailer && ((mail) => mailer.admit(mail)),
    },
    mostSeconds: options.mostSeconds,
  });
  const feed = new ChangeFeed(db, {
    onError: (err) => warn(err, 'changes cannot be read just now'),
  });
  const files = new FileSender();
  const failedLane = new FailedLane(db, commit.freeLane, faults, onCommit);
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
    disk,
    turns,
    room: new BodyRoom(),
    onAnswer: countMessages,
  });

  const clocks = new AnswerClocks(config, () => metrics.lateAnswers.inc());
  serviceMetrics(metrics.registry, { db, clock, commit, door, faults, disk, backups });
  const observe = observeRequests(app, metrics);
  const messagesAt = ingestAddresses(config.paths);
  const firstParty = new FirstParty({ trust, renews: config.renewsCookies });
  ingestDirectly(app, {
    callers,
    door,
    observe,
    clocks,
    trust,
    addresses: messagesAt,
    firstParty,
  });
  answerPrivately(app);
  requireOneHost(app);
  makeSerializersWhenAsked(app);
  endKeptConnections(app);
  handleErrors(app);
  answerUnknownRoutes(app);
  allowBrowsers(app, firstParty);
  answerUnderOwnName(app, config);
  const { sessions } = desk;
  answerInTime(app, clocks);
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
  ingestRoutes(app, { db, clock, keys, settings, door, trust, addresses: messagesAt, firstParty });
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
    onFault: (err) => log.error({ err }, 'a call of an agent failed'),
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

function clockOf(db: Database, log: Logger): DatabaseClock {
  return new DatabaseClock(
    () => selectDatabaseTime(db),
    (differenceMs) =>
      differenceMs === 0
        ? log.info('the clocks of this machine and of the database agree')
        : log.warn(
            { differenceMs },
            "the clock of this machine differs from the database's: messages are dated by that one",
          ),
  );
}
