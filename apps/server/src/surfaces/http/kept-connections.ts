/**
 * Lets a stop end as soon as everything is answered. Node.js closes the connections that are idle at
 * that moment, but waits out the keep-alive time of those that are answering, and a minute for those
 * on which nothing was asked yet, as browsers open them ahead.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export function endKeptConnections(app: FastifyInstance): void {
  /** With the latest answer on each. */
  const answers = new Map<Socket, ServerResponse | undefined>();
  app.server.on('connection', (socket: Socket) => {
    answers.set(socket, undefined);
    socket.once('close', () => answers.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    answers.set(socket, answer);
  });
  app.addHook('preClose', async () => {
    for (const [socket, answer] of answers) {
      if (answer) answer.shouldKeepAlive = false;
      else socket.destroy();
    }
  });
}
