/** What a filter of the filter language says of what visits are counted by. Pure. */
import type { CheckedFilter, FieldPath } from '@footfall/contract/filter-check';
import type { filterFields } from '@footfall/contract/filter-fields';
import { leavesOf } from '../records/filters/leaves.ts';
import type { VisitDimension } from './dimensions.ts';

type FilteredDimension = VisitDimension | 'page';
/** Nothing is counted by `os`: a condition on the facts. */
type FilteredField = FilteredDimension | 'os';

const fieldOf: Record<keyof (typeof filterFields)['visit'], FilteredField> = {
  channel: 'channel',
  channel_group: 'channel_group',
  source: 'source',
  campaign_id: 'campaign',
  country: 'country',
  city: 'city',
  device: 'device',
  browser: 'browser',
  os: 'os',
  agent: 'agent',
  landing_page: 'landing_page',
  exit_page: 'exit_page',
  page: 'page',
  company_id: 'company',
};

/** Of a field of the visit itself; undefined where it is of a record that belongs to it. */
function fieldAt({ relations, field }: FieldPath): FilteredField | undefined {
  const named: Record<string, FilteredField> = fieldOf;
  return relations.length > 0 ? undefined : named[field ?? ''];
}

/** What figures are counted by, as often as it is asked for. */
export function dimensionsIn(filter: CheckedFilter): FilteredDimension[] {
  return fieldsIn(filter).filter((name) => name !== 'os');
}

function fieldsIn(filter: CheckedFilter): FilteredField[] {
  return leavesOf(filter).flatMap((leaf) => (leaf.is === 'did' ? [] : (fieldAt(leaf.path) ?? [])));
}

/** The one field that all of it speaks of, and of nothing else. */
export function onlyField(filter: CheckedFilter): FilteredField | undefined {
  const isOfVisit = leavesOf(filter).every((leaf) => leaf.is !== 'did' && fieldAt(leaf.path));
  const [first, ...others] = new Set(fieldsIn(filter));
  return isOfVisit && others.length === 0 ? first : undefined;
}

/** What must hold all together. */
export function conjuncts(filter: CheckedFilter): CheckedFilter[] {
  return filter.is === 'and' ? filter.of.flatMap(conjuncts) : [filter];
}
