/** Conditions in words; field codes appear only in the filter's text. */
import type { Comparison, Did, FilterTree, FilterValue } from '@footfall/contract/filter';
import type { RecordKind } from '@footfall/contract/filter-fields';
import type { Messages } from '../messages/en.ts';
import { useMessages } from '../messages/language.tsx';
import { useCodedValues } from './coded-values.ts';
import type { FilterPart } from './filter-parts.ts';
import { fieldPath } from './filter-path.ts';
import { isId, recordOfField, useRecordNames } from './record-names.ts';

type Words = Pick<Messages, 'fields' | 'filters' | 'common'>;

/** For the parts of a filter, with records shown by name. */
export function useConditionWords(
  about: RecordKind,
  parts: readonly FilterPart[],
): (part: FilterPart) => string {
  const words = useMessages();
  const nameOf = useRecordNames(about, parts);
  const codedOf = useCodedValues(about);
  const codedOfEvent = useCodedValues('event');
  const valueWord: ValueWord = (of, field, value) => {
    const kind = recordOfField(of, field);
    if (kind && isId(value)) return nameOf(kind, value.toLowerCase());
    return (of === about ? codedOf : codedOfEvent)(field)?.word(value);
  };
  return ({ tree, text }) =>
    tree ? new Speaker(words, valueWord).say(about, tree) : words.filters.expert(text);
}

/** `source`, `company.name`, `properties.plan`, `company`. */
export function fieldWords(about: RecordKind, field: string, { fields, filters }: Words): string {
  const { relations, name, keys } = fieldPath(about, field);
  const words: Record<string, string> = fields;
  const own = name === undefined ? [] : [words[name] ?? name];
  return [...relations.map((each) => capital(filters.relations[each])), ...own, ...keys].join(
    ' › ',
  );
}

/** Display name of a value: a record's name or a code's word; undefined for free text. */
type ValueWord = (about: RecordKind, field: string, value: string) => string | undefined;

class Speaker {
  readonly #words: Words;
  readonly #valueWord: ValueWord;

  constructor(words: Words, valueWord: ValueWord) {
    this.#words = words;
    this.#valueWord = valueWord;
  }

  /** `isInside`: within a longer sentence, where each part needs a visible end. */
  say(about: RecordKind, tree: FilterTree, isInside = false): string {
    const { filters } = this.#words;
    const set = (sentence: string) => (isInside ? `(${sentence})` : sentence);
    const all = (trees: FilterTree[], word: string) =>
      set(trees.map((each) => this.say(about, each, true)).join(` ${word} `));
    if ('and' in tree) return all(tree.and, filters.all);
    if ('or' in tree) return all(tree.or, filters.any);
    if ('did' in tree) return this.#did(tree);
    if ('field' in tree) return this.#comparison(about, tree, isInside);
    const { not } = tree;
    if ('field' in not && isPresence(not)) return this.#presence(about, not, 'not-there');
    return set(filters.not(this.say(about, not, !('field' in not || 'did' in not) || isInside)));
  }

  #comparison(about: RecordKind, of: Comparison, isInside: boolean): string {
    if (isPresence(of)) return this.#presence(about, of, 'there');
    const { field, op, value } = of;
    const { filters } = this.#words;
    const isTime = fieldPath(about, field).kind === 'time';
    const time = isTime ? timeWords(op, String(value), filters) : undefined;
    const values = [value].flat().map((each) => this.#value(about, field, each, isInside));
    const comparison = time ?? `${filters.comparators[op]} ${values.join(', ')}`;
    return `${this.#subject(about, of)} ${comparison}`;
  }

  #presence(about: RecordKind, { field }: Comparison, how: 'there' | 'not-there'): string {
    return `${fieldWords(about, field, this.#words)} ${this.#words.filters.comparators[how]}`;
  }

  /** For a named record: its kind instead of the field with its id. */
  #subject(about: RecordKind, { field, value }: Comparison): string {
    const isNamed = [value].flat().every((each) => typeof each === 'string' && isId(each));
    const { relations } = fieldPath(about, field);
    const record = isNamed && relations.length < 2 ? recordOfField(about, field) : undefined;
    if (record) return capital(this.#words.filters.relations[record]);
    return fieldWords(about, field, this.#words);
  }

  #value(about: RecordKind, field: string, value: FilterValue, isInside: boolean): string {
    const { filters, common } = this.#words;
    if (value === null || value === '') return filters.nothing;
    const isYesOrNo = fieldPath(about, field).kind === 'boolean';
    if (isYesOrNo || typeof value === 'boolean')
      return String(value) === 'true' ? common.yes : common.no;
    const text = String(value);
    const hasNoEnd = isInside ? /[\s,()]/ : /^\s|,|\s$/;
    return (
      this.#valueWord(about, field, text) ?? (hasNoEnd.test(text) ? filters.quoted(text) : text)
    );
  }

  #did({ did, where, at_least: atLeast, within }: Did): string {
    const { filters } = this.#words;
    return [
      filters.didWords(did),
      where && this.#where(where),
      atLeast !== undefined && atLeast > 1 && filters.atLeast(atLeast),
      within && filters.times.within(spanWords(within, filters)),
    ]
      .filter(Boolean)
      .join(' ');
  }

  #where(where: FilterTree): string {
    const { filters } = this.#words;
    const isPage = 'field' in where && where.field === 'path' && where.op === '=';
    if (isPage && where.value) return filters.onPage(String(where.value));
    return filters.with(`(${this.say('event', where)})`);
  }
}

function isPresence({ op, value }: Comparison): boolean {
  return op === ':' && value === '*';
}

function timeWords(
  op: Comparison['op'],
  value: string,
  filters: Messages['filters'],
): string | undefined {
  const isAfter = op === '>' || op === '>=';
  if (!isAfter && op !== '<' && op !== '<=') return undefined;
  const { times } = filters;
  const [, ago] = /^now-(\d+[mhdw])$/.exec(value) ?? [];
  if (ago === undefined) return `${isAfter ? times.after : times.before} ${value}`;
  const span = spanWords(ago, filters);
  return isAfter ? times.within(span) : times.longerAgo(span);
}

function spanWords(span: string, { spans }: Messages['filters']): string {
  const [, count, unit] = /^(\d+)([mhdw])$/.exec(span) ?? [];
  return unit === undefined ? span : spans[unit as keyof typeof spans](Number(count));
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
