/** What an error of the database means: the caller's values, or a database that is away. */

/** The code of an error of PostgreSQL or of the connection to it; empty for other errors. */
export function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** A statement took longer than it may. */
export function isTimeout(error: unknown): boolean {
  return sqlState(error) === statementTimeout;
}

const statementTimeout = '57014';

/** Somebody asks for what was done before the events of then were removed (`require_kept_events`). */
export function isOfRemovedEvents(error: unknown): error is Error {
  return sqlState(error) === 'FK001';
}

/** SQLSTATE class 22 (data exception) and 54000 (index entry too large): the caller's values. */
export function isDataFault(error: unknown): boolean {
  const code = sqlState(error);
  return /^22[0-9A-Z]{3}$/.test(code) || code === '54000';
}

/** Nothing was asked, or nothing was heard: whoever asked may try again later. */
export class DatabaseAway extends Error {
  readonly code:
    | 'CIRCUIT_OPEN'
    | 'CONNECTION_CLOSED'
    | 'CONNECTION_ENDED'
    | 'CONNECT_TIMEOUT'
    | 'POOL_FULL'
    | 'POOL_LATE'
    | 'PLACE_MOVED'
    | 'UNKNOWN_NODE';

  constructor(code: DatabaseAway['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const awayCodes = new Set([
  'CIRCUIT_OPEN',
  'POOL_FULL',
  'POOL_LATE',
  'PLACE_MOVED',
  'UNKNOWN_NODE',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOENT',
  'EPIPE',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  // An idle transaction was ended, which takes the connection with it.
  '25P03',
  statementTimeout,
]);

/** PostgreSQL found no room for what is to be stored. */
export function isDiskFull(error: unknown): boolean {
  return sqlState(error) === '53100';
}

/** Connection faults, shutdown (57P), resources used up (53), failover (25006: read-only). */
export function isDatabaseAway(error: unknown): boolean {
  const code = sqlState(error);
  return awayCodes.has(code) || /^(57P|53|08)/.test(code) || code === '25006' || code === '58030';
}
