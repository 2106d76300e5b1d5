/**
 * Lets a stop end once everything is answered. Node.js closes idle connections, but waits for the keep-alive
 * time of active ones, and a minute for unused ones that browsers open in advance.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export function endKeptConnections(app: FastifyInstance): void {
  /** With each one's latest answer. */
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
