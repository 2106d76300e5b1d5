/** Validates a request's parameters, query and body. */
import { type Issue, invalidRequest } from '@footfall/contract/errors';
import { extendedForm } from '@footfall/contract/instant';
import { unknownName } from '@footfall/contract/nearest-name';
import type { OperationSpec, TimeLimit } from '@footfall/contract/operation';
import type { TObject, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { isObject } from '../../platform/common/is-object.ts';
import { cleanText } from '../../platform/common/json-body.ts';
import { faultsInWords, namesShown, shortName } from '../../platform/common/schema-faults.ts';
import { wrongItems } from './fields.ts';
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
  /** Requirements beyond the operation's own; undefined without any. */
  needs?: Needs | undefined;
  /** Undefined: the default limit of statements. */
  limit?: TimeLimit | undefined;
  /** Of a file: which of the pages of its list. Of a document: which of its pieces. */
  page?: 'first' | 'further';
  /** Of a document: where a further piece begins. */
  position?: string | undefined;
}

type Part = (value: unknown, issues: Issue[]) => Record<string, unknown>;

/** @throws (the returned function) ApiError invalid_request with the faults */
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
      // No body equals an empty object.
      body: body(raw.body === undefined ? {} : raw.body, issues),
    };
    const needs = readNeeds(input.query, declared);
    input.needs = both(readFilters(input.query, filters, issues), needs);
    input.limit = shortest(operation.limit, input.needs?.limit);
    if (issues.length > 0) throw invalidRequest(issues);
    return input;
  };
}

/** Checks one part of a request. */
export function partChecker(place: string, schema: TSchema | undefined): Part {
  if (!schema) return () => ({});
  // Compiled on first use, so that a start need not wait.
  let compiled: Validator | undefined;
  const allowed = 'properties' in schema ? Object.keys(schema.properties as object) : [];
  const instants = instantsIn(schema);
  return (value, issues) => {
    compiled ??= Compile(schema) as Validator;
    if (compiled.Check(value)) return inExtendedForm(value as Record<string, unknown>, instants);
    const unknown = unknownNames(value, allowed);
    // Without unknown names: the checker stops after a few faults, and each name is one.
    const rest = unknown.length > 0 ? without(value as object, unknown) : value;
    const faults = [
      ...describeUnknown(place, unknown, allowed),
      ...faultsInWords(place, schema, compiled.Errors(rest)),
    ];
    // Faults without a message are rejected too.
    issues.push(...(faults.length > 0 ? faults : [{ path: place, message: 'is not valid' }]));
    return {};
  };
}

/** Times in the schema, as paths of object and field names. */
function instantsIn(schema: TSchema): string[][] {
  const { format, properties = {} } = schema as { format?: string; properties?: object };
  if (format === 'instant') return [[]];
  return Object.entries(properties).flatMap(([name, part]) =>
    instantsIn(part as TSchema).map((path) => [name, ...path]),
  );
}

/** Handlers only know one format of times. */
function inExtendedForm(value: Record<string, unknown>, instants: string[][]) {
  return instants.reduce((whole, path) => extended(whole, path) as typeof whole, value);
}

function extended(value: unknown, [name, ...path]: string[]): unknown {
  if (name === undefined) return typeof value === 'string' ? extendedForm(value) : value;
  if (!isObject(value) || value[name] === undefined) return value;
  return { ...value, [name]: extended(value[name], path) };
}

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
  const issues = unknown
    .slice(0, namesShown)
    .map((name) => ({ path: `${place}.${shortName(name)}`, message: unknownName(name, allowed) }));
  const more = unknown.length - issues.length;
  return more > 0
    ? [...issues, { path: place, message: `has ${more} more unknown names` }]
    : issues;
}

/** Query values are text: parsed strictly by their declared types. */
export function queryChecker(schema: TObject | undefined): Part {
  const check = partChecker('query', schema);
  const properties = schema?.properties ?? {};
  const allowed = Object.keys(properties);
  return (raw, issues) => {
    const query: Record<string, unknown> = {};
    issues.push(...describeUnknown('query', unknownNames(raw, allowed), allowed));
    for (const name of allowed) {
      const value = (raw as Record<string, unknown>)[name];
      if (value === undefined) continue;
      if (Array.isArray(value)) {
        issues.push({ path: `query.${name}`, message: 'must be given only once' });
      } else query[name] = fromText(properties[name], String(value));
    }
    const wrong = wrongItems(schema, query);
    if (wrong.length === 0) return check(query, issues);
    issues.push(...wrong);
    const others = without(
      query,
      wrong.map(({ path }) => path.slice('query.'.length)),
    );
    return check(others as Record<string, unknown>, issues);
  };
}

function listIn(schema: TSchema | undefined, text: string): string[] {
  const mayBeEmpty = !Object(schema).minItems;
  return text === '' && mayBeEmpty ? [] : text.split(',').map(cleanText);
}

function fromText(schema: TSchema | undefined, text: string): unknown {
  const type = schema && 'type' in schema ? schema.type : 'string';
  if (type === 'integer') return /^(?:\d{1,16}|-[1-9]\d{0,15})$/.test(text) ? Number(text) : text;
  if (type === 'boolean') {
    if (text === 'true') return true;
    return text === 'false' ? false : text;
  }
  if (type === 'array') return listIn(schema, text);
  return cleanText(text);
}
