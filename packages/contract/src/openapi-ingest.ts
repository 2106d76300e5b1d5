/** The ingest endpoints in the OpenAPI document: beside the REST API, with write keys, and with answers of their own. */
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

/** A schema as it stands in the document; named ones become components. */
type Publish = (schema: TSchema) => Json;

const tag = 'Ingest';
const { messagesPerBatch, wireBytes, unpackedBytes } = ingestLimits;

export const ingestTag = {
  name: tag,
  description: 'What websites and backends send, with a write key.',
};

export const writeKeyScheme = {
  type: 'apiKey',
  in: 'header',
  name: 'X-Svc-Key',
  description:
    'A write key: svc_pk_…, svc_dev_… or svc_…. Beacons, which cannot set headers, send it as the query parameter `key`.',
};

const Message = Type.Union(Object.values(messageSchemas), {
  $id: 'Message',
  description: 'One of the four kinds of messages. Names that are not declared are ignored.',
});

const Batch = Type.Object(
  {
    batch: Type.Array(Message, {
      minItems: 1,
      maxItems: messagesPerBatch,
      description: 'In any order.',
    }),
    sent_at: Type.Optional(Instant('When it was sent, by the clock of the timestamps.')),
    context: Type.Optional(MessageContext),
  },
  { $id: 'Batch', description: 'Messages with what they have in common.' },
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

const limits = `At most ${wireBytes / 1024 / 1024} MiB on the wire and ${unpackedBytes / 1024 / 1024} MiB unpacked; JSON under any Content-Type, plain or gzip.`;

/** `headers`: of every answer; `rootUrl`: where the service is, without /api/v1. */
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
      'Answered when it is stored. A message that is refused is named in `results`, and the status stays 200.',
      Message,
      IngestAnswer,
      view,
    ),
    '/ingest/batch': path(
      'ingestBatch',
      `Send up to ${messagesPerBatch} messages`,
      'Answered when all are stored. Messages that are refused are named in `results`, and sink no others.',
      Batch,
      IngestAnswer,
      { batch: [view] },
    ),
    '/visitor-resolve': path(
      'resolveVisitor',
      'Ask for the company, place and lists of a visitor',
      'Tells nothing of a person.',
      VisitorResolveQuestion,
      VisitorResolveAnswer,
      { visitor_id: view.visitor_id },
    ),
  };
}
