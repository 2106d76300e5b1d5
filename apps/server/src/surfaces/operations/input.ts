/** Checks the parameters, query and body of a request against its operation. */
import { type Issue, invalidRequest } from '@footfall/contract/errors';
import type { OperationSpec, TimeLimit } from '@footfall/contract/operation';
import type { TObject, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { cleanText } from '../../platform/common/json-body.ts';
import { readFields, requestedFields } from './fields.ts';
import { filtersOf, readFilters } from './filter-input.ts';
import { shortest } from './filter-limits.ts';
import { both, declaredNeeds, type Needs, readNeeds } from './needs.ts';

export interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

export interface CheckedInput {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  /** Of what is asked for beyond what the operation takes; undefined where that is nothing. */
  needs?: Needs | undefined;
  /** Undefined: as long as any statement may take. */
  limit?: TimeLimit | undefined;
  /** Of a file: which of the pages of its list. */
  page?: 'first' | 'further';
}

type Part = (value: unknown, issues: Issue[]) => Record<string, unknown>;

/** @throws (the returned function) ApiError invalid_request that names the faults */
export function inputChecker(operation: OperationSpec): (raw: RawInput) => CheckedInput {
  const params = partChecker('path', operation.params);
  const query = queryChecker(operation.query);
  const body = operation.body ? partChecker('body', operation.body) : () => ({});
  const filters = filtersOf(operation.query);
  const declared = declaredNeeds(operation.query);
  return (raw) => {
    const issues: Issue[] = [];
    const input: CheckedInput = {
      params: params(raw.params, issues),
      query: query(raw.query, issues),
      // No body says what an empty object says.
      body: body(raw.body === undefined ? {} : raw.body, issues),
    };
    const needs = readNeeds(input.query, declared);
    input.needs = both(readFilters(input.query, filters, issues), needs);
    input.limit = shortest(operation.limit, input.needs?.limit);
    if (issues.length > 0) throw invalidRequest(issues);
    return input;
  };
}

/** Of one part of a request: what it may be, and what is said of its faults. */
export function partChecker(place: string, schema: TSchema | undefined): Part {
  if (!schema) return () => ({});
  // When it is first asked: a start does not wait for what nobody may call.
  let compiled: Validator | undefined;
  const allowed = 'properties' in schema ? Object.keys(schema.properties as object) : [];
  return (value, issues) => {
    compiled ??= Compile(schema) as Validator;
    if (compiled.Check(value)) return value as Record<string, unknown>;
    const unknown = unknownNames(value, allowed);
    // Without those names: the checker stops after a few faults, and each name is one.
    const rest = unknown.length > 0 ? without(value as object, unknown) : value;
    const faults = [
      ...describeUnknown(place, unknown, allowed),
      ...describeFaults(place, compiled.Errors(rest)),
    ];
    // Whatever the checker finds no words for is refused all the same.
    issues.push(...(faults.length > 0 ? faults : [{ path: place, message: 'is not valid' }]));
    return {};
  };
}

/** A refusal names this many unknown names, each this long at most: a body can hold any number. */
const namesShown = 20;
const nameLength = 100;

function unknownNames(value: unknown, allowed: string[]): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const names = new Set(allowed);
  return Object.keys(value).filter((name) => !names.has(name));
}

function without(value: object, names: string[]): object {
  const left = new Set(names);
  return Object.fromEntries(Object.entries(value).filter(([name]) => !left.has(name)));
}

function describeUnknown(place: string, unknown: string[], allowed: string[]): Issue[] {
  const message = `is not known here; known are: ${allowed.join(', ') || 'none'}`;
  const issues = unknown
    .slice(0, namesShown)
    .map((name) => ({ path: `${place}.${shortened(name)}`, message }));
  const more = unknown.length - issues.length;
  return more > 0
    ? [...issues, { path: place, message: `has ${more} more unknown names` }]
    : issues;
}

function shortened(name: string): string {
  return name.length > nameLength ? `${name.slice(0, nameLength).toWellFormed()}…` : name;
}

interface SchemaFault {
  keyword: string;
  instancePath: string;
  params: object;
  message: string;
}

function describeFaults(place: string, faults: SchemaFault[]): Issue[] {
  return faults.map(({ keyword, instancePath, params, message }) => ({
    path: [place, ...instancePath.split('/').slice(1)].join('.'),
    message: readable(keyword, params, message),
  }));
}

function readable(keyword: string, params: object, message: string): string {
  if (keyword !== 'format' || !('format' in params)) return message;
  if (params.format === 'uuid') return 'must be a UUID';
  if (params.format === 'label') return 'must be one line of text that is not blank';
  if (params.format === 'mailbox') return 'must be one email address, such as ada@example.com';
  if (params.format === 'instant') {
    return 'must be an ISO 8601 instant or date between 1970 and 9999, such as 2026-05-04T09:30:00Z or 2026-05-04';
  }
  return message;
}

/** Query values are text: each is read by the type that its schema declares, strictly. */
export function queryChecker(schema: TObject | undefined): Part {
  const check = partChecker('query', schema);
  const properties = schema?.properties ?? {};
  const fields = requestedFields(schema);
  const allowed = Object.keys(properties);
  return (raw, issues) => {
    const query: Record<string, unknown> = {};
    issues.push(...describeUnknown('query', unknownNames(raw, allowed), allowed));
    for (const name of allowed) {
      const value = (raw as Record<string, unknown>)[name];
      if (value === undefined) continue;
      if (Array.isArray(value)) {
        issues.push({ path: `query.${name}`, message: 'must be given once only' });
      } else if (name === 'fields' && fields) {
        readFields(query, schema, fields, String(value), issues);
      } else query[name] = fromText(properties[name], String(value));
    }
    return check(query, issues);
  };
}

function fromText(schema: TSchema | undefined, text: string): unknown {
  const type = schema && 'type' in schema ? schema.type : 'string';
  if (type === 'integer') return /^(?:\d{1,16}|-[1-9]\d{0,15})$/.test(text) ? Number(text) : text;
  if (type === 'boolean') {
    if (text === 'true') return true;
    return text === 'false' ? false : text;
  }
  return cleanText(text);
}
