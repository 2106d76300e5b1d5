/** Requirements of a query beyond its operation's: a filter's fields, slow figures. */
import type { Feature, Scope } from '@footfall/contract/access';
import type { TimeLimit } from '@footfall/contract/operation';
import type { TObject } from 'typebox';
import type { Rights } from '../../records/filters/needs.ts';
import { shortest } from './filter-limits.ts';

export interface Needs extends Rights {
  /** Undefined: no limit needed. */
  limit: TimeLimit | undefined;
}

/** Declared by a parameter; `values`: only for these. */
interface Declared {
  scopes: Scope[];
  features?: Feature[];
  limit?: TimeLimit;
  values?: string[];
}

/** Requirements by parameter name. */
export function declaredNeeds(query: TObject | undefined): [string, Declared][] {
  return Object.entries(query?.properties ?? {}).flatMap(([name, schema]) =>
    'x-needs' in schema
      ? [schema['x-needs'] as Declared | Declared[]].flat().map((each) => [name, each])
      : [],
  );
}

export function readNeeds(
  query: Record<string, unknown>,
  declared: [string, Declared][],
): Needs | undefined {
  const needed = declared.filter(([name, { values }]) => {
    const value = query[name] as string | string[] | undefined;
    return value !== undefined && (!values || [value].flat().some((one) => values.includes(one)));
  });
  if (needed.length === 0) return undefined;
  const scopes = new Set(needed.flatMap(([, needs]) => needs.scopes));
  const features = new Set(needed.flatMap(([, needs]) => needs.features ?? []));
  const limit = needed.map(([, needs]) => needs.limit).find(Boolean);
  return { scopes, features, limit };
}

export function both(one: Needs | undefined, other: Needs | undefined): Needs | undefined {
  if (!one || !other) return one ?? other;
  const scopes = new Set([...one.scopes, ...other.scopes]);
  return {
    limit: shortest(one.limit, other.limit),
    scopes,
    features: new Set([...one.features, ...other.features]),
  };
}
