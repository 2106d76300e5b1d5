/** State of a condition's form, and the condition it makes. */
import {
  type Comparator,
  type Comparison,
  type Did,
  durationSeconds,
  type FilterTree,
} from '@footfall/contract/filter';
import type { FieldKind, RecordKind } from '@footfall/contract/filter-fields';
import { type FilterPart, isSame, partOf } from './filter-parts.ts';
import { fieldPath } from './filter-path.ts';

export type DraftComparator = Comparator | 'there' | 'not-there';

export interface Draft {
  /** As in a filter, without the key inside an object. */
  field: string;
  key: string;
  comparator: DraftComparator | undefined;
  value: string;
  did: Did;
  /** The condition is negated. */
  isNegated: boolean;
}

/** Choice in the list of fields for an event criterion. */
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

export function emptyDraft(about: RecordKind): Draft {
  return {
    field: firstFields[about] ?? 'name',
    key: '',
    comparator: undefined,
    value: '',
    did: { did: 'page_view' },
    isNegated: false,
  };
}

/** Undefined if the form cannot represent the part completely: it is edited as text. */
export function draftOf(about: RecordKind, { tree }: FilterPart): Draft | undefined {
  if (!tree) return undefined;
  const [of, isNegated] = 'not' in tree ? [tree.not, true] : [tree, false];
  const draft = shownDraft(about, of, isNegated);
  const made = draft && partOfDraft(about, draft)?.tree;
  return made && isSame(made, tree) ? draft : undefined;
}

function shownDraft(about: RecordKind, of: FilterTree, isNegated: boolean): Draft | undefined {
  const empty = { ...emptyDraft(about), isNegated };
  if ('did' in of) {
    const { where } = of;
    const path = where && 'field' in where ? String(where.value) : '';
    return { ...empty, field: didField, did: of, value: path };
  }
  return 'field' in of ? comparisonDraft(about, of, empty) : undefined;
}

function comparisonDraft(about: RecordKind, of: Comparison, empty: Draft): Draft | undefined {
  const { relations, name, keys, kind } = fieldPath(about, of.field);
  if (relations.length > 1 || kind === undefined) return undefined;
  const field = [...relations, name].filter((word) => word !== undefined).join('.');
  const shown = { ...empty, field, key: keys.join('.') };
  if (of.op === ':' && of.value === '*') {
    return { ...shown, comparator: empty.isNegated ? 'not-there' : 'there', isNegated: false };
  }
  const value = Array.isArray(of.value) ? of.value.join(', ') : String(of.value ?? '');
  const isShown = comparatorsOf(kind).includes(of.op) && (kind !== 'time' || isDay(value));
  return isShown ? { ...shown, comparator: of.op, value } : undefined;
}

/** In a date field's format. */
function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

/** Undefined while incomplete. */
export function partOfDraft(about: RecordKind, draft: Draft): FilterPart | undefined {
  const tree = draft.field === didField ? didOf(draft) : comparisonOf(about, draft);
  return tree && partOf(draft.isNegated ? { not: tree } : tree);
}

export function kindOfDraft(about: RecordKind, { field }: Draft): FieldKind | 'record' {
  return fieldPath(about, field).kind ?? 'text';
}

function comparisonOf(about: RecordKind, draft: Draft): FilterTree | undefined {
  const { field, key, value } = draft;
  const kind = kindOfDraft(about, draft);
  if (kind === 'object' && key === '') return undefined;
  const path = kind === 'object' ? `${field}.${key}` : field;
  const comparator = draft.comparator ?? comparatorsOf(kind)[0] ?? '=';
  if (comparator === 'there') return { field: path, op: ':', value: '*' };
  if (comparator === 'not-there') return { not: { field: path, op: ':', value: '*' } };
  const values = value
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  if (kind === 'boolean') return { field: path, op: '=', value: value !== 'false' };
  if (values.length === 0) return undefined;
  return { field: path, op: comparator, value: comparator === 'in' ? values : value.trim() };
}

function didOf({ did, value }: Draft): Did | undefined {
  const { did: name, at_least: atLeast, within } = did;
  if (name.trim() === '') return undefined;
  if (within && durationSeconds(within) === undefined) return undefined;
  return {
    did: name.trim(),
    ...(value.trim() && { where: { field: 'path', op: '=', value: value.trim() } }),
    ...(atLeast && atLeast > 1 && { at_least: atLeast }),
    ...(within && { within }),
  };
}
