/** Parses a filter text into a tree, and writes a tree as text. Runs in linear time. */
import {
  type Comparator,
  type Comparison,
  type Did,
  FilterFault,
  type FilterTree,
  type FilterValue,
  filterLimits,
} from './filter.ts';

export interface ReadFilter {
  tree: FilterTree;
  /** Column where a part begins, from 1. */
  columnOf: (part: object) => number | undefined;
}

/** @throws FilterFault */
export function readFilterText(text: string): ReadFilter {
  const reader = new FilterReader(text);
  return { tree: reader.read(), columnOf: (part) => reader.columns.get(part) };
}

const space = /\s/;
const namePart = /[\p{L}\p{N}_.]/u;
/** End of an unquoted value: a space, bracket or comma. Numbers, dates, durations, paths and patterns need no quotes. */
const valueEnd = /[\s(),"']/;
const symbols: Comparator[] = ['!=', '<=', '>=', '=', '<', '>', ':'];

class FilterReader {
  readonly columns = new Map<object, number>();
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): FilterTree {
    this.#skipSpace();
    if (this.#at >= this.#text.length) throw this.#fault('expected a condition');
    const tree = this.#either();
    if (this.#at < this.#text.length)
      throw this.#fault('expected AND, OR or the end of the filter');
    return tree;
  }

  #either(): FilterTree {
    this.#depth += 1;
    if (this.#depth > filterLimits.depth) {
      throw this.#fault(`is nested deeper than ${filterLimits.depth}`);
    }
    const from = this.#at;
    const parts = [this.#every()];
    while (this.#takeWord('or')) parts.push(this.#every());
    this.#depth -= 1;
    const [only] = parts;
    return parts.length === 1 && only ? only : this.#note({ or: parts }, from);
  }

  #every(): FilterTree {
    const from = this.#at;
    const parts = [this.#negated()];
    while (this.#takeWord('and')) parts.push(this.#negated());
    const [only] = parts;
    return parts.length === 1 && only ? only : this.#note({ and: parts }, from);
  }

  #negated(): FilterTree {
    const from = this.#at;
    let isNegated = false;
    while (this.#takeWord('not') || this.#take('-')) isNegated = !isNegated;
    const tree = this.#term();
    return isNegated ? this.#note({ not: tree }, from) : tree;
  }

  #term(): FilterTree {
    if (this.#take('(')) {
      const tree = this.#either();
      this.#require(')');
      return tree;
    }
    const from = this.#at;
    const name = this.#name();
    if (name.toLowerCase() === 'did' && this.#take('(')) return this.#note(this.#did(), from);
    return this.#note(this.#comparison(name), from);
  }

  #comparison(field: string): Comparison {
    if (this.#takeWord('in')) return { field, op: 'in', value: this.#values() };
    const op = symbols.find((symbol) => this.#take(symbol));
    if (!op) throw this.#fault(`expected ${symbols.join(' ')} or IN after ${field}`);
    return { field, op, value: this.#value() };
  }

  #values(): FilterValue[] {
    this.#require('(');
    const values = [this.#value()];
    while (this.#take(',')) values.push(this.#value());
    this.#require(')');
    return values;
  }

  /** After the opening bracket: a name, conditions on the events, a count and a time. */
  #did(): Did {
    const name = this.#value();
    if (typeof name !== 'string') throw this.#fault('expected the name of an event');
    const did: Did = { did: name };
    const where: FilterTree[] = [];
    while (this.#take(',')) {
      const from = this.#at;
      if (this.#takeWord('at')) {
        if (!this.#takeWord('least')) throw this.#fault('expected LEAST after AT');
        did.at_least = this.#count();
      } else if (this.#takeWord('within')) {
        did.within = String(this.#value());
      } else {
        this.#at = from;
        where.push(this.#either());
      }
    }
    this.#require(')');
    const [only] = where;
    if (where.length === 1 && only) did.where = only;
    else if (where.length > 1) did.where = { and: where };
    return did;
  }

  #count(): number {
    const from = this.#at;
    const count = Number(this.#value());
    if (!Number.isInteger(count)) throw new FilterFault(from + 1, 'expected a number');
    return count;
  }

  #name(): string {
    const from = this.#at;
    while (this.#at < this.#text.length && namePart.test(this.#text.charAt(this.#at)))
      this.#at += 1;
    if (this.#at === from) throw this.#fault('expected a field, NOT or (');
    const name = this.#text.slice(from, this.#at);
    this.#skipSpace();
    return name;
  }

  #value(): FilterValue {
    const first = this.#text.charAt(this.#at);
    const value = first === '"' || first === "'" ? this.#quoted(first) : this.#bare();
    this.#skipSpace();
    return value;
  }

  #quoted(quote: string): string {
    const from = this.#at;
    let value = '';
    for (let at = from + 1; at < this.#text.length; at++) {
      const character = this.#text.charAt(at);
      if (character === quote) {
        this.#at = at + 1;
        return value;
      }
      if (character === '\\') at += 1;
      value += this.#text.charAt(at);
    }
    throw new FilterFault(from + 1, 'the closing quote is missing');
  }

  /** The type, such as a number or date, depends on the field. */
  #bare(): string | null {
    const from = this.#at;
    while (this.#at < this.#text.length && !valueEnd.test(this.#text.charAt(this.#at)))
      this.#at += 1;
    if (this.#at === from) throw this.#fault('expected a value');
    const value = this.#text.slice(from, this.#at);
    return value === 'null' ? null : value;
  }

  #take(symbol: string): boolean {
    if (!this.#text.startsWith(symbol, this.#at)) return false;
    this.#at += symbol.length;
    this.#skipSpace();
    return true;
  }

  #takeWord(word: string): boolean {
    const end = this.#at + word.length;
    if (this.#text.slice(this.#at, end).toLowerCase() !== word) return false;
    if (namePart.test(this.#text.charAt(end))) return false;
    this.#at = end;
    this.#skipSpace();
    return true;
  }

  #require(symbol: string): void {
    if (!this.#take(symbol)) throw this.#fault(`expected ${symbol}`);
  }

  #skipSpace(): void {
    while (space.test(this.#text.charAt(this.#at))) this.#at += 1;
  }

  #note<T extends FilterTree>(tree: T, from: number): T {
    this.columns.set(tree, from + 1);
    return tree;
  }

  #fault(message: string): FilterFault {
    return new FilterFault(this.#at + 1, message);
  }
}

/** Parsing the result returns the same tree. */
export function filterText(tree: FilterTree): string {
  if ('and' in tree) return joined(tree.and, ' AND ');
  if ('or' in tree) return joined(tree.or, ' OR ');
  if ('not' in tree) return `NOT ${inBrackets(tree.not)}`;
  if ('did' in tree) return didText(tree);
  const { field, op, value } = tree;
  if (Array.isArray(value)) return `${field} IN (${value.map(valueText).join(', ')})`;
  return op === ':' ? `${field}:${valueText(value)}` : `${field} ${op} ${valueText(value)}`;
}

function joined(trees: FilterTree[], word: string): string {
  return trees.map(inBrackets).join(word);
}

function inBrackets(tree: FilterTree): string {
  const text = filterText(tree);
  return 'and' in tree || 'or' in tree || 'not' in tree ? `(${text})` : text;
}

function didText({ did, where, at_least: atLeast, within }: Did): string {
  const parts = [valueText(did)];
  if (where) parts.push(filterText(where));
  if (atLeast !== undefined) parts.push(`at least ${atLeast}`);
  if (within !== undefined) parts.push(`within ${within}`);
  return `did(${parts.join(', ')})`;
}

function valueText(value: FilterValue): string {
  if (typeof value !== 'string') return String(value);
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
