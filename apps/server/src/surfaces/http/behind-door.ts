/** Common behavior of framework routes behind the ingest door: bodies as bytes, memory limits, and error responses. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IngestDoor } from './ingest-door.ts';

export function behindDoor(app: FastifyInstance, door: IngestDoor): void {
  // Senders label JSON in many ways (beacons: text/plain), so every type is parsed as JSON.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler(async (error, { callerKey, callerToken }) => {
    throw await door.faultOf(error, callerKey, callerToken);
  });
}

/** Waits for memory for the body, released after the answer. */
export async function enterDoor(
  door: IngestDoor,
  ip: string,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const entered = door.enter(ip, headers);
  if (entered === undefined) return;
  const leave = await entered.catch((refused: unknown) => {
    reply.header('connection', 'close');
    throw refused;
  });
  reply.raw.once('close', leave);
  if (reply.raw.destroyed) leave();
}
