/**
 * Which message opens a session, and which it is left by, in whatever order they arrive. Each rule is a
 * key, defined once; the comparison of rows in SQL and that of messages here are both made from it.
 */
import { instantOf } from '../../platform/common/instant.ts';

/** SQL expressions in place of the values. */
type InSql<T> = { [Name in keyof T]: string };

/** The smaller comes first, false before true. */
interface KeyPart<T> {
  sql: (row: InSql<T>) => string;
  value: (item: T) => string | boolean;
}

/** What a message says that may open a session. */
interface OpeningRank {
  /** It names the session. */
  named: boolean;
  /** Its page; empty when it has none. */
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

/** The first that names the session, else the first that has a page, else the first. */
const openingKey: KeyPart<Opening>[] = [
  ...rankKey,
  { sql: ({ openingAt }) => openingAt, value: ({ openingAt }) => instantOf(openingAt) },
  { sql: ({ firstEventId }) => firstEventId, value: ({ firstEventId }) => firstEventId },
];

export function opensBefore(own: Opening, other: Opening): boolean {
  return isBefore(openingKey, own, other);
}

/** The same for a message that is later than the one that opens the session so far. */
export function opensThoughLater(own: OpeningRank, other: OpeningRank): boolean {
  return isBefore(rankKey, own, other);
}

export function opensBeforeInSql(own: InSql<Opening>, other: InSql<Opening>): string {
  return isBeforeInSql(openingKey, own, other);
}

/** Of a row of sessions or visitors. */
export function openingColumns(row: string): InSql<Opening> {
  return {
    named: `${row}.named`,
    entryUrl: `${row}.entry_url`,
    openingAt: `${row}.opening_at`,
    firstEventId: `${row}.first_event_id`,
  };
}

interface Exit {
  /** `never` when no message has a page. */
  exitAt: string;
  exitEventId: string;
  exitUrl: string;
}

/** PostgreSQL's time before all others; as text too it sorts before them. */
export const never = '-infinity';

/** The last that has a page. */
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

/** Of a row of sessions. */
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
