/**
 * Checks an untrusted filter, text or JSON, against the known fields. The result is well formed, within the limits and has
 * the right types.
 */
import {
  type Comparator,
  comparators,
  durationSeconds,
  FilterFault,
  filterLimits,
} from './filter.ts';
import {
  canDo,
  type FieldKind,
  filterFields,
  filterRelations,
  type RecordKind,
} from './filter-fields.ts';
import { readFilterText } from './filter-text.ts';
import { type CheckedValue, readValue, shown } from './filter-values.ts';
import { allowedNames, unknownName } from './nearest-name.ts';

export interface FieldPath {
  /** Related records on the way from the filtered record, such as `lead` -> `company`. */
  relations: RecordKind[];
  /** Undefined: tests whether the record exists. */
  field: string | undefined;
  kind: FieldKind;
  /** Keys inside an object. */
  keys: string[];
}

export type CheckedFilter =
  | { is: 'and' | 'or'; of: CheckedFilter[] }
  | { is: 'not'; of: CheckedFilter }
  | { is: 'there'; path: FieldPath }
  | { is: 'compared'; path: FieldPath; op: Exclude<Comparator, 'in' | '!='>; value: CheckedValue }
  | { is: 'one of'; path: FieldPath; values: CheckedValue[] }
  | {
      is: 'did';
      name: string;
      where: CheckedFilter | undefined;
      atLeast: number;
      /** UTC; undefined: any time. */
      since: string | undefined;
    };

/** `filter`: text, or JSON when it begins with a brace. @throws FilterFault */
export function checkFilter(filter: string, about: RecordKind, now = Date.now()): CheckedFilter {
  if (filter.length > filterLimits.length) {
    throw new FilterFault(1, `is longer than ${filterLimits.length} characters`);
  }
  if (!filter.trimStart().startsWith('{')) {
    const { tree, columnOf } = readFilterText(filter);
    return new Checker(about, now, columnOf).check(tree, '', 1);
  }
  return checkFilterTree(parsed(filter), about, now);
}

/** `tree`: any JSON value. @throws FilterFault */
export function checkFilterTree(tree: unknown, about: RecordKind, now = Date.now()): CheckedFilter {
  return new Checker(about, now, () => undefined).check(tree, '', 1);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    const fault = new FilterFault(1, 'is not valid JSON. A filter that starts with { must be JSON');
    throw Object.assign(fault, { cause });
  }
}

class Checker {
  readonly #about: RecordKind;
  readonly #now: number;
  readonly #columnOf: (part: object) => number | undefined;
  #terms = 0;
  #dids = 0;
  /** Below OR or NOT. */
  #isBranch = false;

  constructor(about: RecordKind, now: number, columnOf: (part: object) => number | undefined) {
    this.#about = about;
    this.#now = now;
    this.#columnOf = columnOf;
  }

  /** `path`: path of the part in the JSON. */
  check(part: unknown, path: string, depth: number): CheckedFilter {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) {
      throw new FilterFault(path || 1, 'must be an object');
    }
    const fail = (message: string, key = ''): never => {
      throw new FilterFault(this.#columnOf(part) ?? (joinPath(path, key) || 1), message);
    };
    if (depth > filterLimits.depth * 2) fail(`is nested deeper than ${filterLimits.depth}`);
    const node = part as Record<string, unknown>;
    if ('and' in node) return this.#list(node, 'and', path, depth, fail);
    if ('or' in node) return this.#list(node, 'or', path, depth, fail);
    if ('not' in node) {
      requireOnly(node, ['not'], fail);
      const not = () => this.check(node.not, joinPath(path, 'not'), depth + 1);
      return { is: 'not', of: this.#branch(not) };
    }
    this.#terms += 1;
    if (this.#terms > filterLimits.terms) fail(`has more than ${filterLimits.terms} conditions`);
    if ('did' in node) return this.#did(node, path, depth, fail);
    if ('field' in node) return this.#comparison(node, fail);
    return fail('must have one of these keys: and, or, not, field, did');
  }

  #list(
    node: Record<string, unknown>,
    word: 'and' | 'or',
    path: string,
    depth: number,
    fail: Fail,
  ): CheckedFilter {
    requireOnly(node, [word], fail);
    const parts = node[word];
    if (!Array.isArray(parts) || parts.length === 0)
      return fail('must be a list with at least one entry', word);
    if (parts.length > filterLimits.terms)
      fail(`has more than ${filterLimits.terms} entries`, word);
    const of = () =>
      parts.map((each, index) => this.check(each, `${joinPath(path, word)}[${index}]`, depth + 1));
    return { is: word, of: word === 'or' ? this.#branch(of) : of() };
  }

  #branch<T>(check: () => T): T {
    const outer = this.#isBranch;
    this.#isBranch = true;
    const checked = check();
    this.#isBranch = outer;
    return checked;
  }

  #comparison(node: Record<string, unknown>, fail: Fail): CheckedFilter {
    requireOnly(node, ['field', 'op', 'value'], fail);
    const { field, op, value = null } = node;
    if (typeof field !== 'string') return fail('must be text', 'field');
    const path = this.#pathOf(field, fail);
    if (path.field === 'page' && (this.#isBranch || op === '!=')) {
      // A visit has several pages: `page` selects the counted page views, not the visits.
      fail(
        'page selects page views, so it cannot be used with OR, NOT or !=. Use page IN (…) for several pages, or did("page_view", path = …) to select visits',
        'field',
      );
    }
    if (typeof op !== 'string' || !isComparator(op)) {
      return fail(`must be one of ${comparators.join(', ')}`, 'op');
    }
    if (op === 'in') {
      if (!Array.isArray(value) || value.length === 0)
        return fail('must be a list with at least one value', 'value');
      if (value.length > filterLimits.values) fail(`has more than ${filterLimits.values} values`);
      requireField(path, field, fail);
      return {
        is: 'one of',
        path,
        values: value.map((each) => this.#value(each, path, '=', fail)),
      };
    }
    if (op === ':' && value === '*') return { is: 'there', path };
    requireField(path, field, fail);
    if (op === '!=') {
      return {
        is: 'not',
        of: { is: 'compared', path, op: '=', value: this.#value(value, path, '=', fail) },
      };
    }
    return { is: 'compared', path, op, value: this.#value(value, path, op, fail) };
  }

  #pathOf(field: string, fail: Fail): FieldPath {
    const names = field.split('.');
    const relations: RecordKind[] = [];
    let about = this.#about;
    while (names.length > 0 && relations.length < 2) {
      const related = relationOf(about, names[0] ?? '');
      if (!related) break;
      relations.push(related);
      about = related;
      names.shift();
    }
    const [name, ...keys] = names;
    if (name === undefined) return { relations, field: undefined, kind: 'id', keys };
    const fields: Record<string, FieldKind> = filterFields[about];
    const kind = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!kind) return fail(unknownField(about, name), 'field');
    if (kind === 'object' && keys.length === 0) fail(`${name} needs a key: ${name}.key`, 'field');
    if (kind !== 'object' && keys.length > 0) fail(`${name} has no subfields`, 'field');
    if (keys.length > 8 || keys.includes('')) fail(`${field} is not a valid path`, 'field');
    return { relations, field: name, kind, keys };
  }

  #value(value: unknown, { kind }: FieldPath, op: Comparator, fail: Fail): CheckedValue {
    const read = readValue(value, kind, op, this.#now);
    return 'fault' in read ? fail(read.fault, 'value') : read.value;
  }

  #did(node: Record<string, unknown>, path: string, depth: number, fail: Fail): CheckedFilter {
    requireOnly(node, ['did', 'where', 'at_least', 'within'], fail);
    this.#dids += 1;
    if (this.#dids > filterLimits.did) fail(`has more than ${filterLimits.did} did(…) conditions`);
    const { did: name, where, at_least: atLeast = 1, within } = node;
    if (!canDo.has(this.#about)) fail(`did(…) works only for ${[...canDo].join(', ')}`);
    if (typeof name !== 'string' || name === '' || name.includes('\0')) {
      return fail('must be the name of an event', 'did');
    }
    const most = filterLimits.atLeast;
    if (!Number.isInteger(atLeast) || Number(atLeast) < 1 || Number(atLeast) > most) {
      return fail(`at least: must be a number from 1 to ${most}`, 'at_least');
    }
    const inner =
      where === undefined ? undefined : this.#ofEvent(where, joinPath(path, 'where'), depth + 1);
    return {
      is: 'did',
      name,
      where: inner,
      atLeast: Number(atLeast),
      since: this.#since(within, fail),
    };
  }

  #ofEvent(where: unknown, path: string, depth: number): CheckedFilter {
    const checker = new Checker('event', this.#now, this.#columnOf);
    checker.#terms = this.#terms;
    const checked = checker.check(where, path, depth);
    this.#terms = checker.#terms;
    return checked;
  }

  #since(within: unknown, fail: Fail): string | undefined {
    if (within === undefined) return undefined;
    const seconds = typeof within === 'string' ? durationSeconds(within) : undefined;
    if (seconds === undefined || seconds === 0) {
      return fail('within: must be a duration such as 12h, 30d or 2w', 'within');
    }
    if (seconds > filterLimits.withinDays * 86_400) {
      fail(`within: must be at most ${filterLimits.withinDays}d`, 'within');
    }
    return new Date(this.#now - seconds * 1000).toISOString();
  }
}

type Fail = (message: string, key?: string) => never;

function unknownField(about: RecordKind, name: string): string {
  const allowed = [
    ...Object.keys(filterFields[about]),
    ...filterRelations[about].map((each) => `${each}.…`),
  ];
  const article = /^[aei]/.test(about) ? 'an' : 'a';
  return `${name} is not a field of ${article} ${about}.${allowedNames(name, allowed)}`;
}

function requireOnly(node: object, allowed: string[], fail: Fail): void {
  const other = Object.keys(node).find((name) => !allowed.includes(name));
  if (other !== undefined) fail(`${shown(other)} ${unknownName(other, allowed)}`);
}

function requireField(path: FieldPath, field: string, fail: Fail): void {
  if (path.field === undefined)
    fail(`${field} needs a field, or :* to match any ${field}`, 'field');
}

function relationOf(about: RecordKind, name: string): RecordKind | undefined {
  const word = name === 'person' ? 'identity' : name;
  return filterRelations[about].find((related) => related === word);
}

function isComparator(op: string): op is Comparator {
  return comparators.some((comparator) => comparator === op);
}

function joinPath(path: string, key: string): string {
  if (key === '') return path;
  return path === '' ? key : `${path}.${key}`;
}
