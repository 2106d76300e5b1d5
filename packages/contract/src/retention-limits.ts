/** For how long what may be kept. No schemas: the dashboard has these, too. */

/** Of entries of the audit log; the database lets nobody remove them sooner. */
export const auditRetentionDays = 400;

/**
 * What may be kept for a number of days only, `least` or more; `usual`: unless somebody says otherwise. The database itself
 * lets nobody remove entries of the audit log sooner.
 */
export const retentionKinds = {
  events: { least: 30, usual: null },
  refused_messages: { least: 1, usual: null },
  consents: { least: 365, usual: null },
  audit_log: { least: auditRetentionDays, usual: auditRetentionDays },
} as const satisfies Record<string, { least: number; usual: number | null }>;
export type RetentionKind = keyof typeof retentionKinds;
export const retentionKindNames = Object.keys(retentionKinds) as RetentionKind[];
/** Days by kind; null: without end. */
export type Retention = Record<RetentionKind, number | null>;
export const longestRetention = 3_650;

export function isRetention(kind: RetentionKind, days: unknown): days is number | null {
  if (days === null) return true;
  const isWhole = typeof days === 'number' && Number.isInteger(days);
  return isWhole && days >= retentionKinds[kind].least && days <= longestRetention;
}
