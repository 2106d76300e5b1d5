/** Requests for the fuzzer: such as the document allows, and the same with something broken. */
import fc from 'fast-check';
import type { FuzzOperation } from './fuzz-document.ts';
import { anyJson, anyText, fittingObject } from './fuzz-values.ts';
import { hostileJson, hostileTexts } from './hostile-values.ts';

export interface FuzzRequest {
  operation: FuzzOperation;
  method: string;
  /** Below the base, as it is put on the wire. */
  path: string;
  query: string;
  headers: Record<string, string>;
  body: string | undefined;
  isValid: boolean;
}

const json = { 'content-type': 'application/json' };
const hostileBodies = Object.values(hostileJson);

/** For an address: lone surrogates cannot be encoded. */
const encoded = (value: unknown) => encodeURIComponent(String(value).toWellFormed());

/** `ids`: of records that exist, by their collection. */
export function validRequest(
  operation: FuzzOperation,
  ids: Record<string, string[]>,
): fc.Arbitrary<FuzzRequest> {
  const all = Object.values(ids).flat();
  // An export is of the records of its list.
  const [, collection = ''] = operation.path.replace(/^\/exports/, '').split('/');
  const own = ids[`/${collection}`] ?? [];
  const ownId = own.length > 0 ? fc.constantFrom(...own) : fc.uuid();
  const id = fc.oneof({ weight: 4, arbitrary: ownId }, fc.uuid());
  const query = fittingObject({ properties: operation.query }, all);
  const body = operation.body ? fittingObject(operation.body, all) : fc.constant(undefined);
  return fc.record({ id, query, body }).map((input) => ({
    operation,
    method: operation.method,
    path: operation.path.replace('{id}', input.id),
    query: Object.entries(input.query)
      .map(([field, value]) => `${field}=${encoded(value)}`)
      .join('&'),
    headers: input.body ? json : {},
    body: input.body && JSON.stringify(input.body),
    isValid: true,
  }));
}

/** Whether the address consists of characters that HTTP allows. */
export function isHttp({ path, query }: FuzzRequest): boolean {
  return !/[^\x20-\x7e]/.test(path + query);
}

type Change = fc.Arbitrary<(request: FuzzRequest) => Partial<FuzzRequest>>;

const rawText = fc.oneof(
  // An address of more than 16 KiB is no request to HTTP.
  fc.constantFrom(...hostileTexts.filter((text) => text.length < 3_000)),
  anyText.map(encoded),
  // Bytes beyond ASCII, as they are.
  fc
    .array(fc.integer({ min: 0x21, max: 0xff }), { maxLength: 10 })
    .map((codes) => String.fromCharCode(...codes).replaceAll(/[#?/]/g, '')),
);

const fieldOf = (request: FuzzRequest, at: number) => {
  const fields = [...Object.keys(request.operation.query), 'unknown', '__proto__', ''];
  return fields[at % fields.length];
};

const changes: Change[] = [
  rawText.map((text) => ({ operation }) => ({ path: operation.path.replace('{id}', text) })),
  rawText.map((text) => ({ path }) => ({ path: `${path}/${text}` })),
  rawText.map((text) => () => ({ path: `/${text}` })),
  fc.tuple(fc.nat(), rawText).map(([at, text]) => (request) => ({
    query: `${fieldOf(request, at)}=${text}`,
  })),
  fc.tuple(fc.nat(), rawText, rawText).map(([at, one, two]) => (request) => ({
    query: `${fieldOf(request, at)}=${one}&${fieldOf(request, at)}=${two}`,
  })),
  rawText.map((text) => ({ query }) => ({ query: `${query}&${text}` })),
  rawText.map((text) => ({ query }) => ({ query: `${query}&${text}=${text}` })),
  fc
    .constantFrom('GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD')
    .map((method) => () => ({ method })),
  fc.constantFrom(...hostileBodies).map((body) => () => ({ headers: json, body })),
  anyJson.map((value) => () => ({ headers: json, body: JSON.stringify(value) })),
  anyText.map((body) => () => ({ headers: json, body })),
  fc.tuple(fc.nat(), fc.constantFrom(...hostileBodies)).map(([at, value]) => ({ operation }) => ({
    headers: json,
    body: withField(operation, at, value),
  })),
  fc.tuple(fc.nat(), fc.constantFrom(...hostileBodies)).map(([at, value]) => ({ operation }) => ({
    headers: json,
    body: withField(operation, at, `{"a":[${value}],"b":{"c":${value}}}`),
  })),
  fc.tuple(fc.nat(), anyJson).map(([at, value]) => ({ operation }) => ({
    headers: json,
    body: withField(operation, at, JSON.stringify(value)),
  })),
  fc.nat(200).map((length) => ({ body = '{}' }) => ({
    headers: json,
    body: body.slice(0, length),
  })),
  fc
    .constantFrom('text/plain', 'application/json; charset=latin1', 'a/b', ';', '*/*')
    .map((type) => ({ body = '{}' }) => ({ headers: { 'content-type': type }, body })),
  fc.constantFrom('gzip', 'br', 'identity', '').map((encoding) => ({ body = '{}' }) => ({
    headers: { ...json, 'content-encoding': encoding },
    body,
  })),
  fc
    .tuple(
      fc.constantFrom('if-match', 'if-none-match', 'idempotency-key', 'accept', 'x-forwarded-for'),
      fc.oneof(fc.constantFrom('*', '"', 'W/"a"', '', ','), fc.string({ maxLength: 300 })),
    )
    .map(([name, value]) => ({ headers }) => ({ headers: { ...headers, [name]: value } })),
];

function withField({ body }: FuzzOperation, at: number, value: string): string {
  const fields = Object.entries(body?.properties ?? {});
  const writable = fields.filter(([, { readOnly }]) => !readOnly).map(([name]) => name);
  const names = [...writable, 'id', 'unknown', '__proto__'];
  return `{${JSON.stringify(names[at % names.length])}:${value}}`;
}

/** One to three changes to a valid request. */
export function brokenRequest(valid: fc.Arbitrary<FuzzRequest>): fc.Arbitrary<FuzzRequest> {
  const some = fc.array(fc.oneof(...changes), { minLength: 1, maxLength: 3 });
  return fc.tuple(valid, some).map(([request, made]) => {
    const broken = { ...request, isValid: false };
    for (const change of made) Object.assign(broken, change(broken));
    // Who refuses bytes that are no HTTP cannot know that the answer must have no body.
    if (broken.method === 'HEAD' && !isHttp(broken)) broken.method = 'GET';
    return broken;
  });
}
