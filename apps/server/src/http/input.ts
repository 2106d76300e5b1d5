/** Checks the parameters, query and body of a request against its operation. */
import { type Issue, invalidRequest } from '@footfall/contract/errors';
import type { OperationSpec } from '@footfall/contract/operation';
import type { TObject, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { cleanText } from './json-body.ts';

export interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

export interface CheckedInput {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
}

type Part = (value: unknown, issues: Issue[]) => Record<string, unknown>;

/** @throws (the returned function) ApiError invalid_request that names every fault */
export function inputChecker(operation: OperationSpec): (raw: RawInput) => CheckedInput {
  const params = checker('path', operation.params);
  const query = queryChecker(operation.query);
  const body = operation.body ? checker('body', operation.body) : () => ({});
  return (raw) => {
    const issues: Issue[] = [];
    const input = {
      params: params(raw.params, issues),
      query: query(raw.query, issues),
      body: body(raw.body, issues),
    };
    if (issues.length > 0) throw invalidRequest(issues);
    return input;
  };
}

function checker(place: string, schema: TSchema | undefined): Part {
  if (!schema) return () => ({});
  const compiled = Compile(schema);
  const names = 'properties' in schema ? Object.keys(schema.properties as object) : [];
  return (value, issues) => {
    if (compiled.Check(value)) return value as Record<string, unknown>;
    issues.push(...describeFaults(place, compiled.Errors(value), names));
    return {};
  };
}

interface SchemaFault {
  keyword: string;
  instancePath: string;
  params: object;
  message: string;
}

function describeFaults(place: string, faults: SchemaFault[], names: string[]): Issue[] {
  const issues: Issue[] = [];
  for (const { keyword, instancePath, params, message } of faults) {
    const path = [place, ...instancePath.split('/').slice(1)].join('.');
    if (keyword === 'additionalProperties') {
      const unknown = (params as { additionalProperties: string[] }).additionalProperties;
      const allowed = names.length > 0 ? `known are: ${names.join(', ')}` : 'there are none';
      for (const name of unknown) {
        issues.push({ path: `${path}.${name}`, message: `is not known here; ${allowed}` });
      }
    } else if (keyword !== 'boolean') {
      issues.push({ path, message: readable(keyword, params, message) });
    }
  }
  return issues;
}

function readable(keyword: string, params: object, message: string): string {
  if (keyword !== 'format' || !('format' in params)) return message;
  if (params.format === 'uuid') return 'must be a UUID';
  if (params.format === 'instant') {
    return 'must be an ISO 8601 instant or date between 1970 and 9999, such as 2026-05-04T09:30:00Z or 2026-05-04';
  }
  return message;
}

/** Query values are text: each is read by the type that its schema declares, strictly. */
function queryChecker(schema: TObject | undefined): Part {
  const check = checker('query', schema);
  const properties = schema?.properties ?? {};
  return (raw, issues) => {
    const query: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(raw as Record<string, unknown>)) {
      if (Array.isArray(value)) {
        issues.push({ path: `query.${name}`, message: 'must be given once only' });
      } else if (!Object.hasOwn(properties, name)) {
        const known = Object.keys(properties).join(', ') || 'none';
        issues.push({ path: `query.${name}`, message: `is not a parameter; known are: ${known}` });
      } else {
        query[name] = fromText(properties[name], String(value));
      }
    }
    return check(query, issues);
  };
}

function fromText(schema: TSchema | undefined, text: string): unknown {
  const type = schema && 'type' in schema ? schema.type : 'string';
  if (type === 'integer') return /^-?\d{1,16}$/.test(text) ? Number(text) : text;
  if (type === 'boolean') {
    if (text === 'true') return true;
    return text === 'false' ? false : text;
  }
  return cleanText(text);
}
