/** A filter in its AND parts, as the builder shows them; the contract has the grammar. */
import { type Comparison, FilterFault, type FilterTree } from '@footfall/contract/filter';
import { filterText, readFilterText } from '@footfall/contract/filter-text';

export interface FilterPart {
  text: string;
  /** Undefined for JSON without an equivalent text: it stays unchanged. */
  tree: FilterTree | undefined;
}

/** Undefined if it cannot be parsed: it is shown as text then. */
export function partsOf(filter: string | undefined): FilterPart[] | undefined {
  if (!filter) return [];
  if (isJson(filter)) return partsOfJson(filter);
  const tree = readTree(filter);
  if (tree instanceof FilterFault) return undefined;
  return ('and' in tree ? tree.and : [tree]).map(partOf);
}

export function partOf(tree: FilterTree): FilterPart {
  return { text: filterText(tree), tree };
}

/** As JSON if one of them has no text form. */
export function joinParts(parts: FilterPart[]): string | undefined {
  if (parts.length <= 1) return parts[0]?.text;
  const trees = parts.map(({ tree }) => tree);
  if (trees.every((tree) => tree !== undefined)) return filterText({ and: trees });
  return JSON.stringify({ and: parts.map(({ tree, text }) => tree ?? JSON.parse(text)) });
}

/** Adds a condition, such as from a click on a figure. */
export function withCondition(filter: string | undefined, added: Comparison): string | undefined {
  const parts = partsOf(filter);
  return parts ? joinParts([...parts, partOf(added)]) : filterText(added);
}

/** A text's error with its position; undefined if valid. */
export function faultOfFilter(text: string): FilterFault | undefined {
  if (text.trim() === '' || isJson(text)) return undefined;
  const tree = readTree(text);
  return tree instanceof FilterFault ? tree : undefined;
}

function isJson(text: string): boolean {
  return text.trimStart().startsWith('{');
}

function readTree(text: string): FilterTree | FilterFault {
  try {
    return readFilterText(text).tree;
  } catch (error) {
    if (error instanceof FilterFault) return error;
    throw error;
  }
}

/** JSON as programs write it, shown as text if equivalent. */
function partsOfJson(json: string): FilterPart[] | undefined {
  const tree = parsed(json);
  if (tree === undefined) return undefined;
  const joined = 'and' in tree && Object.keys(tree).length === 1 ? [tree.and].flat() : [];
  return (joined.length > 0 ? joined : [tree]).map((each): FilterPart => {
    const text = textOfJson(each);
    return text === undefined
      ? { text: JSON.stringify(each), tree: undefined }
      : { text, tree: each };
  });
}

function parsed(json: string): FilterTree | undefined {
  try {
    return JSON.parse(json) as FilterTree;
  } catch {
    return undefined;
  }
}

/** Undefined if the text would be parsed differently: a field with a hyphen, or without a condition's shape. */
function textOfJson(tree: FilterTree): string | undefined {
  try {
    const text = filterText(tree);
    return isSame(readFilterText(text).tree, tree) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** A value's type depends on its field: 5 and "5" are the same. */
export function isSame(one: FilterTree, other: FilterTree): boolean {
  const written = (tree: FilterTree) =>
    JSON.stringify(sorted(tree), (_name, value) =>
      typeof value === 'number' || typeof value === 'boolean' ? String(value) : value,
    );
  return written(one) === written(other);
}

/** With keys in a fixed order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, sorted(each)]));
}
