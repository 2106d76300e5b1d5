/** Maps filters to the dimensions that visits are counted by. Pure. */
import type { CheckedFilter, FieldPath } from '@footfall/contract/filter-check';
import type { filterFields } from '@footfall/contract/filter-fields';
import { leavesOf } from '../records/filters/leaves.ts';
import type { VisitDimension } from './dimensions.ts';

type FilteredDimension = VisitDimension | 'page';
/** `os` is no dimension: it becomes a condition on facts. */
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

/** The visit's own field; undefined for fields of related records. */
function fieldAt({ relations, field }: FieldPath): FilteredField | undefined {
  const named: Record<string, FilteredField> = fieldOf;
  return relations.length > 0 ? undefined : named[field ?? ''];
}

/** Dimensions in a filter, with repetitions. */
export function dimensionsIn(filter: CheckedFilter): FilteredDimension[] {
  return fieldsIn(filter).filter((name) => name !== 'os');
}

function fieldsIn(filter: CheckedFilter): FilteredField[] {
  return leavesOf(filter).flatMap((leaf) => (leaf.is === 'did' ? [] : (fieldAt(leaf.path) ?? [])));
}

/** The only field a filter uses, if there is just one. */
export function onlyField(filter: CheckedFilter): FilteredField | undefined {
  const isOfVisit = leavesOf(filter).every((leaf) => leaf.is !== 'did' && fieldAt(leaf.path));
  const [first, ...others] = new Set(fieldsIn(filter));
  return isOfVisit && others.length === 0 ? first : undefined;
}

/** Parts that must all hold. */
export function conjuncts(filter: CheckedFilter): CheckedFilter[] {
  return filter.is === 'and' ? filter.of.flatMap(conjuncts) : [filter];
}
