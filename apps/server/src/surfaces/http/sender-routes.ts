/**
 * Routes for unmodified senders of other services: each one's paths and answers. Their data passes through /ingest/batch
 * with its rules (docs/guides/senders.md).
 */
import type { IngestAnswer } from '@footfall/contract/ingest';
import { ingestLimits } from '@footfall/contract/ingest';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unauthorizedSender } from '../../collect/ingest/write-key.ts';
import type { Dialect } from '../../collect/senders/mapping.ts';
import { behindDoor, enterDoor } from './behind-door.ts';
import { type Callers, type Identified, writeToken } from './callers.ts';
import { type Credentials, credentialsIn, credentialsOf } from './foreign-body.ts';
import type { IngestDoor } from './ingest-door.ts';
import { peerOf, type TrustProxy } from './peer.ts';

export interface SenderOptions {
  callers: Callers;
  door: IngestDoor;
  trust: TrustProxy | undefined;
}

/** Paths of a kind of sender, and its answers. */
export interface SenderRoute {
  paths: string[];
  dialect: Dialect;
  answer: (data: IngestAnswer['data'], reply: FastifyReply) => unknown;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How a route's senders pass their key. */
    keyHint?: string;
  }
  interface FastifyRequest {
    /** The key in the head of a sender's request. */
    senderCredentials: Credentials | undefined;
  }
}

/** Other requests of senders that nobody needs: a constant answer, unread. */
interface UnreadRoute {
  paths: string[];
  answer: object;
}

export interface SenderSurface {
  routes: SenderRoute[];
  unread: UnreadRoute[];
}

export function mountSenderRoutes(
  app: FastifyInstance,
  surface: SenderSurface,
  options: SenderOptions,
): void {
  // A separate scope, like ingest's: these bodies have many labels.
  app.register((scope, _options, done) => {
    mountSenders(scope, surface, options);
    done();
  });
}

function mountSenders(
  app: FastifyInstance,
  { routes, unread }: SenderSurface,
  { callers, door, trust }: SenderOptions,
): void {
  behindDoor(app, door);
  app.decorateRequest('senderCredentials', undefined);

  app.addHook('onRequest', async (request, reply) => {
    const { ip } = peerOf(request.raw, trust);
    const credentials = isUnread(request) ? undefined : credentialsInHead(request);
    request.senderCredentials = credentials;
    if (credentials)
      note(
        request,
        reply,
        credentials.token,
        await callers.identify('ingest', credentials.token, ip),
      );
    else note(request, reply, undefined, callers.refuseUnread(ip));
    if (credentials && !request.callerKey) throw unauthorizedSender(hintOf(request));
    if (request.callerKey) door.admit(request.callerKey);
    await enterDoor(door, ip, request, reply);
  });

  for (const { paths, answer } of unread) {
    const config = { door: 'ingest', findsCaller: true, operation: 'ingest unread' } as const;
    for (const path of paths)
      app.post(path, { config, bodyLimit: unreadBytes }, async () => answer);
  }

  for (const { paths, dialect, answer } of routes) {
    const operation = `ingest from ${dialect.name}`;
    // Identifies the sender here, since the general hook looks for keys in our format.
    const { keyHint } = dialect;
    const config = { door: 'ingest', findsCaller: true, operation, keyHint } as const;
    const options = { config, bodyLimit: ingestLimits.wireBytes };
    for (const path of paths) {
      app.post(path, options, async (request, reply) => {
        const { headers, body, callerKey: key, senderCredentials: credentials } = request;
        const peer = peerOf(request.raw, trust);
        const identify = async (token: string | undefined) => {
          note(request, reply, token, await callers.identifyRead(token, peer.ip));
          if (!request.callerKey) throw unauthorizedSender(keyHint);
          return request.callerKey;
        };
        const { data } = await door.takeInForeign({
          clock: request.answerClock,
          dialect,
          identify,
          credentials: key && credentials ? { ...credentials, key } : undefined,
          headers,
          encoding: headers['content-encoding'],
          body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
          isGone: () => request.raw.socket.destroyed,
          ...peer,
        });
        return answer(data, reply);
      });
    }
  }
}

const unreadBytes = 64 * 1024;

function isUnread({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.keyHint === undefined;
}

function hintOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.config.keyHint ?? '';
}

/** @throws ApiError if there are too many requests */
function note(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string | undefined,
  { key, refusal, headers }: Identified,
): void {
  request.callerToken = token;
  request.callerKey = key;
  reply.headers(headers);
  if (refusal) throw refusal;
}

/** In the service's format, or in ours; also in the URL, for beacons. */
function credentialsInHead({ headers, query }: FastifyRequest): Credentials | undefined {
  const parameters = query as Record<string, unknown>;
  const ofHeader = credentialsOf(headers.authorization);
  if (ofHeader) return ofHeader;
  const text = writeToken(headers, parameters.key ?? parameters.writeKey);
  return text === undefined ? undefined : credentialsIn(text);
}
