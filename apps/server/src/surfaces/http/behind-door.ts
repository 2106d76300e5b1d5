/** What all routes of the framework behind the door of ingest have: bodies as bytes, room for them, and the door's word for faults. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IngestDoor } from './ingest-door.ts';

export function behindDoor(app: FastifyInstance, door: IngestDoor): void {
  // Senders label JSON in many ways (beacons: text/plain), so every label is read as JSON.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler(async (error, { callerKey, callerToken }) => {
    throw await door.faultOf(error, callerKey, callerToken);
  });
}

/** Waits for room for the body, which is left when the answer is out. */
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
