/** Identifies callers of the framework's requests before any route. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KeyFacts } from '../../accounts/keys/store.ts';
import type { SessionRing } from '../../accounts/sign-in/session-ring.ts';
import type { SessionFacts } from '../../accounts/sign-in/sessions.ts';
import { bearerToken, type Callers, type KeyDoor, writeToken } from './callers.ts';
import { workspaceIn } from './dashboard-door.ts';
import { doorOf } from './doors.ts';
import type { HeavyTurns } from './heavy-turns.ts';
import { answerOrigin } from './origins.ts';
import { peerOf, type TrustProxy } from './peer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The request's key, if its route accepts the kind; revocation is checked later. */
    callerKey: KeyFacts | undefined;
    /** Its text. */
    callerToken: string | undefined;
    /** The session, on member routes; its validity is checked with the work. */
    session: SessionFacts | undefined;
    /** Address of the sender. */
    callerIp: string;
  }
}

export interface IdentifyOptions {
  callers: Callers;
  trust: TrustProxy | undefined;
  turns: HeavyTurns;
  sessions: SessionRing;
}

export type Identify = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Returns the check for requests that never reach a hook. */
export function identifyCallers(
  app: FastifyInstance,
  { callers, trust, turns, sessions }: IdentifyOptions,
): Identify {
  app.decorateRequest('callerKey', undefined);
  app.decorateRequest('callerToken', undefined);
  app.decorateRequest('session', undefined);
  app.decorateRequest('callerIp', '');
  app.addHook('onRequest', identify);
  return identify;

  async function identify(request: FastifyRequest, reply: FastifyReply) {
    const { isFree, findsCaller } = request.routeOptions?.config ?? {};
    if (isFree || findsCaller) return;
    const door = doorOf(request);
    const { ip } = peerOf(request.raw, trust);
    if (door === 'member') return identifyMember(request, reply, ip);
    const token = tokenOf(request, door);
    const misplaced = tokenOf(request, door === 'api' ? 'ingest' : 'api');
    const { key, refusal, headers } = await callers.identify(door, token, ip, misplaced);
    request.callerIp = ip;
    request.callerToken = token;
    request.callerKey = key;
    reply.headers(headers);
    if (key && door === 'api') {
      turns.sees({ workspaceId: key.workspaceId, network: '' });
      answerOrigin(request, reply, key);
    }
    if (refusal) throw refusal;
  }

  async function identifyMember(request: FastifyRequest, reply: FastifyReply, ip: string) {
    const { headers, query } = request;
    const session = await sessions.find(headers.cookie);
    request.callerIp = ip;
    request.session = session;
    const workspaceId = workspaceIn(headers['x-workspace-id'], query);
    const { refusal, headers: answerHeaders } = await callers.identifyMember(
      session,
      workspaceId,
      ip,
    );
    reply.headers(answerHeaders);
    if (refusal) throw refusal;
  }
}

function tokenOf({ headers, query }: FastifyRequest, door: KeyDoor): string | undefined {
  if (door === 'api') return bearerToken(headers);
  return writeToken(headers, Object(query).key);
}
