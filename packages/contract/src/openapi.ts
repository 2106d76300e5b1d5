/** The OpenAPI 3.1 document of the REST API, derived from the operations. */
import type { TSchema } from 'typebox';
import { keyKinds, scopes } from './access.ts';
import { clientName } from './client-names.ts';
import { ErrorBody, type ErrorCode, errorCatalogue, errorCodes } from './errors.ts';
import { exportFormats } from './exports.ts';
import { ingestPaths, ingestTag, writeKeyScheme } from './openapi-ingest.ts';
import { linksOf } from './openapi-links.ts';
import { isRepeatable, type OperationSpec } from './operation.ts';

type Json = Record<string, unknown>;

export interface OpenApiOptions {
  version: string;
  /** Base URL of the API, such as https://leads.example.com/api/v1. */
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

/** The REST API alone: the source of the typed client and the reference page. */
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
        'Read and write visitors, people, companies, campaigns and leads. A key sees only its own workspace. Every response has the headers X-Request-Id and X-RateLimit-*. `x-origin` shows where a field comes from (default: the service). `x-personal` shows what a key without access to personal data cannot see. Cities, countries and networks come from IP Geolocation by DB-IP (https://db-ip.com).',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    security: [{ secretKey: [] }],
    tags: [...new Set(Object.values(operations).map(({ tag }) => tag))].map((name) => ({
      name,
      description: tagDescriptions[name] ?? `${name}.`,
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

const tagDescriptions: Record<string, string> = {
  Leads: 'People and visitors who showed interest.',
  Identities: 'People known by an email address or user ID, and overrides of who is who.',
  Overrides: 'Decisions that replace what the service detected about bots and companies.',
  Visitors: 'Browsers and devices, known or anonymous.',
  Sessions: 'Visits with their pages and sources.',
  Events: 'Page views, clicks and custom events.',
  Live: 'Who is on the site now.',
  Companies: 'Companies of your visitors.',
  Conversions: 'Goals that visitors reached.',
  Campaigns: 'Campaigns with their visits, conversions and ad spend.',
  Lists: 'Manual and self-updating lists of visitors.',
  Stats: 'Counts and rates over time.',
  Users: 'Members of the workspace.',
  'Audit log': 'Who changed what, and when.',
  'Rejected events': 'Messages that failed validation, and messages that never arrived.',
  Changes: 'A feed of new and changed records.',
  Search: 'Find records by name, email address, domain or code.',
  Exports: 'Download records as CSV, JSON Lines or Parquet.',
  Privacy: 'Erase people and visitors, and answer requests of people about their data.',
};

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
      ...(operation.status === 202 && {
        200: { ...describeSuccess(operation, schemas), description: 'Result of the dry run.' },
      }),
      ...(isRecord(operation) &&
        operation.method === 'GET' && {
          304: {
            description: 'Not modified: the record still has the ETag in If-None-Match.',
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

const successes = {
  200: 'OK.',
  201: 'Created.',
  202: 'Accepted. The work follows in the background.',
  204: 'Done. The response has no body.',
};

function describeSuccess(operation: OperationSpec, schemas: Json): Json {
  const { ok, stream, file, document, status } = operation;
  return {
    description: successes[status],
    headers: {
      ...headersOfAll,
      ...(isRecord(operation) && references('ETag')),
      ...(isRepeatable(operation) && references('Idempotency-Replayed')),
      ...(file && references('X-Total-Count', 'Content-Disposition')),
      ...(document && references('Content-Disposition')),
    },
    ...(ok && {
      content: { 'application/json': { schema: publish(ok, schemas), example: answerExample(ok) } },
    }),
    ...(stream && {
      content: { 'text/event-stream': { schema: { type: 'string' }, example: stream.example } },
    }),
    ...(file && { content: fileTypes }),
    ...(document && {
      content: {
        'application/json': { schema: publish(document.schema, schemas) },
        'text/html': { schema: { type: 'string' } },
      },
    }),
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

/** If-Match applies to operations that change or delete a record. */
function changesRecord({ method }: OperationSpec): boolean {
  return method === 'PATCH' || method === 'DELETE';
}

/** Returns what follows a position, for as long as the service keeps it. */
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
  if (isRepeatable(operation)) {
    return [
      header(
        'Idempotency-Key',
        'Makes retries safe: a repeated key returns the first response for 24 hours.',
        { minLength: 1, maxLength: 255, pattern: '^[!-~]([ -~]*[!-~])?$' },
      ),
    ];
  }
  if (changesRecord(operation)) {
    return [header('If-Match', 'Fail with 412 unless the record still has this ETag.')];
  }
  if (operation.stream) {
    return [header('Last-Event-ID', 'Position of the last change received. Works like `after`.')];
  }
  return isRecord(operation)
    ? [header('If-None-Match', 'Return 304 if the record still has this ETag.')]
    : [];
}

/** Built from the example of the record. */
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
    if (code === 'conflict') return mayConflict(operation);
    if (code === 'precondition_failed') return changesRecord(operation);
    if (code === 'gone') return operation.ok !== undefined && takesPosition(operation);
    return true;
  });
}

function mayConflict(operation: OperationSpec): boolean {
  return isRepeatable(operation) || operation.document !== undefined;
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
    return {
      name,
      in: place,
      required: required.includes(name),
      description,
      // The values of a list are separated by commas.
      ...(rest.type === 'array' && { style: 'form', explode: false }),
      schema: rest,
    };
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

/** Examples of errors that carry details. */
const errorExamples: Partial<Record<ErrorCode, Omit<ErrorBody, 'error'>>> = {
  invalid_request: {
    message: 'limit must be at most 100',
    details: { issues: [{ path: 'query.limit', message: 'must be at most 100' }] },
  },
  forbidden: {
    message:
      'This needs the scope leads:write. Use a key with this scope, or ask an admin for a role that includes it.',
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
    description: 'Workspace of the key. Absent if the key is not valid.',
    schema: { type: 'string', format: 'uuid' },
  },
  'X-Request-Id': {
    description: 'Identifies this request in the logs.',
    schema: { type: 'string' },
  },
  ETag: { description: 'Version of the record.', schema: { type: 'string' } },
  'X-RateLimit-Limit': integerHeader('Requests allowed in the window.'),
  'X-RateLimit-Remaining': integerHeader('Requests left in the window.'),
  'X-RateLimit-Reset': integerHeader('End of the window, in Unix seconds.'),
  'Retry-After': integerHeader('Seconds to wait before the next attempt.'),
  'X-Total-Count': integerHeader('Number of records when the download started.'),
  'Content-Disposition': {
    description: 'File name.',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: '`true` if this repeats the response to an earlier request with the same key.',
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

/** Converts a schema for the document: named schemas become components, `instant` becomes `date-time`. */
function publish(schema: TSchema, schemas: Json): Json {
  return publishValue(schema, schemas) as Json;
}

function publishValue(value: unknown, schemas: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => publishValue(item, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const { $id, ...rest } = value as Json;
  const entries = Object.entries(rest).map(([name, part]) => [name, publishValue(part, schemas)]);
  const published: Json = Object.fromEntries(entries);
  // Other tools know `date-time`; a plain date is accepted too.
  if (published.format === 'instant') {
    published.format = 'date-time';
    published.pattern = '^(19[7-9]|[2-9][0-9]{2})[0-9]-';
  }
  if (typeof $id !== 'string') return published;
  schemas[$id] = published;
  return { $ref: `#/components/schemas/${$id}` };
}
