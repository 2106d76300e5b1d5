import { Compile } from 'typebox/compile';
import { expect, test } from 'vitest';
import { ErrorBody, errorCatalogue } from './errors.ts';
import { openApiDocument, restDocument } from './openapi.ts';
import type { OperationSpec } from './operation.ts';
import { operations } from './operations.ts';

interface Answer {
  $ref?: string;
  description: string;
  headers?: Record<string, { $ref: string }>;
  content?: { 'application/json': { schema: unknown; example: unknown } };
  links?: Record<string, object>;
}
interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: {
    name: string;
    in: string;
    required: boolean;
    description: string;
    schema: { type: string; default?: unknown; minimum?: number; maximum?: number };
  }[];
  requestBody?: { content: { 'application/json': { example: unknown } } };
  responses: Record<string, Answer>;
}

const specs: OperationSpec[] = Object.values(operations);
const options = { version: '1.2.3', serverUrl: 'https://leads.example/api/v1' };
const document = restDocument(operations, options) as unknown as {
  openapi: string;
  info: object;
  servers: object[];
  security: object[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: Record<string, object>;
    headers: Record<string, object>;
    responses: Record<string, Answer>;
  };
};

const described = (spec: OperationSpec): Operation => {
  const operation = document.paths[spec.path]?.[spec.method.toLowerCase()];
  if (!operation) throw new Error(`${spec.id} is not described`);
  return operation;
};
const each = specs.map((spec) => [spec.id, spec] as const);

/** Follows a reference of the document. */
function find(reference: string): unknown {
  const names = reference.slice('#/'.length).split('/');
  return names.reduce<unknown>(
    (part, name) => (part as Record<string, unknown> | undefined)?.[name],
    document,
  );
}

test('the document says what it is, where the service is, and that a key is needed', () => {
  expect(document).toMatchObject({
    openapi: '3.1.1',
    info: { title: expect.any(String), version: '1.2.3', license: { name: 'MIT' } },
    servers: [{ url: 'https://leads.example/api/v1' }],
    security: [{ secretKey: [] }],
    components: { securitySchemes: { secretKey: { type: 'http', scheme: 'bearer' } } },
  });
});

test('every operation is in the document, and nothing else', () => {
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(ids.toSorted()).toEqual(specs.map(({ id }) => id).toSorted());
});

test('every reference leads somewhere, and no private word is left', () => {
  const text = JSON.stringify(document);
  const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference);
  expect(references.length).toBeGreaterThan(50);
  for (const reference of references) expect(find(reference ?? ''), reference).toBeDefined();
  expect(text).not.toContain('"$id"');
  expect(text).not.toContain('"format":"instant"');
  expect(text).toContain('"format":"date-time"');
});

test('lists in a query are arrays with commas between values', () => {
  const parameterOf = (id: string, name: string) =>
    described(specs.find((spec) => spec.id === id) as OperationSpec).parameters.find(
      (parameter) => parameter.name === name,
    );
  for (const [id, name] of [
    ['listLeads', 'fields'],
    ['listLeads', 'expand'],
    ['getStats', 'metrics'],
    ['getStats', 'breakdowns'],
    ['searchRecords', 'kinds'],
  ] as const) {
    expect(parameterOf(id, name)).toMatchObject({
      style: 'form',
      explode: false,
      schema: { type: 'array', items: { type: 'string' } },
    });
  }
  expect(parameterOf('listLeads', 'expand')?.schema).toMatchObject({
    items: { enum: ['identity', 'company'] },
  });
});

test('no component is there that nothing refers to', () => {
  const text = JSON.stringify(document);
  for (const [kind, components] of Object.entries(document.components)) {
    if (kind === 'securitySchemes') continue;
    for (const name of Object.keys(components)) {
      expect(text).toContain(`"#/components/${kind}/${name}"`);
    }
  }
});

test.each(each)('%s: has a tag, a summary, and says which scopes it needs', (_id, spec) => {
  const { tags, summary, description } = described(spec);
  expect(document.tags.map(({ name }) => name)).toContain(tags[0]);
  expect(summary).toBe(spec.summary);
  expect(description).not.toBe('');
  for (const scope of spec.scopes) expect(description).toContain(`\`${scope}\``);
});

test.each(each)(
  '%s: every parameter is described, with its default and its limits',
  (_id, spec) => {
    const { parameters } = described(spec);
    const inAddress = parameters.filter((parameter) => parameter.in !== 'header');
    expect(inAddress.map(({ name }) => name)).toEqual([
      ...Object.keys(spec.params?.properties ?? {}),
      ...Object.keys(spec.query?.properties ?? {}),
    ]);
    for (const parameter of parameters) {
      expect(parameter.description).toBeTruthy();
      expect(parameter.required).toBe(parameter.in === 'path');
      expect(parameter.schema.type).toBeTruthy();
    }
    const limit = parameters.find(({ name }) => name === 'limit');
    const isPage = 'offset' in Object(spec.query?.properties) || spec.id === 'listChanges';
    if (limit && isPage) {
      expect(limit.schema).toMatchObject({ default: 50, minimum: 1, maximum: 100 });
    }
    const offset = parameters.find(({ name }) => name === 'offset');
    if (offset) expect(offset.schema).toMatchObject({ default: 0, minimum: 0 });
  },
);

test.each(each)('%s: has examples, and they are valid', (_id, spec) => {
  const { responses, requestBody } = described(spec);
  const answer = responses[spec.status]?.content?.['application/json']?.example;
  if (spec.ok) expect(Compile(spec.ok).Errors(answer)).toEqual([]);
  else expect(answer).toBeUndefined();
  if (!spec.body) return;
  const example = requestBody?.content['application/json'].example;
  expect(example).toBeDefined();
  expect(Compile(spec.body).Errors(example)).toEqual([]);
});

test.each(each)('%s: documents its response headers and possible errors', (_id, spec) => {
  const { responses } = described(spec);
  const headers = Object.keys(responses[spec.status]?.headers ?? {});
  const limits = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
  expect(headers).toEqual(expect.arrayContaining(['X-Workspace-Id', 'X-Request-Id', ...limits]));
  const isList = JSON.stringify(spec.ok ?? {}).includes('"pagination"');
  const isPage =
    'items' in Object(spec.ok && 'properties' in spec.ok && Object(spec.ok.properties).data);
  const isRecord = spec.ok !== undefined && !isList && !isPage;
  expect(headers.includes('ETag')).toBe(isRecord);
  const always = ['400', '401', '403', '429', '431', '500', '503'];
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(always));
  expect('404' in responses).toBe(spec.params !== undefined || spec.namesRecords === true);
  expect('304' in responses).toBe(spec.method === 'GET' && isRecord);
  expect('409' in responses).toBe(
    (spec.method === 'POST' && spec.readOnly !== true) || spec.document !== undefined,
  );
  expect('412' in responses).toBe(spec.method === 'PATCH' || spec.method === 'DELETE');
  // A body is read wherever it may come, also where none is wanted.
  const readsBody = spec.method !== 'GET';
  for (const status of ['413', '415']) expect(status in responses).toBe(readsBody);
});

test('every error has a valid example of its own code and says when to retry', () => {
  const isError = Compile(ErrorBody);
  for (const [code, { content, headers }] of Object.entries(document.components.responses)) {
    const example = content?.['application/json'].example;
    expect(isError.Check(example), code).toBe(true);
    expect(example).toMatchObject({ error: code });
    const waits = ['rate_limited', 'unavailable'].includes(code);
    expect('Retry-After' in (headers ?? {}), code).toBe(waits);
    expect(Object.keys(errorCatalogue)).toContain(code);
  }
});

test('the whole document has the ingest endpoints too, with write keys, at an address of their own', () => {
  const whole = openApiDocument(operations, options) as {
    paths: Record<string, { servers?: object[]; post?: Operation & { security: object[] } }>;
    components: { securitySchemes: object; schemas: Record<string, object> };
    tags: { name: string }[];
  };
  const text = JSON.stringify(whole);
  for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
    expect(whole.components).toHaveProperty([kind, name]);
  }
  expect(whole.components.securitySchemes).toMatchObject({
    writeKey: { type: 'apiKey', in: 'header', name: 'X-Svc-Key' },
  });
  for (const path of ['/ingest', '/ingest/batch', '/visitor-resolve']) {
    const { servers, post } = whole.paths[path] ?? {};
    expect(servers).toEqual([{ url: 'https://leads.example' }]);
    expect(post?.security).toEqual([{ writeKey: [] }]);
    const statuses = ['200', '400', '401', '413', '415', '429', '431', '500', '503'];
    expect(Object.keys(post?.responses ?? {})).toEqual(statuses);
  }
});

test('who makes or reads a record finds what can be done with it', () => {
  const linksFrom = (path: string, method: string, status: number) => {
    const answer: Answer | undefined = document.paths[path]?.[method]?.responses[status];
    return answer?.links;
  };
  const ofLead = { operationId: 'getLead', parameters: { id: '$response.body#/data/id' } };
  expect(linksFrom('/leads', 'post', 201)?.getLead).toEqual(ofLead);
  expect(Object.keys(linksFrom('/visitors/{id}', 'get', 200) ?? {})).toContain(
    'listVisitorSessions',
  );
  expect(linksFrom('/leads/{id}', 'get', 200)).toMatchObject({
    updateLead: {},
    getLeadEvidence: {},
  });
  expect(Object.keys(linksFrom('/lists', 'post', 200) ?? {})).toContain('addListMembers');
  // Of an empty list there is no first record to lead to.
  expect(linksFrom('/leads', 'get', 200)).toBeUndefined();
});
