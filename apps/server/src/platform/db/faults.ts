/** Classifies database errors: invalid values, or an unavailable database. */

/** The error code of PostgreSQL or its connection; empty for other errors. */
export function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** A statement exceeded its time limit. */
export function isTimeout(error: unknown): boolean {
  return sqlState(error) === statementTimeout;
}

const statementTimeout = '57014';

/** A query reaches into a time with removed events (`require_kept_events`). */
export function isOfRemovedEvents(error: unknown): error is Error {
  return sqlState(error) === 'FK001';
}

/** SQLSTATE class 22 (data exception) and 54000 (index entry too large): invalid values of the caller. */
export function isDataFault(error: unknown): boolean {
  const code = sqlState(error);
  return /^22[0-9A-Z]{3}$/.test(code) || code === '54000';
}

/** Nothing was sent, or no response came: the caller may retry later. */
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
  // An idle transaction was ended, which closes its connection.
  '25P03',
  statementTimeout,
]);

/** PostgreSQL ran out of disk space. */
export function isDiskFull(error: unknown): boolean {
  return sqlState(error) === '53100';
}

/** Connection faults, shutdown (57P), resources used up (53), failover (25006: read-only). */
export function isDatabaseAway(error: unknown): boolean {
  const code = sqlState(error);
  return awayCodes.has(code) || /^(57P|53|08)/.test(code) || code === '25006' || code === '58030';
}
