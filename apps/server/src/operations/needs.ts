/** What a query asks for beyond what its operation takes: a filter's fields, figures that cost time. */
import type { Feature, Scope } from '@footfall/contract/access';
import type { TimeLimit } from '@footfall/contract/operation';
import type { TObject } from 'typebox';

export interface Needs {
  scopes: Set<Scope>;
  features: Set<Feature>;
  limit: TimeLimit;
}

/** As a parameter declares it; `values`: by these only. */
interface Declared {
  scopes: Scope[];
  values?: string[];
}

/** Of each statement, where more is asked for than the operation's own. */
export const mostSeconds = 3;
const limit = {
  seconds: mostSeconds,
  path: 'query.active_since',
  advice: 'ask for a shorter time',
};

/** By the name of the parameter, what asking for it takes. */
export function declaredNeeds(query: TObject | undefined): [string, Declared][] {
  return Object.entries(query?.properties ?? {}).flatMap(([name, schema]) =>
    'x-needs' in schema ? [[name, schema['x-needs'] as Declared]] : [],
  );
}

export function readNeeds(
  query: Record<string, unknown>,
  declared: [string, Declared][],
): Needs | undefined {
  const asked = declared.filter(([name, { values }]) => {
    const value = query[name];
    return value !== undefined && (!values || values.includes(String(value)));
  });
  if (asked.length === 0) return undefined;
  const scopes = new Set(asked.flatMap(([, needs]) => needs.scopes));
  return { scopes, features: new Set(), limit };
}

export function both(one: Needs | undefined, other: Needs | undefined): Needs | undefined {
  if (!one || !other) return one ?? other;
  const scopes = new Set([...one.scopes, ...other.scopes]);
  return { ...one, scopes, features: new Set([...one.features, ...other.features]) };
}
