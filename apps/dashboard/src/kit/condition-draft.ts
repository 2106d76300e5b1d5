/** What a form of one condition holds, and the condition that it means. */
import { type Comparator, type Did, durationSeconds } from '@footfall/contract/filter';
import { type FieldKind, filterRelations, type RecordKind } from '@footfall/contract/filter-fields';
import { type FilterPart, partOf } from './filter-parts.ts';

export type DraftComparator = Comparator | 'there' | 'not-there';

export interface Draft {
  /** As in a filter, without the key inside of an object. */
  field: string;
  key: string;
  comparator: DraftComparator | undefined;
  value: string;
  did: Did;
}

/** Stands in the choice of fields for something that was done. */
export const didField = 'did()';

const firstFields: Partial<Record<RecordKind, string>> = {
  lead: 'source',
  visitor: 'country',
  identity: 'email',
  company: 'name',
  conversion: 'name',
  session: 'channel',
};

export function comparatorsOf(kind: FieldKind | 'record'): DraftComparator[] {
  const presence: DraftComparator[] = ['there', 'not-there'];
  switch (kind) {
    case 'record':
      return presence;
    case 'boolean':
      return ['='];
    case 'number':
      return ['=', '!=', '>', '>=', '<', '<=', ...presence];
    case 'time':
      return ['>=', '<', ...presence];
    case 'id':
      return ['=', '!=', 'in', ...presence];
    default:
      return ['=', ':', '!=', 'in', ...presence];
  }
}

/** `company.name` -> company, name; `properties` -> properties; `company` -> company. */
export function splitField(field: string): {
  relation: string | undefined;
  name: string | undefined;
} {
  const [first = '', second] = field.split('.');
  if (!(first in filterRelations)) return { relation: undefined, name: first };
  return { relation: first, name: second };
}

export function draftOf(about: RecordKind, part: FilterPart | undefined): Draft {
  const empty: Draft = {
    field: firstFields[about] ?? 'name',
    key: '',
    comparator: undefined,
    value: '',
    did: { did: 'page_view' },
  };
  const { of, isNegated = false } = part?.condition ?? {};
  if (!of) return empty;
  if ('did' in of) {
    const path = of.where && 'field' in of.where ? String(of.where.value) : '';
    return { ...empty, field: didField, did: of, value: path };
  }
  const { relation, name } = splitField(of.field);
  const field = [relation, name].filter(Boolean).join('.');
  const key = of.field.slice(field.length + 1);
  if (of.op === ':' && of.value === '*') {
    return { ...empty, field, key, comparator: isNegated ? 'not-there' : 'there' };
  }
  const value = Array.isArray(of.value) ? of.value.join(', ') : String(of.value ?? '');
  const opposite = of.op === '=' && isNegated ? '!=' : of.op;
  return { ...empty, field, key, comparator: opposite, value };
}

/** Undefined while something is missing. */
export function partOfDraft(draft: Draft, kind: FieldKind | 'record'): FilterPart | undefined {
  const { field, key, value } = draft;
  if (kind === 'object' && key === '') return undefined;
  const path = kind === 'object' ? `${field}.${key}` : field;
  const comparator = draft.comparator ?? comparatorsOf(kind)[0] ?? '=';
  if (comparator === 'there') return partOf({ field: path, op: ':', value: '*' });
  if (comparator === 'not-there') {
    return partOf({ not: { field: path, op: ':', value: '*' } });
  }
  const values = value
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  if (kind === 'boolean') return partOf({ field: path, op: '=', value: value !== 'false' });
  if (values.length === 0) return undefined;
  return partOf({
    field: path,
    op: comparator,
    value: comparator === 'in' ? values : value.trim(),
  });
}

export function didPart({ did, value }: Draft): FilterPart | undefined {
  const { did: name, at_least: atLeast, within } = did;
  if (name.trim() === '') return undefined;
  if (within && durationSeconds(within) === undefined) return undefined;
  return partOf({
    did: name.trim(),
    ...(value.trim() && { where: { field: 'path', op: '=', value: value.trim() } }),
    ...(atLeast && atLeast > 1 && { at_least: atLeast }),
    ...(within && { within }),
  });
}
