/** What a filter of the filter language says of what visits are counted by. Pure. */
import type { CheckedFilter, FieldPath } from '@footfall/contract/filter-check';
import type { filterFields } from '@footfall/contract/filter-fields';
import type { VisitDimension } from './dimensions.ts';

type FilteredDimension = VisitDimension | 'page';

const dimensionOf: Record<keyof (typeof filterFields)['visit'], FilteredDimension> = {
  channel: 'channel',
  channel_group: 'channel_group',
  source: 'source',
  campaign_id: 'campaign',
  country: 'country',
  city: 'city',
  device: 'device',
  browser: 'browser',
  agent: 'agent',
  landing_page: 'landing_page',
  exit_page: 'exit_page',
  page: 'page',
  company_id: 'company',
};

/** Of a field of the visit itself; undefined where it is of a record that belongs to it. */
function dimensionAt({ relations, field }: FieldPath): FilteredDimension | undefined {
  const named: Record<string, FilteredDimension> = dimensionOf;
  return relations.length > 0 ? undefined : named[field ?? ''];
}

/** All of them, as often as they are asked for. */
export function dimensionsIn(filter: CheckedFilter): FilteredDimension[] {
  switch (filter.is) {
    case 'and':
    case 'or':
      return filter.of.flatMap(dimensionsIn);
    case 'not':
      return dimensionsIn(filter.of);
    case 'did':
      return [];
    default:
      return [dimensionAt(filter.path) ?? []].flat();
  }
}

/** The one dimension that all of it speaks of, and of nothing else. */
export function onlyDimension(filter: CheckedFilter): FilteredDimension | undefined {
  if (!isOfDimensions(filter)) return undefined;
  const [first, ...others] = new Set(dimensionsIn(filter));
  return others.length === 0 ? first : undefined;
}

function isOfDimensions(filter: CheckedFilter): boolean {
  switch (filter.is) {
    case 'and':
    case 'or':
      return filter.of.every(isOfDimensions);
    case 'not':
      return isOfDimensions(filter.of);
    case 'did':
      return false;
    default:
      return dimensionAt(filter.path) !== undefined;
  }
}

/** What must hold all together. */
export function conjuncts(filter: CheckedFilter): CheckedFilter[] {
  return filter.is === 'and' ? filter.of.flatMap(conjuncts) : [filter];
}
