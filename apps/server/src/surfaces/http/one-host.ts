/** Rejects requests with two Host headers, which a proxy may read differently from us. */
import type { IncomingMessage } from 'node:http';
import { ApiError } from '@footfall/contract/errors';
import type { FastifyInstance } from 'fastify';
import { beforeFramework } from './before-framework.ts';

export function requireOneHost(app: FastifyInstance): void {
  beforeFramework(app, (request, response, next) => {
    if (hasOneHost(request)) return next(request, response);
    const { status, body } = new ApiError(
      'invalid_request',
      'The request has more than one Host header. Send only one.',
    );
    const text = JSON.stringify(body);
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': crypto.randomUUID(),
      'content-length': Buffer.byteLength(text),
      connection: 'close',
    });
    response.end(text);
  });
}

/** Node.js keeps the first of several; only the raw list has the others. */
function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = rawHeaders[place];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts <= 1;
}
