/**
 * Turns a checked filter into an SQL condition on a list's rows. User input only ever becomes parameters,
 * never SQL text.
 */
import type { CheckedFilter, FieldPath } from '@footfall/contract/filter-check';
import type { RecordKind } from '@footfall/contract/filter-fields';
import type { Sql, Tx } from '../../platform/db/connect.ts';
import { likePattern } from '../../platform/db/like-pattern.ts';
import { type Doers, doersOf, doneBy, type EventCriterion, eachDid } from './done-by.ts';
import { columnsOf } from './record-columns.ts';
import { relatedTo } from './related-records.ts';
import { type Did, pagesOf, whoSaw } from './seen-pages.ts';

export interface Subject {
  tx: Tx;
  workspaceId: string;
  isTest: boolean;
  /** For few records: looks up each record's events instead of searching all events. */
  isOfFew?: boolean;
  /** The records are bots, which have no counted visits. */
  isBot?: boolean;
  /** Overrides where some fields are read from. */
  fields?: Record<string, Sql>;
}

type Compared = Extract<CheckedFilter, { is: 'compared' }>;

/** True or false for each row, by the kind's alias; never null, so that `not` is its opposite. */
export function conditionOf(subject: Subject, kind: RecordKind, filter: CheckedFilter): Sql {
  const { tx } = subject;
  switch (filter.is) {
    case 'and':
      return allOf(subject, kind, filter.of, (part) => conditionOf(subject, kind, part));
    case 'or':
      return anyOf(
        tx,
        filter.of.map((part) => conditionOf(subject, kind, part)),
      );
    case 'not':
      return tx`not coalesce(${conditionOf(subject, kind, filter.of)}, false)`;
    case 'did':
      return didCondition(subject, kind, filter);
    case 'there':
      return through(subject, kind, filter.path, (of) => isThere(subject, of, filter.path));
    case 'one of': {
      const { path, values } = filter;
      const any = values.map((value) => ({ is: 'compared', path, op: '=', value }) as const);
      return through(subject, kind, path, (of) => {
        const [first, ...others] = any.map((each) => comparison(subject, of, each));
        return tx`(${others.reduce((all, part) => tx`${all} or ${part}`, first ?? tx`false`)})`;
      });
    }
    case 'compared':
      return through(subject, kind, filter.path, (of) => comparison(subject, of, filter));
  }
}

/** Applies `conditionOf` to each part, and combines several event criteria into one set. */
export function allOf(
  subject: Subject,
  kind: RecordKind,
  parts: CheckedFilter[],
  conditionOf: (part: CheckedFilter) => Sql,
): Sql {
  const { tx } = subject;
  const doerSets = parts.map((part) =>
    part.is === 'did' ? doers(subject, kind, part) : undefined,
  );
  const left = parts.filter((_, place) => !doerSets[place]).map(conditionOf);
  const whoAll = inAll(
    tx,
    doerSets.flatMap((one) => one ?? []),
  );
  const [first, ...others] = whoAll ? [isAmong(tx, whoAll), ...left] : left;
  return tx`(${others.reduce((all, part) => tx`${all} and ${part}`, first ?? tx`true`)})`;
}

/** Who meets all these event criteria; undefined if each record is checked by itself. */
export function whoDidAll(subject: Subject, kind: RecordKind, dids: Did[]): Doers | undefined {
  return inAll(
    subject.tx,
    dids.flatMap((did) => doers(subject, kind, did) ?? []),
  );
}

/**
 * PostgreSQL expects hardly any matches for a path. With two such sets it would recompute the second for each member of
 * the first, unless they are combined.
 */
function inAll(tx: Tx, [first, ...others]: Doers[]): Doers | undefined {
  if (!first) return undefined;
  const ids = others.reduce((all, one) => tx`${all} intersect (${one.ids})`, tx`(${first.ids})`);
  return { key: first.key, ids };
}

function isAmong(tx: Tx, { key, ids }: Doers): Sql {
  return tx`${key} in (${ids})`;
}

export function anyOf(tx: Tx, [first, ...others]: Sql[]): Sql {
  return tx`(${others.reduce((all, part) => tx`${all} or ${part}`, first ?? tx`false`)})`;
}

/** The condition on the record itself, or on at least one related record. */
function through(
  subject: Subject,
  kind: RecordKind,
  { relations }: FieldPath,
  condition: (kind: RecordKind) => Sql,
): Sql {
  const { tx, workspaceId } = subject;
  const step = (from: RecordKind, left: RecordKind[]): Sql => {
    const [to, ...rest] = left;
    if (to === undefined) return condition(from);
    const related: Partial<Record<RecordKind, (tx: Tx, workspaceId: string) => Sql>> =
      relatedTo[from];
    const records = related[to];
    if (!records) throw new Error(`no ${to} belongs to a ${from}`);
    return tx`exists (select from ${records(tx, workspaceId)} and ${step(to, rest)})`;
  };
  return step(kind, relations);
}

function isThere(subject: Subject, kind: RecordKind, path: FieldPath): Sql {
  const { tx } = subject;
  if (path.field === undefined) return tx`true`;
  const value = columnOf(subject, kind, path);
  switch (path.kind) {
    case 'text':
    case 'email':
      return tx`${value} <> ''`;
    default:
      return tx`${value} is not null`;
  }
}

function comparison(subject: Subject, kind: RecordKind, { path, op, value }: Compared): Sql {
  const { tx } = subject;
  if (value === null) return tx`not ${isThere(subject, kind, path)}`;
  const column = columnOf(subject, kind, path);
  const { field } = path;
  switch (path.kind) {
    case 'text':
      if (field === 'path') return pathComparison(tx, column, op, String(value));
      // Domains are stored in lower case.
      return textComparison(
        tx,
        column,
        op,
        field === 'domain' ? String(value).toLowerCase() : String(value),
      );
    case 'email':
      return emailComparison(subject, column, op, String(value));
    case 'object':
      if (typeof value === 'number') return jsonNumber(subject, kind, path, op, value);
      return textComparison(tx, column, op, String(value));
    case 'time':
      return timeComparison(tx, column, op, String(value));
    case 'number':
      return tx`${column} ${ordering(tx, op)} ${value}::float8`;
    case 'boolean':
      return tx`${column} = ${value === true}`;
    case 'id':
      return tx`${column} = ${String(value)}::uuid`;
  }
}

function columnOf(subject: Subject, kind: RecordKind, { field, keys }: FieldPath): Sql {
  const { tx, workspaceId, fields } = subject;
  const columns: Record<string, Sql> = fields ?? columnsOf[kind](tx, workspaceId);
  const column = columns[field ?? ''];
  if (!column) throw new Error(`a ${kind} has no column ${field}`);
  return keys.length === 0 ? column : tx`(${column} #>> ${keys}::text[])`;
}

function textComparison(tx: Tx, column: Sql, op: Compared['op'], value: string): Sql {
  if (op === ':') return tx`position(lower(${value}::text) in lower(${column})) > 0`;
  if (op === '=' && value.includes('*')) return tx`${column} like ${likePattern(value)}`;
  return tx`${column} ${ordering(tx, op)} ${value}::text`;
}

/** For events: most URLs do not contain the path's text, which is faster to check than extracting the path. */
function pathComparison(tx: Tx, path: Sql, op: Compared['op'], value: string): Sql {
  const compared = textComparison(tx, path, op, value);
  if (op !== '=') return compared;
  const longest = value.split('*').reduce((a, b) => (b.length > a.length ? b : a), '');
  return longest === ''
    ? compared
    : tx`(e.url like ${likePattern(`*${longest}*`)} and ${compared})`;
}

/** Compares addresses without case; checks each of a person's addresses. */
function emailComparison(subject: Subject, column: Sql, op: Compared['op'], value: string): Sql {
  const { tx, workspaceId } = subject;
  if (op !== '=' && op !== ':')
    return textComparison(tx, tx`lower(${column})`, op, value.toLowerCase());
  return tx`(${textComparison(tx, tx`lower(${column})`, op, value.toLowerCase())} or exists (
    select from identity_links k
    where k.workspace_id = ${workspaceId} and k.identity_id = i.id and k.owns_email
      and ${textComparison(tx, tx`k.email_key`, op, value.toLowerCase())}))`;
}

/** To the second, as records show it. */
function timeComparison(tx: Tx, column: Sql, op: Compared['op'], value: string): Sql {
  const time = tx`${value}::text::timestamptz`;
  if (op !== '=') return tx`${column} ${ordering(tx, op)} ${time}`;
  return tx`date_trunc('second', ${column}) = date_trunc('second', ${time})`;
}

/** Stored JSON can be anything; non-numbers match no comparison. */
function jsonNumber(
  subject: Subject,
  kind: RecordKind,
  path: FieldPath,
  op: Compared['op'],
  value: number,
): Sql {
  const { tx } = subject;
  const { keys } = path;
  const object = columnOf(subject, kind, { ...path, keys: [] });
  return tx`case when jsonb_typeof(${object} #> ${keys}::text[]) = 'number'
    then (${object} #>> ${keys}::text[])::numeric ${ordering(tx, op)} ${value}::float8 end`;
}

function ordering(tx: Tx, op: Compared['op']): Sql {
  switch (op) {
    case '<':
      return tx`<`;
    case '<=':
      return tx`<=`;
    case '>':
      return tx`>`;
    case '>=':
      return tx`>=`;
    default:
      return tx`=`;
  }
}

function didCondition(subject: Subject, kind: RecordKind, filter: Did): Sql {
  const { tx, isOfFew = false } = subject;
  const together = doers(subject, kind, filter);
  if (together) return isAmong(tx, together);
  const event = eventOf(subject, filter);
  return (isOfFew ? eachDid(tx, kind, event) : undefined) ?? doneCondition(tx, kind, event);
}

/** Undefined if each record is checked by itself. */
function doers(subject: Subject, kind: RecordKind, did: Did): Doers | undefined {
  const { tx, isOfFew = false } = subject;
  const event = eventOf(subject, did);
  if (isOfFew) return eachDid(tx, kind, event) === undefined ? doersOf(tx, kind, event) : undefined;
  const seen = whoDid(subject, kind, did);
  return seen === undefined ? doersOf(tx, kind, event) : { key: idOf(subject, kind), ids: seen };
}

function eventOf(subject: Subject, { name, atLeast, since, where }: Did): EventCriterion {
  const { tx, workspaceId, isTest } = subject;
  const isKept = tx`(select require_kept_events(${workspaceId}, ${since ?? null}::text::timestamptz))`;
  const isMeant = where ? tx`${isKept} and ${conditionOf(subject, 'event', where)}` : isKept;
  return { workspaceId, isTest, name, atLeast, since, where: isMeant };
}

/** Ids of those who did it, as a query; undefined if all events must be read. `shares`: for a sample. */
export function whoDid(
  subject: Subject,
  kind: RecordKind,
  did: Did,
  shares?: number[],
): Sql | undefined {
  const { tx, isBot = false } = subject;
  const seen = pagesOf(did);
  if (!seen || !(kind === 'identity' || (kind === 'visitor' && !isBot))) return undefined;
  const isPage = conditionOf(subject, 'visit', seen.pages);
  return whoSaw(tx, kind, { ...eventOf(subject, did), isPage, isAll: seen.isAll }, shares);
}

export function idOf({ tx, workspaceId }: Subject, kind: RecordKind): Sql {
  const { id }: Record<string, Sql> = columnsOf[kind](tx, workspaceId);
  if (!id) throw new Error(`a ${kind} has no id`);
  return id;
}

function doneCondition(tx: Tx, kind: RecordKind, event: EventCriterion): Sql {
  const condition = doneBy(tx, kind, event);
  if (!condition) throw new Error(`a ${kind} does nothing`);
  return condition;
}
