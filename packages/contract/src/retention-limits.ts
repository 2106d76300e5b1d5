/** Limits of data retention. No schemas: the dashboard imports this file too. */

/** Days to keep audit log entries; the database blocks earlier deletion. */
export const auditRetentionDays = 400;

/**
 * Data with a retention in days: `least` is the minimum, `usual` the default (null: forever).
 */
export const retentionKinds = {
  events: { least: 30, usual: null },
  refused_messages: { least: 1, usual: null },
  consents: { least: 365, usual: null },
  audit_log: { least: auditRetentionDays, usual: auditRetentionDays },
} as const satisfies Record<string, { least: number; usual: number | null }>;
export type RetentionKind = keyof typeof retentionKinds;
export const retentionKindNames = Object.keys(retentionKinds) as RetentionKind[];
/** Days by kind; null: forever. */
export type Retention = Record<RetentionKind, number | null>;
export const longestRetention = 3_650;

export function isRetention(kind: RetentionKind, days: unknown): days is number | null {
  if (days === null) return true;
  const isWhole = typeof days === 'number' && Number.isInteger(days);
  return isWhole && days >= retentionKinds[kind].least && days <= longestRetention;
}
