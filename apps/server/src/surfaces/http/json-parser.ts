/** JSON bodies of the REST API: plain or gzip, storable when they reach a handler. */
import { ingestLimits } from '@footfall/contract/ingest';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  cleanJson,
  mayNeedCleaning,
  parseJson,
  sizeAtMost,
  unpackBody,
  unpackedSize,
} from '../../platform/common/json-body.ts';
import { type HeavyTurns, isLight } from './heavy-turns.ts';

const { depth, unpackedBytes } = ingestLimits;

export function parseJsonBodies(app: FastifyInstance, turns: HeavyTurns): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/(?:[\w.-]+\+)?json(?:;|$)/,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: string | Buffer) => {
      const { headers, callerKey, session } = request;
      const encoding = headers['content-encoding'];
      if (bytes.length === 0 && encoding === undefined) return undefined;
      const body = Buffer.from(bytes);
      const size = unpackedSize(body, encoding, unpackedBytes);
      if (isLight(body, size)) return parseBody(body, encoding, size);
      // For members, who take turns like a workspace.
      const workspaceId = callerKey?.workspaceId ?? session?.userId ?? '';
      const endTurn = await turns.take({
        owner: { workspaceId, network: '' },
        bytes: body.length,
        isGone: () => request.raw.destroyed,
      });
      return parseBody(body, encoding, size).finally(endTurn);
    },
  );
}

async function parseBody(body: Buffer, encoding: string | undefined, size: number) {
  const text = (await unpackBody(body, encoding, size)).toString('utf8');
  const value = parseJson(text);
  sizeAtMost(value, depth);
  return mayNeedCleaning(text) ? cleanJson(value) : value;
}
