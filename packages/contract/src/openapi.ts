/** The OpenAPI 3.1 document of the REST API, derived from the operations. */
import type { TSchema } from 'typebox';
import { keyKinds, scopes } from './access.ts';
import { clientName } from './client-names.ts';
import { ErrorBody, type ErrorCode, errorCatalogue, errorCodes } from './errors.ts';
import { exportFormats } from './exports.ts';
import { ingestPaths, ingestTag, writeKeyScheme } from './openapi-ingest.ts';
import { linksOf } from './openapi-links.ts';
import type { OperationSpec } from './operation.ts';

type Json = Record<string, unknown>;

export interface OpenApiOptions {
  version: string;
  /** Where the API is, such as https://leads.example.com/api/v1. */
  serverUrl: string;
}

/** The REST API and the ingest endpoints. */
export function openApiDocument(
  operations: Record<string, OperationSpec>,
  options: OpenApiOptions,
): Json {
  const rest = restDocument(operations, options);
  const { schemas, securitySchemes } = rest.components;
  const rootUrl = options.serverUrl.replace(/\/api\/v1$/, '');
  const ingest = ingestPaths((schema) => publish(schema, schemas), headersOfAll, rootUrl);
  return {
    ...rest,
    tags: [...rest.tags, ingestTag],
    paths: { ...rest.paths, ...ingest },
    components: {
      ...rest.components,
      securitySchemes: { ...securitySchemes, writeKey: writeKeyScheme },
    },
  };
}

/** The REST API alone, of which the typed client and the reference are made. */
export function restDocument(
  operations: Record<string, OperationSpec>,
  { version, serverUrl }: OpenApiOptions,
) {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const operation of Object.values(operations)) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation, operations, schemas),
    };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Footfall REST API',
      version,
      description:
        'Visitors, people, companies, campaigns and leads of the workspace that the key belongs to. Every answer carries X-Request-Id and the X-RateLimit headers. A field says in `x-origin` where it comes from (absent: the service) and in `x-personal` what a key that hides personal data is not told. Cities, countries and networks: IP Geolocation by DB-IP (https://db-ip.com).',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    security: [{ secretKey: [] }],
    tags: [...new Set(Object.values(operations).map(({ tag }) => tag))].map((name) => ({
      name,
      description: `Operations on ${name.toLowerCase()}.`,
    })),
    paths,
    components: {
      securitySchemes: {
        secretKey: {
          type: 'http',
          scheme: 'bearer',
          description: `A secret key (${keyKinds.secret.prefix}…). Scopes: ${Object.entries(scopes)
            .map(([name, grants]) => `\`${name}\` ${grants}`)
            .join(' ')}`,
        },
      },
      headers: answerHeaders,
      responses: Object.fromEntries(
        errorCodes
          .filter((code) => Object.values(operations).some((one) => errorsOf(one).includes(code)))
          .map((code) => [code, describeError(code, schemas)]),
      ),
      schemas,
    },
  };
}

function describeOperation(
  operation: OperationSpec,
  operations: Record<string, OperationSpec>,
  schemas: Json,
): Json {
  const { id, tag, summary, description, scopes: needed, params, query, body } = operation;
  const scopeText =
    needed.length > 0 ? `Scope: ${needed.map((scope) => `\`${scope}\``).join(' or ')}.` : '';
  return {
    operationId: id,
    'x-client': clientName(operation, operations),
    tags: [tag],
    summary,
    description: [description, scopeText].filter(Boolean).join('\n\n') || summary,
    parameters: [
      ...describeParameters('path', params, schemas),
      ...describeParameters('query', query, schemas),
      ...headerParameters(operation),
    ],
    ...(body && {
      requestBody: {
        required: isRequired(body),
        content: {
          'application/json': {
            schema: publish(body, schemas),
            ...(operation.bodyExample && { example: operation.bodyExample }),
          },
        },
      },
    }),
    responses: {
      [operation.status]: {
        ...describeSuccess(operation, schemas),
        ...linksOf(operation, operations),
      },
      ...(isRecord(operation) &&
        operation.method === 'GET' && {
          304: {
            description: 'Not modified since the version that If-None-Match names.',
            headers: { ...headersOfAll, ...references('ETag') },
          },
        }),
      ...Object.fromEntries(
        errorsOf(operation).map((code) => [
          errorCatalogue[code].status,
          { $ref: `#/components/responses/${code}` },
        ]),
      ),
    },
  };
}

const successes = { 200: 'OK.', 201: 'Created.', 204: 'Done; there is no body.' };

function describeSuccess(operation: OperationSpec, schemas: Json): Json {
  const { ok, stream, file, status, method } = operation;
  return {
    description: successes[status],
    headers: {
      ...headersOfAll,
      ...(isRecord(operation) && references('ETag')),
      ...(method === 'POST' && references('Idempotency-Replayed')),
      ...(file && references('X-Total-Count', 'Content-Disposition')),
    },
    ...(ok && {
      content: { 'application/json': { schema: publish(ok, schemas), example: answerExample(ok) } },
    }),
    ...(stream && {
      content: { 'text/event-stream': { schema: { type: 'string' }, example: stream.example } },
    }),
    ...(file && { content: fileTypes }),
  };
}

const fileTypes = Object.fromEntries(
  Object.values(exportFormats).map(({ mediaType }) => [
    mediaType.split(';', 1)[0] ?? '',
    { schema: { type: 'string' } },
  ]),
);

function isRecord({ ok }: OperationSpec): boolean {
  return ok !== undefined && !('items' in (propertiesOf(ok).data ?? {}));
}

/** If-Match makes sense where a record is changed or removed. */
function changesRecord({ method }: OperationSpec): boolean {
  return method === 'PATCH' || method === 'DELETE';
}

/** Answers what came after a position, while that is kept. */
function takesPosition({ query }: OperationSpec): boolean {
  return query !== undefined && 'after' in query.properties;
}

function isRequired(body: TSchema): boolean {
  return 'required' in body && Array.isArray(body.required) && body.required.length > 0;
}

function propertiesOf(schema: TSchema): Record<string, TSchema> {
  return 'properties' in schema ? (schema.properties as Record<string, TSchema>) : {};
}

function headerParameters(operation: OperationSpec): Json[] {
  const header = (name: string, description: string, limits: Json = {}) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string', ...limits },
  });
  if (operation.method === 'POST') {
    return [
      header(
        'Idempotency-Key',
        'Makes a retry harmless: the same key gets the first answer again for 24 hours.',
        { minLength: 1, maxLength: 255, pattern: '^[!-~]([ -~]*[!-~])?$' },
      ),
    ];
  }
  if (changesRecord(operation)) {
    return [header('If-Match', 'Go on only if this is still the ETag of the record.')];
  }
  if (operation.stream) {
    return [header('Last-Event-ID', 'The position of the last change that came; as `after`.')];
  }
  return isRecord(operation)
    ? [header('If-None-Match', 'Answer 304 if this is still the ETag of the record.')]
    : [];
}

/** From the example of the record. */
function answerExample(ok: TSchema): Json {
  const { data, pagination, next, has_more: more } = propertiesOf(ok);
  const record = exampleOf(data);
  if (next) return { data: [record], next: exampleOf(next) };
  if (more) return { data: [record], has_more: exampleOf(more) };
  if (!pagination) return { data: record };
  return { data: [record], pagination: { limit: 50, offset: 0, total: 1 } };
}

function exampleOf(schema: TSchema | undefined): unknown {
  if (!schema) return undefined;
  if ('items' in schema) return exampleOf(schema.items as TSchema);
  return 'examples' in schema && Array.isArray(schema.examples) ? schema.examples[0] : undefined;
}

function errorsOf(operation: OperationSpec): ErrorCode[] {
  return errorCodes.filter((code) => {
    if (code === 'not_found')
      return operation.params !== undefined || operation.namesRecords === true;
    if (code === 'method_not_allowed') return false;
    if (code === 'payload_too_large' || code === 'unsupported_media_type') {
      return operation.method !== 'GET';
    }
    if (code === 'conflict') return operation.method === 'POST';
    if (code === 'precondition_failed') return changesRecord(operation);
    if (code === 'gone') return operation.ok !== undefined && takesPosition(operation);
    return true;
  });
}

function describeParameters(
  place: 'path' | 'query',
  schema: OperationSpec['query'],
  schemas: Json,
): Json[] {
  if (!schema) return [];
  const required: readonly string[] = schema.required ?? [];
  return Object.entries(schema.properties).map(([name, property]) => {
    const { description, ...rest } = publish(property, schemas);
    return { name, in: place, required: required.includes(name), description, schema: rest };
  });
}

function describeError(code: ErrorCode, schemas: Json): Json {
  const { meaning, remedy, retry } = errorCatalogue[code];
  return {
    description: `\`${code}\`: ${meaning} ${remedy}`,
    headers: {
      ...headersOfAll,
      ...(retry && code !== 'internal_error' && references('Retry-After')),
    },
    content: {
      'application/json': {
        schema: publish(ErrorBody, schemas),
        example: { error: code, message: meaning, ...errorExamples[code] },
      },
    },
  };
}

/** Of errors that carry details. */
const errorExamples: Partial<Record<ErrorCode, Omit<ErrorBody, 'error'>>> = {
  invalid_request: {
    message: 'query.limit: must be <= 100',
    details: { issues: [{ path: 'query.limit', message: 'must be <= 100' }] },
  },
  forbidden: {
    message:
      'This needs the scope leads:write: use a key that has it, or ask an admin for a role that has it.',
    details: { reason: 'missing_scope', scopes: ['leads:write'] },
  },
  rate_limited: {
    message: 'More than 1000 requests in a minute. Try again in 17 seconds.',
    details: { limit: 1000, retry_after_seconds: 17 },
  },
};

const integerHeader = (description: string) => ({ description, schema: { type: 'integer' } });

const answerHeaders = {
  'X-Workspace-Id': {
    description: 'The workspace of the key; absent when the key names none.',
    schema: { type: 'string', format: 'uuid' },
  },
  'X-Request-Id': { description: 'Names this request in the logs.', schema: { type: 'string' } },
  ETag: { description: 'Version of the record.', schema: { type: 'string' } },
  'X-RateLimit-Limit': integerHeader('Requests allowed in the window.'),
  'X-RateLimit-Remaining': integerHeader('Requests left in the window.'),
  'X-RateLimit-Reset': integerHeader('When the window ends, in Unix seconds.'),
  'Retry-After': integerHeader('Seconds after which to try again.'),
  'X-Total-Count': integerHeader('How many records there are, as of the beginning.'),
  'Content-Disposition': {
    description: 'The name of the file.',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: '`true` when this is the answer to an earlier request with the same key.',
    schema: { type: 'string', enum: ['true'] },
  },
};

function references(...names: (keyof typeof answerHeaders)[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const headersOfAll = references(
  'X-Workspace-Id',
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
);

/** A schema for the document: named schemas become components, `instant` becomes text. */
function publish(schema: TSchema, schemas: Json): Json {
  return publishValue(schema, schemas) as Json;
}

function publishValue(value: unknown, schemas: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => publishValue(item, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const { $id, ...rest } = value as Json;
  const entries = Object.entries(rest).map(([name, part]) => [name, publishValue(part, schemas)]);
  const published: Json = Object.fromEntries(entries);
  // The format that other tools know; a date is taken too.
  if (published.format === 'instant') {
    published.format = 'date-time';
    published.pattern = '^(19[7-9]|[2-9][0-9]{2})[0-9]-';
  }
  if (typeof $id !== 'string') return published;
  schemas[$id] = published;
  return { $ref: `#/components/schemas/${$id}` };
}
