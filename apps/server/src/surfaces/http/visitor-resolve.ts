/** POST /visitor-resolve: a visitor's data about itself, through the same door as messages. */
import { ingestLimits } from '@footfall/contract/ingest';
import type { FastifyInstance } from 'fastify';
import { levelOfRequest } from '../../collect/ingest/request-level.ts';
import { resolveVisitor } from '../../collect/ingest/resolve-visitor.ts';
import type { IngestOptions } from '../../collect/ingest/serve.ts';
import { parseJson } from '../../platform/common/json-body.ts';
import { behindDoor, enterDoor } from './behind-door.ts';
import type { IngestDoor } from './ingest-door.ts';
import { peerOf, type TrustProxy } from './peer.ts';
import { Turnstile } from './turnstile.ts';

export interface VisitorResolveOptions
  extends Pick<IngestOptions, 'db' | 'clock' | 'keys' | 'settings'> {
  door: IngestDoor;
  trust: TrustProxy | undefined;
}

export function visitorResolveRoute(app: FastifyInstance, options: VisitorResolveOptions): void {
  // A separate scope for its body parser and error handler.
  app.register((scope, _options, done) => {
    mount(scope, options);
    done();
  });
}

function mount(
  app: FastifyInstance,
  { db, clock, keys, settings, door, trust }: VisitorResolveOptions,
): void {
  behindDoor(app, door);

  app.addHook('onRequest', async (request, reply) => {
    door.admit(request.callerKey);
    await enterDoor(door, peerOf(request.raw, trust).ip, request, reply);
  });

  // Two of the ten connections that all reads share.
  const turnstile = new Turnstile({ places: 2, waiting: 256, waitingOfOne: 64 });
  const options = { config: { door: 'ingest' }, bodyLimit: ingestLimits.wireBytes } as const;

  app.post('/visitor-resolve', options, async ({ body: sent, callerKey, headers }) => {
    const key = door.admit(callerKey);
    const packed = Buffer.isBuffer(sent) ? sent : Buffer.alloc(0);
    const body = await door.question(packed, headers['content-encoding']);
    const question = parseJson(body.toString('utf8'));
    const facts = await settings.get(key.workspaceId);
    const nowMs = await clock.now();
    const verificationLevel = levelOfRequest(headers, body, facts, nowMs);
    const data = await turnstile.run(key.workspaceId, () =>
      resolveVisitor(db, { key, question, verificationLevel, nowMs }),
    );
    keys.markUsed(key);
    return { data };
  });
}
