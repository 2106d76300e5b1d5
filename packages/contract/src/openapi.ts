/** The OpenAPI 3.1 document of the REST API, derived from the operations. */
import type { TSchema } from 'typebox';
import { keyKinds, scopes } from './access.ts';
import { ErrorBody, errorCatalogue, errorCodes } from './errors.ts';
import type { OperationSpec } from './operation.ts';

type Json = Record<string, unknown>;

export interface OpenApiOptions {
  version: string;
  /** Where the API is, such as https://leads.example.com/api/v1. */
  serverUrl: string;
}

export function openApiDocument(
  operations: Record<string, OperationSpec>,
  { version, serverUrl }: OpenApiOptions,
): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const operation of Object.values(operations)) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation, schemas),
    };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Footfall REST API',
      version,
      description:
        'Leads, identities and what they did, of the workspace that the key belongs to. Every answer carries X-Request-Id and the X-RateLimit headers.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    security: [{ secretKey: [] }],
    tags: [...new Set(Object.values(operations).map(({ tag }) => tag))].map((name) => ({ name })),
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
      responses: Object.fromEntries(errorCodes.map((code) => [code, describeError(code, schemas)])),
      schemas,
    },
  };
}

function describeOperation(operation: OperationSpec, schemas: Json): Json {
  const { id, tag, summary, description, scopes: needed, params, query, body } = operation;
  const scopeText =
    needed.length > 0 ? `Scope: ${needed.map((scope) => `\`${scope}\``).join(' or ')}.` : '';
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [description, scopeText].filter(Boolean).join('\n\n') || summary,
    parameters: [
      ...describeParameters('path', params, schemas),
      ...describeParameters('query', query, schemas),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: publish(body, schemas) } },
      },
    }),
    responses: {
      [operation.status]: {
        description: operation.status === 201 ? 'Created.' : 'OK.',
        headers: headerReferences,
        content: { 'application/json': { schema: publish(operation.ok, schemas) } },
      },
      ...Object.fromEntries(
        errorsOf(operation).map((code) => [
          errorCatalogue[code].status,
          { $ref: `#/components/responses/${code}` },
        ]),
      ),
    },
  };
}

function errorsOf(operation: OperationSpec) {
  return errorCodes.filter((code) => {
    if (code === 'not_found') return operation.params !== undefined;
    if (code === 'method_not_allowed') return false;
    const writes = operation.method !== 'GET';
    if (code === 'payload_too_large' || code === 'unsupported_media_type') return writes;
    if (code === 'conflict') return operation.method === 'POST';
    if (code === 'precondition_failed') return operation.method === 'PATCH';
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

function describeError(code: (typeof errorCodes)[number], schemas: Json): Json {
  const { meaning, remedy } = errorCatalogue[code];
  return {
    description: `\`${code}\`: ${meaning} ${remedy}`,
    headers: headerReferences,
    content: { 'application/json': { schema: publish(ErrorBody, schemas) } },
  };
}

const integerHeader = (description: string) => ({ description, schema: { type: 'integer' } });

const answerHeaders = {
  'X-Workspace-Id': {
    description: 'The workspace of the key; absent when the key names none.',
    schema: { type: 'string', format: 'uuid' },
  },
  'X-Request-Id': { description: 'Names this request in the logs.', schema: { type: 'string' } },
  'X-RateLimit-Limit': integerHeader('Requests allowed in the window.'),
  'X-RateLimit-Remaining': integerHeader('Requests left in the window.'),
  'X-RateLimit-Reset': integerHeader('When the window ends, in Unix seconds.'),
};

const headerReferences = Object.fromEntries(
  Object.keys(answerHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
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
  // Not a format that other tools know: a date is allowed too.
  if (published.format === 'instant') delete published.format;
  if (typeof $id !== 'string') return published;
  schemas[$id] = published;
  return { $ref: `#/components/schemas/${$id}` };
}
