/** The OpenAPI document as the fuzzer needs it: what can be asked, and what may be answered. */
import type { RecordKind } from '@footfall/contract/filter-fields';
import { Compile, type Validator } from 'typebox/compile';

export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: string[];
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  readOnly?: boolean;
  const?: unknown;
  required?: string[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  patternProperties?: Record<string, JsonSchema>;
  'x-filter'?: RecordKind;
  'x-list-filter'?: true;
}

export interface FuzzOperation {
  id: string;
  method: string;
  path: string;
  /** Of the paths it answers to, below the base. */
  pattern: RegExp;
  query: Record<string, JsonSchema>;
  body: JsonSchema | undefined;
  /** By status: the check of the body; undefined where there is none. */
  answers: Map<number, Validator | undefined>;
  /** The same to a request with `fields`. */
  answersInParts: Map<number, Validator | undefined>;
  /** Statuses that may come with an HTML page. */
  pages: Set<number>;
}

interface Answer {
  $ref?: string;
  content?: { 'application/json'?: { schema: JsonSchema }; 'text/html'?: object };
}

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; schema: JsonSchema }[];
  requestBody?: { content: { 'application/json': { schema: JsonSchema } } };
  responses: Record<string, Answer>;
}

export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; responses: Record<string, Answer> };
}

/** Follows `$ref` to what it names in the document. */
function resolve<T>(document: Document, value: T): T {
  if (Array.isArray(value)) return value.map((item) => resolve(document, item)) as T;
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value && typeof value.$ref === 'string') {
    const target = value.$ref
      .slice('#/'.length)
      .split('/')
      .reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], document);
    if (target === undefined) throw new Error(`the document has no ${value.$ref}`);
    return resolve(document, target) as T;
  }
  const parts = Object.entries(value).map(([name, part]) => [name, resolve(document, part)]);
  return Object.fromEntries(parts) as T;
}

/** The operations of the REST API: what has an address of its own, as ingest, has a fuzzer of its own too. */
export function readDocument(document: Document): FuzzOperation[] {
  const paths = Object.entries(document.paths).filter(([, item]) => !('servers' in item));
  return paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      readOperation(document, path, method, operation),
    ),
  );
}

function readOperation(
  document: Document,
  path: string,
  method: string,
  { operationId, parameters, requestBody, responses }: Operation,
): FuzzOperation {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const body = requestBody?.content['application/json'].schema;
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]*')}$`),
    query: Object.fromEntries(query.map(({ name, schema }) => [name, resolve(document, schema)])),
    body: body && resolve(document, body),
    answers: answersOf(document, responses, (schema) => schema),
    answersInParts: answersOf(document, responses, inParts),
    pages: new Set(
      Object.entries(responses).flatMap(([status, { content }]) =>
        content?.['text/html'] ? [Number(status)] : [],
      ),
    ),
  };
}

function answersOf(
  document: Document,
  responses: Operation['responses'],
  change: (schema: JsonSchema) => JsonSchema,
): Map<number, Validator | undefined> {
  return new Map(
    Object.entries(responses).map(([status, answer]) => {
      const schema = resolve(document, answer).content?.['application/json']?.schema;
      const check = schema && (Compile(change(schema) as never) as unknown as Validator);
      return [Number(status), check];
    }),
  );
}

/** With records of which nothing has to be there. */
function inParts(schema: JsonSchema): JsonSchema {
  const data = schema.properties?.data;
  if (!data) return schema;
  const { required: _, ...record } = data.items ?? data;
  const records = data.items ? { ...data, items: record } : record;
  return { ...schema, properties: { ...schema.properties, data: records } };
}
