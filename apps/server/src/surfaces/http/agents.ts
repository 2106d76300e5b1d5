/**
 * POST /mcp: passes agents' requests to `surfaces/mcp/endpoint.ts`. Keys, limits and origins work as in the REST API. GET
 * and DELETE, which earlier revisions used for sessions, are not supported.
 */
import { ApiError } from '@footfall/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KeyRing } from '../../accounts/keys/key-ring.ts';
import type { Config } from '../../platform/config.ts';
import type { AgentEndpoint } from '../mcp/endpoint.ts';
import { secretKeyNeeded } from '../operations/caller.ts';
import { compressAnswer } from './encodings.ts';
import { withRefusedOrigin } from './origins.ts';
import { withKey } from './with-key.ts';

export interface AgentRoutesOptions {
  endpoint: AgentEndpoint;
  keys: KeyRing;
  config: Config;
}

/** A thousand ids and other arguments. */
const bodyLimit = 256 * 1024;

export function agentRoutes(
  app: FastifyInstance,
  { endpoint, keys, config }: AgentRoutesOptions,
): void {
  const hosts = hostsOf(config);
  app.route({
    method: 'POST',
    url: '/mcp',
    bodyLimit,
    // A call may run several operations.
    config: { operation: 'mcp', isLong: true },
    onSend: compressAnswer,
    onRequest(request, _reply, done) {
      done(request.callerKey ? refuseHost(request, hosts) : secretKeyNeeded());
    },
    async handler(request, reply) {
      const answer = await withKey(request, keys, (key) =>
        withRefusedOrigin(request, reply, key, (refusal) =>
          endpoint.answer({
            key,
            refusal,
            origin: { ip: request.callerIp, userAgent: request.headers['user-agent'] ?? '' },
            headers: request.headers,
            query: Object(request.query),
            body: request.body,
          }),
        ),
      );
      if (answer.contentType) reply.type(answer.contentType);
      return reply.code(answer.status).send(answer.text);
    },
    errorHandler(error, request, reply) {
      challenge(error, request, reply);
      throw error;
    },
  });
  app.addHook('onClose', () => endpoint.close());
}

/** The missing permission, in RFC 6750's format. */
function challenge(error: unknown, { callerToken }: FastifyRequest, reply: FastifyReply): void {
  if (!(error instanceof ApiError)) return;
  if (error.code === 'unauthorized') {
    const fault = callerToken === undefined ? '' : ', error="invalid_token"';
    reply.header('www-authenticate', `Bearer realm="footfall"${fault}, scope="mcp"`);
  }
  if (error.code === 'forbidden' && error.details?.reason === 'missing_scope') {
    const scopes = (error.details.scopes as string[]).join(' ');
    reply.header(
      'www-authenticate',
      `Bearer realm="footfall", error="insufficient_scope", scope="${scopes}"`,
    );
  }
}

/** A page with a DNS name rebound to this machine sends its own name. */
function refuseHost(
  { hostname }: FastifyRequest,
  hosts: ReadonlySet<string>,
): ApiError | undefined {
  if (hosts.has(hostname.toLowerCase())) return undefined;
  return new ApiError(
    'forbidden',
    'The service does not accept this host name. Set PUBLIC_URL to the URL that agents use.',
    { reason: 'host_not_allowed' },
  );
}

function hostsOf({ host, publicUrl }: Config): ReadonlySet<string> {
  return new Set(['localhost', '127.0.0.1', '[::1]', host, new URL(publicUrl).hostname]);
}
