/** /ingest, /ingest/batch and /visitor-resolve in the framework: whatever does not come the usual way. */
import { ingestLimits } from '@footfall/contract/ingest';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { rightOfRequest } from '../../collect/ingest/request-right.ts';
import { resolveVisitor } from '../../collect/ingest/resolve-visitor.ts';
import type { IngestOptions } from '../../collect/ingest/serve.ts';
import { parseJson } from '../../platform/common/json-body.ts';
import { behindDoor, enterDoor } from './behind-door.ts';
import type { FirstParty } from './first-party.ts';
import type { IngestAddresses } from './ingest-addresses.ts';
import type { IngestDoor } from './ingest-door.ts';
import { peerOf, type TrustProxy } from './peer.ts';
import { Turnstile } from './turnstile.ts';

export interface IngestRoutesOptions
  extends Pick<IngestOptions, 'db' | 'clock' | 'keys' | 'settings'> {
  door: IngestDoor;
  trust: TrustProxy | undefined;
  addresses: IngestAddresses;
  firstParty: FirstParty;
}

export function ingestRoutes(app: FastifyInstance, options: IngestRoutesOptions): void {
  // A scope of its own: its body parser and its error handler concern no other route.
  app.register((scope, _options, done) => {
    mountIngest(scope, options);
    done();
  });
}

function mountIngest(
  app: FastifyInstance,
  { db, clock, keys, settings, door, trust, addresses, firstParty }: IngestRoutesOptions,
): void {
  behindDoor(app, door);

  app.addHook('onRequest', async (request, reply) => {
    door.admit(request.callerKey);
    await enterDoor(door, peerOf(request.raw, trust).ip, request, reply);
  });

  const options = { config: { door: 'ingest' }, bodyLimit: ingestLimits.wireBytes } as const;

  for (const [address, isBatch] of addresses) {
    app.post(address, options, async (request, reply) => {
      const { headers, callerToken: token } = request;
      const key = door.admit(request.callerKey);
      const encoding = headers['content-encoding'];
      const peer = peerOf(request.raw, trust);
      const answer = await door.takeIn({
        clock: request.answerClock,
        isBatch,
        key,
        token,
        headers,
        encoding,
        body: bodyOf(request),
        isGone: () => request.raw.socket.destroyed,
        ...peer,
      });
      const cookie = firstParty.renewal(request.raw, answer);
      if (cookie !== undefined) reply.header('set-cookie', cookie);
      return answer;
    });
  }

  // Two of the ten connections that all reads share.
  const turnstile = new Turnstile({ places: 2, waiting: 256, waitingOfOne: 64 });

  app.post('/visitor-resolve', options, async (request) => {
    const key = door.admit(request.callerKey);
    const body = await door.question(bodyOf(request), request.headers['content-encoding']);
    const question = parseJson(body.toString('utf8'));
    const known = await settings.get(key.workspaceId);
    const nowMs = await clock.now();
    const right = rightOfRequest(request.headers, body, known, nowMs);
    const data = await turnstile.run(key.workspaceId, () =>
      resolveVisitor(db, { key, question, right, nowMs }),
    );
    keys.markUsed(key);
    return { data };
  });
}

function bodyOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
