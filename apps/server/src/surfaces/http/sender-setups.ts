/** Setup requests of other services' scripts: where to send, and that nothing else should load. */
import { ApiError } from '@footfall/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { keyKindOf } from '../../accounts/keys/key-text.ts';
import type { Config } from '../../platform/config.ts';
import { openToAllOrigins } from './cors.ts';
import { credentialsIn, credentialsOf } from './foreign-body.ts';

/** Turns off PostHog's other features. */
export const noFlags = {
  featureFlags: {},
  featureFlagPayloads: {},
  flags: {},
  errorsWhileComputingFlags: false,
  supportedCompression: ['gzip', 'gzip-js'],
  isAuthenticated: false,
  autocapture_opt_out: true,
  autocaptureExceptions: false,
  capturePerformance: false,
  captureDeadClicks: false,
  heatmaps: false,
  sessionRecording: false,
  surveys: false,
  productTours: false,
  conversations: false,
  logs: { captureConsoleLogs: false },
  hasFeatureFlags: false,
  defaultIdentifiedOnly: true,
  siteApps: [],
  toolbarParams: {},
  config: { enable_collect_everything: false },
};

export function answerSetups(app: FastifyInstance, config: Config): void {
  setUpSegment(app, config);
  setUpPosthog(app);
}

function setUpSegment(app: FastifyInstance, { publicUrl }: Config): void {
  const { protocol, host, pathname } = new URL(publicUrl);
  const apiHost = `${host}${pathname.replace(/\/$/, '')}/v1`;
  app.get<OfKey>('/v1/projects/:key/settings', free, async ({ params }, reply) => {
    const apiKey = writeKeyIn(params.key);
    reply.headers(openToAllOrigins);
    const own = { apiKey, apiHost, protocol: protocol.slice(0, -1) };
    return { integrations: { 'Segment.io': own }, plan: {} };
  });
  for (const path of ['/sourceConfig', '/sourceConfig/']) {
    app.get(path, free, async (request, reply) => {
      const writeKey = writeKeyIn(writeKeyOf(request));
      reply.headers(openToAllOrigins);
      const source = { id: writeKey, name: 'Footfall', writeKey, workspaceId: 'footfall' };
      const nothing = { enabled: true, config: {}, connections: [], destinations: [] };
      return { source: { ...source, ...nothing }, updatedAt: '' };
    });
  }
}

function setUpPosthog(app: FastifyInstance): void {
  app.get<OfKey>('/array/:key/config', free, async ({ params }, reply) => {
    const token = writeKeyIn(params.key);
    return reply.headers(openToAllOrigins).send({ token, ...noFlags });
  });
  app.get<OfKey>('/array/:key/config.js', free, async ({ params }, reply) => {
    // Letters and digits only, since it is a key.
    const token = writeKeyIn(params.key);
    reply.headers({ ...openToAllOrigins, 'cross-origin-resource-policy': 'cross-origin' });
    return reply
      .type('text/javascript; charset=utf-8')
      .send(
        `(window._POSTHOG_REMOTE_CONFIG=window._POSTHOG_REMOTE_CONFIG||{})["${token}"]=${JSON.stringify(
          { config: { token, ...noFlags }, siteApps: [] },
        )}`,
      );
  });
}

interface OfKey {
  Params: { key: string };
}

const free = { config: { door: 'ingest', isFree: true } } as const;

function writeKeyOf({ headers, query }: FastifyRequest): string {
  const { writeKey } = query as Record<string, unknown>;
  return String(writeKey ?? credentialsOf(headers.authorization)?.token ?? '');
}

/** Unverified: the first message checks it. @throws ApiError */
function writeKeyIn(text: string): string {
  const { token } = credentialsIn(text);
  const kind = keyKindOf(token);
  if (kind !== undefined && kind !== 'secret') return token;
  throw new ApiError('unauthorized', 'This is not a write key. Use `svc_pk_…` or `svc_dev_…`.');
}
