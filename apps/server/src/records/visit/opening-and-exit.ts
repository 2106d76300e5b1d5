/**
 * Which message starts a session and which ends it, in any order of arrival. Each rule is a key defined once,
 * for comparisons of rows in SQL and of messages here.
 */
import { instantOf } from '../../platform/common/instant.ts';

/** SQL expressions in place of the values. */
type InSql<T> = { [Name in keyof T]: string };

/** The smaller comes first, false before true. */
interface KeyPart<T> {
  sql: (row: InSql<T>) => string;
  value: (item: T) => string | boolean;
}

/** What decides whether a message starts a session. */
interface OpeningRank {
  /** It has the session's id. */
  named: boolean;
  /** Its page; empty if none. */
  entryUrl: string;
}

interface Opening extends OpeningRank {
  openingAt: string;
  firstEventId: string;
}

const rankKey: KeyPart<OpeningRank>[] = [
  { sql: ({ named }) => `not ${named}`, value: ({ named }) => !named },
  { sql: ({ entryUrl }) => `${entryUrl} = ''`, value: ({ entryUrl }) => entryUrl === '' },
];

/** The first with the session's id, else the first with a page, else the first. */
const openingKey: KeyPart<Opening>[] = [
  ...rankKey,
  { sql: ({ openingAt }) => openingAt, value: ({ openingAt }) => instantOf(openingAt) },
  { sql: ({ firstEventId }) => firstEventId, value: ({ firstEventId }) => firstEventId },
];

export function opensBefore(own: Opening, other: Opening): boolean {
  return isBefore(openingKey, own, other);
}

/** The same for a message later than the current first one. */
export function opensThoughLater(own: OpeningRank, other: OpeningRank): boolean {
  return isBefore(rankKey, own, other);
}

export function opensBeforeInSql(own: InSql<Opening>, other: InSql<Opening>): string {
  return isBeforeInSql(openingKey, own, other);
}

/** Columns of a row of sessions or visitors. */
export function openingColumns(row: string): InSql<Opening> {
  return {
    named: `${row}.named`,
    entryUrl: `${row}.entry_url`,
    openingAt: `${row}.opening_at`,
    firstEventId: `${row}.first_event_id`,
  };
}

interface Exit {
  /** `never` if no message has a page. */
  exitAt: string;
  exitEventId: string;
  exitUrl: string;
}

/** PostgreSQL's earliest time; as text too it sorts first. */
export const never = '-infinity';

/** The last message with a page. */
const exitKey: KeyPart<Exit>[] = [
  { sql: ({ exitAt }) => exitAt, value: ({ exitAt }) => instantOf(exitAt) },
  { sql: ({ exitEventId }) => exitEventId, value: ({ exitEventId }) => exitEventId },
];

export function leavesAfter(own: Exit, other: Exit): boolean {
  return own.exitUrl !== '' && isBefore(exitKey, other, own);
}

export function leavesAfterInSql(own: InSql<Exit>, other: InSql<Exit>): string {
  return `${own.exitUrl} <> '' and ${isBeforeInSql(exitKey, other, own)}`;
}

/** Columns of a row of sessions. */
export function exitColumns(row: string): InSql<Exit> {
  return {
    exitAt: `${row}.exit_at`,
    exitEventId: `${row}.exit_event_id`,
    exitUrl: `${row}.exit_url`,
  };
}

function isBefore<T>(key: KeyPart<T>[], own: T, other: T): boolean {
  for (const { value } of key) {
    const a = value(own);
    const b = value(other);
    if (a !== b) return a < b;
  }
  return false;
}

function isBeforeInSql<T>(key: KeyPart<T>[], own: InSql<T>, other: InSql<T>): string {
  const row = (of: InSql<T>) => `(${key.map(({ sql }) => sql(of)).join(', ')})`;
  return `${row(own)} < ${row(other)}`;
}
