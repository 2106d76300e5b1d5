/** A filter in the parts that are joined by AND, as the builder shows them; the grammar is the contract's. */
import { type Comparison, type Did, FilterFault, type FilterTree } from '@footfall/contract/filter';
import { filterText, readFilterText } from '@footfall/contract/filter-text';

export interface FilterPart {
  text: string;
  /** Where a form can show it: a comparison, its opposite, or something that was done. */
  condition: { of: Comparison | Did; isNegated: boolean } | undefined;
}

/** Undefined where the text is none that can be read, or JSON: it is shown as text then. */
export function partsOf(filter: string | undefined): FilterPart[] | undefined {
  if (!filter) return [];
  const tree = readTree(filter);
  if (!tree || tree instanceof FilterFault) return undefined;
  return ('and' in tree ? tree.and : [tree]).map(partOf);
}

export function partOf(tree: FilterTree): FilterPart {
  return { text: filterText(tree), condition: conditionOf(tree) };
}

export function joinParts(parts: FilterPart[]): string | undefined {
  if (parts.length === 0) return undefined;
  if (parts.length === 1) return parts[0]?.text;
  const trees = parts.map(({ text }) => readFilterText(text).tree);
  return filterText({ and: trees });
}

/** Another condition beside those that there are, such as by a click on a figure. */
export function withCondition(filter: string | undefined, added: Comparison): string | undefined {
  const parts = partsOf(filter);
  return parts ? joinParts([...parts, partOf(added)]) : filterText(added);
}

/** What is wrong with a text, and where; undefined where it can be read. */
export function faultOfFilter(text: string): FilterFault | undefined {
  if (text.trim() === '' || text.trimStart().startsWith('{')) return undefined;
  const tree = readTree(text);
  return tree instanceof FilterFault ? tree : undefined;
}

function readTree(text: string): FilterTree | FilterFault | undefined {
  if (text.trimStart().startsWith('{')) return undefined;
  try {
    return readFilterText(text).tree;
  } catch (error) {
    if (error instanceof FilterFault) return error;
    throw error;
  }
}

function conditionOf(tree: FilterTree): FilterPart['condition'] {
  if ('not' in tree) {
    const inner = conditionOf(tree.not);
    return inner && { of: inner.of, isNegated: !inner.isNegated };
  }
  if ('field' in tree) return { of: tree, isNegated: false };
  if ('did' in tree && isPlainDid(tree)) return { of: tree, isNegated: false };
  return undefined;
}

/** At most with one condition, on the page. */
function isPlainDid({ where }: Did): boolean {
  return where === undefined || ('field' in where && where.field === 'path' && where.op === '=');
}
