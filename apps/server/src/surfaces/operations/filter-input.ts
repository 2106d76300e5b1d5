/** Parses filters in a query by their kind's fields, with required permissions. */
import type { Issue } from '@footfall/contract/errors';
import { FilterFault } from '@footfall/contract/filter';
import { checkFilter } from '@footfall/contract/filter-check';
import type { RecordKind } from '@footfall/contract/filter-fields';
import type { TObject } from 'typebox';
import { addNeeds } from '../../records/filters/needs.ts';
import type { Needs } from './needs.ts';

const limit = {
  seconds: 3,
  path: 'query.filter',
  advice: 'narrow the filter, for example with a shorter `within` or created_after',
};

/** The query's filters by name, each with its kind of record. */
export function filtersOf(query: TObject | undefined): [string, RecordKind][] {
  return Object.entries(query?.properties ?? {}).flatMap(([name, schema]) =>
    'x-filter' in schema ? [[name, schema['x-filter'] as RecordKind]] : [],
  );
}

/** Replaces the text with the parsed filter. */
export function readFilters(
  query: Record<string, unknown>,
  filters: [string, RecordKind][],
  issues: Issue[],
): Needs | undefined {
  let needs: Needs | undefined;
  for (const [name, about] of filters) {
    const text = query[name];
    if (typeof text !== 'string') continue;
    try {
      const filter = checkFilter(text, about);
      query[name] = filter;
      needs ??= { scopes: new Set(), features: new Set(), limit };
      addNeeds(needs, filter);
    } catch (error) {
      if (!(error instanceof FilterFault)) throw error;
      issues.push({ path: `query.${name}`, message: error.placed });
    }
  }
  return needs;
}
