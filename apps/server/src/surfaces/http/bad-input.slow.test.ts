/* Every payload that has broken services, in every parameter and body field of every operation. */
import { randomUUID } from 'node:crypto';
import { ErrorBody } from '@footfall/contract/errors';
import { memberOperations } from '@footfall/contract/member-operations';
import type { OperationSpec } from '@footfall/contract/operation';
import { operations } from '@footfall/contract/operations';
import { Compile } from 'typebox/compile';
import { afterEach, expect, test } from 'vitest';
import { hostileJson, hostileTexts } from '../../testing/hostile-values.ts';
import { processorMs } from '../../testing/processor-time.ts';
import { inRounds } from '../../testing/rounds.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { signedIn } from '../../testing/signed-in.ts';
import { SLOW } from '../../testing/slow.ts';
import { together } from '../../testing/together.ts';

const h = await sharedHarness();
const errorCheck = Compile(ErrorBody);
const specs = Object.values({ ...operations, ...memberOperations }) as OperationSpec[];
const authorization = `Bearer ${h.workspace.secretKey}`;
const ann = await signedIn(h);
// Else somebody without one could do nothing more, and the workspace could be deleted by a name that it was given.
afterEach(() =>
  h.db.system((tx) => tx`update workspaces set second_factor_required = false, name = 'Test'`),
);

/** Where it is, and by what its caller is known. */
function doorOf(path: string): Record<string, string> {
  return path.startsWith('/dashboard/') ? ann.headers : { authorization };
}
const baseOf = ({ roles }: OperationSpec) => (roles ? '/dashboard/api' : '/api/v1');

const visitor_id = randomUUID();
await h.send([
  { type: 'event', name: 'page_view', visitor_id },
  { type: 'identify', visitor_id, email: 'ada@example.com' },
  { type: 'conversion', name: 'signup', visitor_id },
]);

const fieldsOf = (schema: object | undefined): Record<string, object> =>
  schema && 'properties' in schema ? (schema.properties as Record<string, object>) : {};
const namesOf = (schema: object | undefined): string[] => Object.keys(fieldsOf(schema));

/** A path whose ids are of the right form; those of records that exist where a list has one. */
async function pathOf(spec: OperationSpec): Promise<string> {
  const path = baseOf(spec) + spec.path;
  if (!path.includes('{')) return path;
  const collection = path.slice(0, path.indexOf('/{'));
  const response = await h.fetch(collection, { headers: doorOf(path) });
  const list =
    response.status === 200 ? ((await response.json()) as { data: { id: string }[] }) : undefined;
  return path.replaceAll(/\{\w+\}/g, () => list?.data?.[0]?.id ?? randomUUID());
}

const met = new Set<string>();

/** Every value in every field, minutes of it. */
const all = inRounds(1) >= 100;
/** Of values at a place where little new is to be met, and where nothing is. */
const some = all ? 1 : 8;
const few = all ? 8 : 60;

/** All values the first time that a field of this name and schema is met, then a few. */
function valuesFor(values: string[], place: string, name: string, schema: object | undefined) {
  const key = `${place} ${name} ${JSON.stringify(fieldsOf(schema)[name])}`;
  if (!met.has(key)) {
    met.add(key);
    return values;
  }
  return oneIn(few, values);
}

let turn = 0;
/** Others each time. */
function oneIn(share: number, values: string[]): string[] {
  turn += 1;
  return values.filter((_, index) => index % share === turn % share);
}

interface Sent {
  status: number;
  text: string;
}

async function send(method: string, path: string, body?: string): Promise<Sent> {
  const headers = {
    ...doorOf(path),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const started = processorMs();
  const response = await h.fetch(path, { method, headers, body });
  const text = await response.text();
  const what = `${method} ${path.slice(0, 200)} ${body?.slice(0, 200) ?? ''} -> ${text.slice(0, 300)}`;
  expect(response.status, what).toBeLessThan(500);
  expect(processorMs() - started, what).toBeLessThan(2_000);
  expect(response.headers.get('x-request-id'), what).toMatch(/./);
  if (response.status >= 400) expect(errorCheck.Check(JSON.parse(text)), what).toBe(true);
  return { status: response.status, text };
}

/** Words of a schema that say what a field is for, not what is checked. */
const untested = [
  'description',
  'examples',
  'default',
  'x-personal',
  'x-origin',
  'x-needs',
  'readOnly',
];

/** What is checked in the same way: by its schema but for the numbers, words, patterns and parts in it, whichever they are. */
function kindOf(schema: object): string {
  if ('enum' in schema) return 'one of some words';
  if ('pattern' in schema) return 'a pattern';
  if ('items' in schema) return 'a list';
  if ('properties' in schema) return 'an object';
  if ('x-filter' in schema) return 'a filter';
  return JSON.stringify(schema, (word, part) => {
    if (untested.includes(word)) return undefined;
    return typeof part === 'number' ? 'a number' : part;
  });
}

/** Its schema alone decides, and what passes is of one form. */
function isNarrow(schema: object): boolean {
  const { type, format } = schema as { type?: string; format?: string };
  if (Object.keys(schema).length === 0 || 'enum' in schema || 'pattern' in schema) return true;
  return type === 'boolean' || type === 'integer' || format === 'uuid';
}

/** By kind of parameter: the values that the check of it lets through. */
const passing = new Map<string, Set<string>>();

/**
 * Sends values of a field: all where its kind is met the first time, or one in four of a narrow kind; of a kind that is known
 * by another name one in 32 of those that pass its check and go on to what the name stands for, and one in 96 of all; one of
 * a field that is known. `attempt` tells whether a value passed.
 */
async function tryValues(
  { place, name, schema }: { place: 'query' | 'body'; name: string; schema: object },
  values: string[],
  attempt: (value: string) => Promise<boolean>,
): Promise<void> {
  const field = `${place} ${name} ${JSON.stringify(schema)}`;
  if (met.has(field) && !all) {
    await together(oneIn(values.length, values), attempt);
    return;
  }
  met.add(field);
  const kind = `${place} ${kindOf(schema)}`;
  const passedBefore = all ? undefined : passing.get(kind);
  const passed = new Set<string>();
  const first = isNarrow(schema) && !all ? oneIn(4, values) : values;
  const chosen = passedBefore ? [...oneIn(32, [...passedBefore]), ...oneIn(96, values)] : first;
  await together([...new Set(chosen)], async (value) => {
    if (await attempt(value)) passed.add(value);
  });
  if (!passedBefore) passing.set(kind, passed);
}

const withQuery = specs.filter(({ query }) => query);
test.each(withQuery.map((spec) => [spec.id, spec] as const))(
  '%s: whatever stands in a query parameter, it is a clear 400 or a valid answer',
  async (_id, spec) => {
    const path = await pathOf(spec);
    const get = (query: string) => send(spec.method, `${path}?${query}`);
    for (const name of [...namesOf(spec.query), 'undeclared']) {
      const schema = fieldsOf(spec.query)[name] ?? {};
      const field = { place: 'query', name, schema } as const;
      await tryValues(field, hostileTexts, async (text) => {
        const answer = await get(`${name}=${text}`);
        return !answer.text.includes(`query.${name}`);
      });
      const others = [`${name}=a&${name}=b`, name, `${name}[]=1`, `${name}[$gt]=`, `${name}%00=1`];
      await together(all ? others : oneIn(others.length, others), get);
    }
  },
);

const withParams = specs.filter(({ params }) => params);
test.each(withParams.map((spec) => [spec.id, spec] as const))(
  '%s: whatever stands in the path, it is a clear 400 or 404',
  async (_id, spec) => {
    const fits = hostileTexts.filter((text) => text !== '' && text.length < 2_000);
    const [name = ''] = namesOf(spec.params);
    await together(valuesFor(fits, 'path', name, spec.params), async (text) => {
      const path = baseOf(spec) + spec.path.replace(/\{\w+\}/, () => text);
      const { status } = await send(spec.method, path, spec.body ? '{}' : undefined);
      expect([400, 404, 405], `${path} answered ${status}`).toContain(status);
    });
  },
);

const withBody = specs.filter(({ body }) => body);
test.each(withBody.map((spec) => [spec.id, spec] as const))(
  '%s: whatever stands in the body or in a field of it, it is a clear 4xx or what was sent is stored',
  async (_id, spec) => {
    const path = await pathOf(spec);
    const values = Object.values(hostileJson);
    const names = namesOf(spec.body);
    // Of members' operations, which need several fields: the last of a name counts, so that it alone is wrong.
    const example = spec.roles && spec.bodyExample;
    const begun = example ? `${JSON.stringify(example).slice(0, -1)},` : '{';
    // Where the names are unknown they are refused as `undeclared` is, whatever is inside.
    const inside = (...places: string[]) =>
      oneIn(places.some((name) => names.includes(name)) ? some : few, values);
    const bodies = [
      // What is no object is refused before anything of the operation is looked at.
      ...valuesFor(values, 'body', '', undefined),
      ...inside('properties', 'location').map(
        (json) => `{"properties":{"part":${json}},"location":{"a":[${json}]}}`,
      ),
      ...inside('visitor_ids', 'summary').map(
        (json) => `{"visitor_ids":[${json}],"summary":{"a":[{"b":${json}}]}}`,
      ),
      '',
      '{',
      '{"a":1}{',
      '{"__proto__":{"code":"x"}}',
    ];
    await together(bodies, (body) => send(spec.method, path, body));
    for (const name of [...names, 'undeclared']) {
      const schema = fieldsOf(spec.body)[name] ?? {};
      await tryValues({ place: 'body', name, schema }, values, async (json) => {
        const answer = await send(spec.method, path, `${begun}${JSON.stringify(name)}:${json}}`);
        return !answer.text.includes(`body.${name}`);
      });
    }
  },
  SLOW,
);

test('texts are stored without NUL and with U+FFFD, objects as they came, and read back so', async () => {
  const body = String.raw`{"code":"a\u0000b\ud800c","source":"🦊\u202e","properties":
    {"__proto__":{"isAdmin":true},"constructor":{"prototype":1},"":"","n":9007199254740993,"e":1e21,
     "deep":[[[{"a":[]}]]],"k\u0000":"\udfff","last":null}}`;
  const made = JSON.parse((await send('POST', '/api/v1/leads', body)).text).data;
  const expected = String.raw`{"code":"ab\ufffdc","source":"🦊\u202e","properties":
    {"__proto__":{"isAdmin":true},"constructor":{"prototype":1},"":"","n":9007199254740992,"e":1e21,
     "deep":[[[{"a":[]}]]],"k":"\ufffd","last":null}}`;
  const { code, source, properties } = made;
  const sorted = (value: unknown) =>
    JSON.stringify(value, (_name, part) =>
      part && typeof part === 'object' && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    );
  expect(sorted({ code, source, properties })).toBe(sorted(JSON.parse(expected)));
  const read = JSON.parse((await send('GET', `/api/v1/leads/${made.id}`)).text).data;
  expect(sorted(read)).toBe(sorted(made));
  const patched = await send(
    'PATCH',
    `/api/v1/leads/${made.id}`,
    '{"properties":{"__proto__":{"isAdmin":false}}}',
  );
  expect(patched.text).toContain('"constructor":{"prototype":1}');
  expect(patched.text).toContain('"__proto__":{"isAdmin":false}');
  expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
});

test('a body of another kind is 415, one beyond the limit 413, one that is no JSON 400', async () => {
  const attempt = async (body: string, type: string) => {
    const headers = { authorization, 'content-type': type };
    const response = await h.fetch('/api/v1/leads', { method: 'POST', headers, body });
    expect(errorCheck.Check(await response.json())).toBe(true);
    return response.status;
  };
  expect(await attempt('a=1', 'application/x-www-form-urlencoded')).toBe(415);
  expect(await attempt('<a/>', 'text/xml')).toBe(415);
  expect(await attempt(JSON.stringify({ code: 'x'.repeat(1024 * 1024) }), 'application/json')).toBe(
    413,
  );
  expect(await attempt('{"code":', 'application/json')).toBe(400);
});
