/** /metrics for Prometheus, on the main or a separate port, with a token if configured. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError } from '@footfall/contract/errors';
import type { FastifyInstance } from 'fastify';
import type { MetricsConfig } from '../../platform/config.ts';
import { bearerToken } from './callers.ts';
import { type OwnNames, refuseOtherHosts } from './own-host.ts';

export interface MetricsOptions {
  config: OwnNames;
  contentType: string;
  render: () => Promise<string>;
}

/** Prometheus sends some hundred bytes of headers, and waits 10 seconds. */
const limits = { maxHeaderSize: 8192, headersTimeout: 5_000, requestTimeout: 10_000 };

export function serveMetrics(app: FastifyInstance, options: MetricsOptions): void {
  const { contentType, render } = options;
  const { metrics } = options.config;
  if (metrics.port !== undefined) {
    onItsOwnPort(app, options);
    return;
  }
  app.decorate('listenForMetrics', async () => undefined);
  app.get(
    '/metrics',
    { config: { isFree: true, needsOwnHost: true } },
    async ({ headers }, reply) => {
      if (!mayRead(metrics, bearerToken(headers))) throw tokenNeeded();
      return reply.type(contentType).send(await render());
    },
  );
}

function mayRead({ token }: MetricsConfig, presented: string | undefined): boolean {
  if (token === undefined) return true;
  return presented !== undefined && timingSafeEqual(hashed(presented), hashed(token));
}

const hashed = (text: string) => createHash('sha256').update(text).digest();

function tokenNeeded(): ApiError {
  return new ApiError(
    'unauthorized',
    'Send `Authorization: Bearer …` with the METRICS_TOKEN of the service.',
  );
}

/** Only serves /metrics. Pages with a DNS name rebound to this machine reach the port too. */
function onItsOwnPort(app: FastifyInstance, { config, contentType, render }: MetricsOptions): void {
  const { metrics } = config;
  const refusalOf = refuseOtherHosts(config);
  const server = createServer(limits, async ({ method, url = '', headers }, response) => {
    const answer = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': type }).end(method === 'HEAD' ? '' : body);
    const refuse = (error: ApiError) =>
      answer(error.status, 'application/json', JSON.stringify(error.body));
    const isKnown = url.split('?', 1)[0] === '/metrics' && (method === 'GET' || method === 'HEAD');
    if (!isKnown) return refuse(new ApiError('not_found', 'This port serves only GET /metrics.'));
    const otherHost = refusalOf(headers.host ?? '');
    if (otherHost) return refuse(otherHost);
    if (!mayRead(metrics, bearerToken(headers))) return refuse(tokenNeeded());
    try {
      return answer(200, contentType, await render());
    } catch (err) {
      app.log.error({ err }, 'could not read metrics');
      return refuse(new ApiError('internal_error', 'The metrics could not be read.'));
    }
  });
  server.maxConnections = 50;
  app.addHook('onClose', () => closed(server));
  app.decorate('listenForMetrics', async () => {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(metrics.port, metrics.host, resolve);
    });
    return (server.address() as AddressInfo).port;
  });
}

function closed(server: ReturnType<typeof createServer>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
