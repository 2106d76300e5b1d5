/** The filter of an automatic list. */
import { invalidRequest } from '@footfall/contract/errors';
import { FilterFault, type FilterTree } from '@footfall/contract/filter';
import {
  type CheckedFilter,
  checkFilter,
  checkFilterTree,
  type FieldPath,
} from '@footfall/contract/filter-check';
import type { RecordKind } from '@footfall/contract/filter-fields';
import { filterText, readFilterText } from '@footfall/contract/filter-text';
import { type ListSubject, listSubjects } from '@footfall/contract/list-record';
import { hiddenFields, personalDataHidden } from '@footfall/contract/personal-fields';
import type { Permissions } from '../platform/resource-kit/operation-context.ts';
import { pathsIn } from '../records/filters/leaves.ts';
import { addKind, addNeeds, type Rights, refuseNeeds } from '../records/filters/needs.ts';

export interface ListFilter {
  tree: FilterTree;
  checked: CheckedFilter;
}

/** @throws ApiError invalid_request, at `path`; forbidden if the caller may not read what it uses */
export function readListFilter(
  filter: string | Record<string, unknown>,
  of: ListSubject,
  permissions: Permissions,
  path: string,
): ListFilter {
  return readFilter(filter, listSubjects[of], permissions, path, refuseLists);
}

/** The same for any records, and with membership in lists. */
export function readFilter(
  input: string | Record<string, unknown>,
  about: RecordKind,
  permissions: Permissions,
  path: string,
  refuse: (filter: CheckedFilter) => void = () => undefined,
): ListFilter {
  const filter = checkedAt(path, () => read(input, about, refuse));
  const needs: Rights = { scopes: new Set(), features: new Set() };
  addKind(needs, about);
  addNeeds(needs, filter.checked);
  const refusal = refuseNeeds(needs, permissions);
  if (refusal) throw refusal;
  if (permissions.hidesPersonal) {
    const fields = hiddenFields(filter.checked, about);
    if (fields.length > 0) throw personalDataHidden(fields.map((field) => `${field} in ${path}`));
  }
  return filter;
}

function read(
  input: string | Record<string, unknown>,
  about: RecordKind,
  refuse: (filter: CheckedFilter) => void,
): ListFilter {
  const checked =
    typeof input === 'string' ? checkFilter(input, about) : checkFilterTree(input, about);
  const tree = typeof input === 'string' ? treeOf(input) : (input as FilterTree);
  // The API returns both forms.
  checkFilter(filterText(tree), about);
  refuse(checked);
  return { tree, checked };
}

/** Parses a text that was already validated. */
function treeOf(text: string): FilterTree {
  return text.trimStart().startsWith('{') ? JSON.parse(text) : readFilterText(text).tree;
}

/** Otherwise a list could depend on itself through others. */
function refuseLists(filter: CheckedFilter): void {
  for (const { relations } of pathsIn(filter)) {
    if (relations.includes('list')) {
      throw new FilterFault(1, 'A self-updating list cannot use lists in its filter');
    }
  }
}

function checkedAt<T>(path: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof FilterFault)) throw error;
    throw invalidRequest([{ path, message: error.placed }]);
  }
}

/** Fields that change without a change of the record: with time, or shortly after the visit. */
const unfollowedFields = new Set(['intent_score', 'stage', 'persona', 'channel', 'company_id']);

/** Whether members change with time, or without a recorded change of a visitor or person. */
export function isTimed({ tree, checked }: ListFilter): boolean {
  const isUnfollowed = ({ field, relations }: FieldPath) =>
    relations.includes('company') || (field !== undefined && unfollowedFields.has(field));
  return pathsIn(checked).some(isUnfollowed) || hasRelativeTime(tree);
}

function hasRelativeTime(tree: FilterTree): boolean {
  if ('and' in tree) return tree.and.some(hasRelativeTime);
  if ('or' in tree) return tree.or.some(hasRelativeTime);
  if ('not' in tree) return hasRelativeTime(tree.not);
  if ('did' in tree) {
    return tree.within !== undefined || (tree.where !== undefined && hasRelativeTime(tree.where));
  }
  // A text that happens to begin like this only causes extra evaluations.
  return [tree.value].flat().some((value) => typeof value === 'string' && /^now/i.test(value));
}
