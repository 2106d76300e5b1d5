/** Prometheus metrics and JSON logs; neither contains keys, personal addresses or bodies. */
import { expiryNoticeDays } from '@footfall/contract/keys';
import { type Logger, pino, stdTimeFunctions } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Config } from './config.ts';

export function createLogger(config: Pick<Config, 'logLevel'>, isTerminal: boolean): Logger {
  return pino({
    ...loggerOptions(config),
    ...(isTerminal && {
      transport: {
        target: 'pino-pretty',
        options: { translateTime: 'SYS:HH:MM:ss', singleLine: true },
      },
    }),
  });
}

export function loggerOptions({ logLevel }: Pick<Config, 'logLevel'>) {
  return {
    level: logLevel,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  };
}

/** Messages of the database and framework may quote values from callers; stacks do not need them. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  const isOwn = !('code' in error);
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '));
  return {
    type: error.name,
    ...('code' in error && { code: error.code }),
    ...('constraint_name' in error && { constraint: error.constraint_name }),
    ...(isOwn && { message: error.message }),
    stack: frames.join('\n'),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    expiringKeys: new Gauge({
      name: 'footfall_keys_expiring',
      help: `Keys that expire within ${expiryNoticeDays} days, as of the latest look, for all processes.`,
      registers: [registry],
    }),
    retentionRemoved: new Counter({
      name: 'footfall_retention_removed_total',
      help: 'Rows that this process removed under the retention of workspaces.',
      labelNames: ['kind'],
      registers: [registry],
    }),
    ingestMessages: new Counter({
      name: 'footfall_ingest_messages_total',
      help: 'Messages by status: accepted, duplicate, rejected or ignored.',
      labelNames: ['status'],
      registers: [registry],
    }),
    commitSize: new Histogram({
      name: 'footfall_ingest_commit_messages',
      help: 'Messages per transaction.',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000],
      registers: [registry],
    }),
    commitSeconds: new Histogram({
      name: 'footfall_ingest_commit_seconds',
      help: 'Duration of a transaction, in seconds.',
      buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5],
      registers: [registry],
    }),
    lateAnswers: new Counter({
      name: 'footfall_http_late_total',
      help: 'Requests answered 503 because the database did not answer in time.',
      registers: [registry],
    }),
    httpSeconds: new Histogram({
      name: 'footfall_http_request_seconds',
      help: 'Duration of HTTP requests by operation and status, in seconds.',
      labelNames: ['operation', 'status'],
      buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5],
      registers: [registry],
    }),
  };
}
