/** What a query asks for beyond what its operation takes: a filter's fields, figures that cost time. */
import type { Feature, Scope } from '@footfall/contract/access';
import type { TObject } from 'typebox';

export interface Needs {
  scopes: Set<Scope>;
  features: Set<Feature>;
  /** What to change where it takes too long: the parameter, and how. */
  advice: { path: string; message: string };
}

/** As a parameter declares it; `values`: by these only. */
interface Declared {
  scopes: Scope[];
  values?: string[];
}

const shorter = { path: 'query.active_since', message: 'ask for a shorter time' };

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
  return { scopes, features: new Set(), advice: shorter };
}

export function both(one: Needs | undefined, other: Needs | undefined): Needs | undefined {
  if (!one || !other) return one ?? other;
  const scopes = new Set([...one.scopes, ...other.scopes]);
  return { ...one, scopes, features: new Set([...one.features, ...other.features]) };
}
