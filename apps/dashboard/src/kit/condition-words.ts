/** A condition as people say it; the code of its field stays in the filter's text. */
import type { Comparison, Did } from '@footfall/contract/filter';
import { filterFields, type RecordKind } from '@footfall/contract/filter-fields';
import type { Messages } from '../messages/en.ts';
import { useMessages } from '../messages/language.tsx';
import { useCodedValues } from './coded-values.ts';
import { splitField } from './condition-draft.ts';
import type { FilterPart } from './filter-parts.ts';
import { isId, recordOfField, useRecordNames } from './record-names.ts';

type Words = Pick<Messages, 'fields' | 'filters' | 'common'>;

/** Of the parts of a filter, whose records are called by their names. What is no single condition is told as its text. */
export function useConditionWords(
  about: RecordKind,
  parts: readonly FilterPart[],
): (part: FilterPart) => string {
  const words = useMessages();
  const nameOf = useRecordNames(about, parts);
  const codedValues = useCodedValues(about);
  const recordWords: ValueWords = (field, value) => {
    const kind = recordOfField(about, field);
    if (kind && isId(value)) return nameOf(kind, value.toLowerCase());
    return codedValues(field)?.word(value) ?? value;
  };
  return ({ condition, text }) => {
    if (!condition) return text;
    const { of, isNegated } = condition;
    if ('did' in of) {
      const told = didWords(of, words);
      return isNegated ? words.filters.not(told) : told;
    }
    return comparisonWords(about, of, isNegated, words, recordWords);
  };
}

/** `source`, `company.name`, `properties.plan`, `company`. */
export function fieldWords(field: string, { fields, filters }: Words): string {
  const { relation, name } = splitField(field);
  const of = relation && filters.relations[relation as RecordKind];
  if (name === undefined) return of ? capital(of) : field;
  const known: Record<string, string> = fields;
  const key = field.split('.').slice(relation ? 2 : 1);
  return [of && capital(of), known[name] ?? name, ...key].filter(Boolean).join(' › ');
}

function comparisonWords(
  about: RecordKind,
  { field, op, value }: Comparison,
  isNegated: boolean,
  words: Words,
  wordsOf: ValueWords,
): string {
  const { comparators, not } = words.filters;
  const record = namesRecord(value) ? recordOfField(about, field) : undefined;
  const subject = record ? capital(words.filters.relations[record]) : fieldWords(field, words);
  if (op === ':' && value === '*') {
    return `${subject} ${comparators[isNegated ? 'not-there' : 'there']}`;
  }
  const time = kindOf(about, field) === 'time' ? timeWords(op, value, words.filters) : undefined;
  const said = time ?? `${comparators[op]} ${valueWords(field, value, words, wordsOf)}`;
  return isNegated ? not(`${subject} ${said}`) : `${subject} ${said}`;
}

function timeWords(
  op: Comparison['op'],
  value: Comparison['value'],
  { times, spans }: Messages['filters'],
): string | undefined {
  const isAfter = op === '>' || op === '>=';
  if (!isAfter && op !== '<' && op !== '<=') return undefined;
  const [, count, unit] = /^now-(\d+)([mhdw])$/.exec(String(value)) ?? [];
  if (unit === undefined) return `${isAfter ? times.after : times.before} ${value}`;
  const span = spans[unit as keyof typeof spans](Number(count));
  return isAfter ? times.within(span) : times.longerAgo(span);
}

/** What a value that is text is called. */
type ValueWords = (field: string, value: string) => string;

function namesRecord(value: Comparison['value']): boolean {
  return [value].flat().every((each) => typeof each === 'string' && isId(each));
}

function valueWords(
  field: string,
  value: Comparison['value'],
  { filters, common }: Words,
  wordsOf: ValueWords,
): string {
  if (Array.isArray(value)) return value.map((each) => wordsOf(field, String(each))).join(', ');
  if (value === null || value === '') return filters.nothing;
  if (typeof value === 'boolean') return value ? common.yes : common.no;
  return wordsOf(field, String(value));
}

function didWords({ did, where, at_least: atLeast, within }: Did, { filters }: Words): string {
  return [
    filters.didWords(did),
    where && 'field' in where && filters.onPage(String(where.value)),
    atLeast !== undefined && atLeast > 1 && filters.atLeast(atLeast),
    within && spanWords(within, filters),
  ]
    .filter(Boolean)
    .join(' ');
}

function spanWords(within: string, { spans, times }: Messages['filters']): string {
  const [, count, unit] = /^(\d+)([mhdw])$/.exec(within) ?? [];
  if (unit === undefined) return times.within(within);
  return times.within(spans[unit as keyof typeof spans](Number(count)));
}

function kindOf(about: RecordKind, field: string): string | undefined {
  const { relation, name } = splitField(field);
  const fields: Record<string, string> = filterFields[(relation as RecordKind) ?? about];
  return fields[name ?? ''];
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
