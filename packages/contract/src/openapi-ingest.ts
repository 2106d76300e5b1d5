/** The ingest endpoints in the OpenAPI document. They use write keys and their own response format. */
import Type, { type TSchema } from 'typebox';
import { type ErrorCode, errorCatalogue } from './errors.ts';
import {
  IngestAnswer,
  ingestLimits,
  MessageContext,
  messageSchemas,
  VisitorResolveAnswer,
  VisitorResolveQuestion,
} from './ingest.ts';
import { Instant } from './schema.ts';

type Json = Record<string, unknown>;

/** Converts a schema for the document; named schemas become components. */
type Publish = (schema: TSchema) => Json;

const tag = 'Ingest';
const { messagesPerBatch, wireBytes, unpackedBytes } = ingestLimits;

export const ingestTag = {
  name: tag,
  description: 'Send data from websites and backends with a write key.',
};

export const writeKeyScheme = {
  type: 'apiKey',
  in: 'header',
  name: 'X-Svc-Key',
  description:
    'A write key: svc_pk_…, svc_dev_… or svc_…. Beacons cannot set headers and send it as the query parameter `key`.',
};

const Message = Type.Union(Object.values(messageSchemas), {
  $id: 'Message',
  description: 'An event, session, identify or conversion message. Unknown fields are ignored.',
});

const Batch = Type.Object(
  {
    batch: Type.Array(Message, {
      minItems: 1,
      maxItems: messagesPerBatch,
      description: 'Messages in any order.',
    }),
    sent_at: Type.Optional(Instant("When the batch was sent, by the sender's clock.")),
    context: Type.Optional(MessageContext),
  },
  { $id: 'Batch', description: 'Several messages with a shared context.' },
);

const errors: ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'headers_too_large',
  'internal_error',
  'unavailable',
];

const limits = `Limits: ${wireBytes / 1024 / 1024} MiB as sent, ${unpackedBytes / 1024 / 1024} MiB unpacked. The body is JSON, plain or gzip, under any Content-Type.`;

/** `headers`: headers of every response; `rootUrl`: base URL of the service, without /api/v1. */
export function ingestPaths(publish: Publish, headers: Json, rootUrl: string): Json {
  const path = (
    id: string,
    summary: string,
    description: string,
    body: TSchema,
    ok: TSchema,
    example: Json,
  ) => ({
    servers: [{ url: rootUrl }],
    post: {
      operationId: id,
      tags: [tag],
      summary,
      description: `${description} ${limits}`,
      security: [{ writeKey: [] }],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: publish(body), example } },
      },
      responses: {
        200: {
          description: 'OK.',
          headers,
          content: { 'application/json': { schema: publish(ok) } },
        },
        ...Object.fromEntries(
          errors.map((code) => [
            errorCatalogue[code].status,
            { $ref: `#/components/responses/${code}` },
          ]),
        ),
      },
    },
  });
  const view = {
    type: 'event',
    name: 'page_view',
    visitor_id: '01a1f843-753c-76b8-835a-667c2bb1be56',
  };
  return {
    '/ingest': path(
      'ingestMessage',
      'Send one message',
      'Responds once the message is stored. A rejected message returns 400 with the reason.',
      Message,
      IngestAnswer,
      view,
    ),
    '/ingest/batch': path(
      'ingestBatch',
      `Send up to ${messagesPerBatch} messages`,
      'Responds once all messages are stored. `results` shows rejected messages; the others are stored.',
      Batch,
      IngestAnswer,
      { batch: [view] },
    ),
    '/visitor-resolve': path(
      'resolveVisitor',
      'Get the company, place and lists of a visitor',
      'Returns no personal data.',
      VisitorResolveQuestion,
      VisitorResolveAnswer,
      { visitor_id: view.visitor_id },
    ),
  };
}
