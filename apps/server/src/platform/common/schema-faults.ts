/** Turns schema errors into words: what is allowed, not how it is checked. */
import type { Issue } from '@footfall/contract/errors';
import { unknownName } from '@footfall/contract/nearest-name';
import { patternWords } from '@footfall/contract/patterns';
import type { TSchema } from 'typebox';

interface SchemaFault {
  keyword: string;
  instancePath: string;
  schemaPath: string;
  params: object;
}

interface FaultParams {
  requiredProperties?: string[];
  additionalProperties?: string[];
  type?: string | string[];
  format?: string;
  pattern?: string;
  limit?: number;
  allowedValues?: unknown[];
  allowedValue?: unknown;
}

/**
 * The first error of each place: a value of the wrong type fails all other checks too.
 *
 * `place`: such as `body`; empty: paths begin with the field's name. `schema`: the one that failed.
 */
export function faultsInWords(
  place: string,
  schema: TSchema,
  faults: readonly SchemaFault[],
): Issue[] {
  const issues = new Map<string, string>();
  for (const { keyword, instancePath, schemaPath, params } of faults) {
    const parts = instancePath.split('/').slice(1);
    const add = (names: string[], message: string) => {
      const path = [place, ...parts, ...names].filter(Boolean).join('.');
      if (!issues.has(path)) issues.set(path, message);
    };
    const { requiredProperties = [], additionalProperties = [] } = params as FaultParams;
    if (keyword === 'required') {
      for (const name of requiredProperties) add([name], 'is required');
    } else if (keyword === 'additionalProperties') {
      const allowed = Object.keys(Object(schemaAt(schema, schemaPath).properties));
      for (const name of additionalProperties.slice(0, namesShown)) {
        add([shortName(name)], unknownName(name, allowed));
      }
    } else if (keyword === 'type') {
      add([], typeWords(typesAt(instancePath, faults)));
      // Unless a property is called `boolean`: `additionalProperties` has the name.
    } else if (keyword !== 'boolean') add([], words(keyword, params));
  }
  return [...issues].map(([path, message]) => ({ path, message }));
}

/** Most unknown names in an error, and their length: a body can hold any number. */
export const namesShown = 20;
const nameLength = 100;

export function shortName(name: string): string {
  return name.length > nameLength ? `${name.slice(0, nameLength).toWellFormed()}…` : name;
}

/** `path`: such as `#/properties/key_pages/items`. */
function schemaAt(schema: TSchema, path: string): { properties?: object } {
  return path
    .split('/')
    .slice(1)
    .reduce<object>((part, name) => Object((part as Record<string, unknown>)[name]), schema);
}

/** For all variants of a union. */
function typesAt(instancePath: string, faults: readonly SchemaFault[]): string[] {
  const types = faults
    .filter((fault) => fault.keyword === 'type' && fault.instancePath === instancePath)
    .flatMap(({ params }) => (params as FaultParams).type ?? []);
  return [...new Set(types)];
}

function words(keyword: string, params: FaultParams): string {
  const { limit = 0, format = '', pattern = '', allowedValues = [] } = params;
  switch (keyword) {
    case 'enum':
      return `must be one of ${allowedValues.map(shown).join(', ')}`;
    case 'const':
      return `must be ${shown(params.allowedValue)}`;
    case 'format':
      return `must be ${formatWords[format] ?? `a valid ${format}`}`;
    case 'pattern':
      return `must be ${patternWords(pattern) ?? 'of the documented form'}`;
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`;
    case 'maxLength':
      return `must have at most ${counted(limit, 'character')}`;
    case 'minItems':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} entries`;
    case 'maxItems':
      return `must have at most ${limit === 1 ? '1 entry' : `${limit} entries`}`;
    case 'uniqueItems':
      return 'must not have an entry twice';
    default:
      return 'is not valid';
  }
}

const typeNames: Record<string, string> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

function typeWords(types: string[]): string {
  return `must be ${types.map((type) => typeNames[type] ?? type).join(' or ')}`;
}

const formatWords: Record<string, string> = {
  uuid: 'a UUID, such as 0190a1b2-4444-7c3e-9d52-3b1f60a7c004',
  label: 'one line of text that is not blank',
  'time-zone': 'a time zone, such as Europe/Berlin',
  mailbox: 'one email address, such as ada@example.com',
  instant:
    'an ISO 8601 date or time between 1970 and 9999, such as 2026-05-04T09:30:00Z or 2026-05-04',
};

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
