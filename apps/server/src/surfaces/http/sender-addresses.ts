/** Paths of other services' senders, and the answers they expect. */
import type { IngestAnswer } from '@footfall/contract/ingest';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { plausibleDialect } from '../../collect/senders/plausible.ts';
import { posthogDialect } from '../../collect/senders/posthog.ts';
import { type SegmentCall, segmentCalls, segmentDialect } from '../../collect/senders/segment.ts';
import { umamiDialect } from '../../collect/senders/umami.ts';
import type { Config } from '../../platform/config.ts';
import { mountSenderRoutes, type SenderOptions, type SenderRoute } from './sender-routes.ts';
import { answerSetups, noFlags } from './sender-setups.ts';

export function senderRoutes(
  app: FastifyInstance,
  { config, ...options }: SenderOptions & { config: Config },
): void {
  const routes = [...segmentRoutes, umami, plausible, posthog, posthogByUuid];
  const unread = [
    // Metrics about the sender itself.
    { paths: ['/v1/m', '/i/v1/metrics', '/i/v1/logs'], answer: { success: true, status: 'Ok' } },
    { paths: withSlash(['/flags', '/decide']), answer: noFlags },
  ];
  mountSenderRoutes(app, { routes, unread }, options);
  answerSetups(app, config);
}

type Data = IngestAnswer['data'];

const answerSegment = (data: Data) => ({ success: data.rejected === 0, data });

const segmentRoutes: SenderRoute[] = [
  {
    paths: ['/v1/batch', '/v1/b', '/v1/import', '/beacon/v1/batch'],
    dialect: segmentDialect(),
    answer: answerSegment,
  },
  ...segmentCalls.map((call: SegmentCall) => ({
    // The browser script uses each one's first letter.
    paths: [`/v1/${call}`, `/v1/${call.charAt(0)}`],
    dialect: segmentDialect(call),
    answer: answerSegment,
  })),
];

const umami: SenderRoute = {
  paths: ['/api/send', '/api/batch'],
  dialect: umamiDialect,
  // The script stores `cache` and sends it back; nothing needs storing.
  answer: (data) => {
    const { visitor_id: sessionId, session_id: visitId } = data.results[0] ?? {};
    return { cache: '', sessionId, visitId, data };
  },
};

const plausible: SenderRoute = {
  paths: ['/api/event'],
  dialect: plausibleDialect,
  answer(data, reply: FastifyReply) {
    if (data.accepted === 0) reply.header('x-plausible-dropped', '1');
    return reply.code(202).type('text/plain; charset=utf-8').send('ok');
  },
};

const posthog: SenderRoute = {
  paths: withSlash(['/e', '/i/v0/e', '/batch', '/capture', '/track', '/i/v0/ai/batch']),
  dialect: posthogDialect,
  answer: (data) => ({ status: 'Ok', data }),
};

const posthogByUuid: SenderRoute = {
  paths: ['/i/v1/analytics/events'],
  dialect: posthogDialect,
  answer: ({ results }) => ({
    results: Object.fromEntries(
      results.map(({ message_id: uuid, status, error, reason }) => {
        const isKept = status === 'accepted' || status === 'duplicate';
        return [uuid, isKept ? { result: 'ok' } : { result: 'drop', details: error ?? reason }];
      }),
    ),
  }),
};

function withSlash(paths: string[]): string[] {
  return paths.flatMap((path) => [path, `${path}/`]);
}
