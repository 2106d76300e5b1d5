/** Periodic work for every workspace: deletes expired data, and fills in fields added by newer versions. */
import type { Logger } from 'pino';
import { selectExpiringKeys } from '../accounts/keys/store.ts';
import { forgetOldSessions } from '../accounts/sign-in/forget.ts';
import { forgetSecurityEvents } from '../accounts/sign-in/security-log.ts';
import { limitSessions } from '../accounts/sign-in/sessions.ts';
import { forgetOldAuditEntries } from '../accounts/workspaces/audit-log.ts';
import { forgetOldUsage } from '../accounts/workspaces/daily-usage-store.ts';
import { forgetNetworkSecrets } from '../accounts/workspaces/network-secrets.ts';
import { forgetOldListChanges } from '../lists/bulk/store.ts';
import { fillMissingChannels } from '../people/visitors/missing-channels.ts';
import { forgetChanges } from '../platform/changes/forget.ts';
import type { Database, Tx } from '../platform/db/connect.ts';
import { forgetOldAnswers } from '../platform/resource-kit/idempotency.ts';
import { compactRecordCounts } from '../platform/resource-kit/record-counts.ts';
import type { SessionLifetime } from '../platform/session-lifetime.ts';
import { keepRetention, type RetentionOptions } from '../visits/retention/keep-retention.ts';

const intervalMs = 10 * 60_000;

export interface Housekeeping {
  /** Resolves once current work has reached a point where it can stop. */
  stop(): Promise<void>;
}

interface HousekeepingOptions {
  lifetime: SessionLifetime;
  securityLogDays: number;
  onRemoved: RetentionOptions['onRemoved'];
  /** Called after each look with the number of keys that expire soon. */
  onExpiringKeys: (count: number) => void;
}

export function startHousekeeping(
  db: Database,
  log: Logger,
  { lifetime, securityLogDays: days, onRemoved, onExpiringKeys }: HousekeepingOptions,
): Housekeeping {
  let isEnding = false;
  let round = work();
  const timer = setInterval(() => {
    round = round.then(work);
  }, intervalMs).unref();

  const onEach = (chore: (tx: Tx) => Promise<void>) =>
    db.upkeepEverywhere(chore).then(() => undefined);

  async function work(): Promise<void> {
    const chores: [string, () => Promise<void>][] = [
      ['could not fill in channels of visitors', () => fillMissingChannels(db, () => isEnding)],
      ['could not remove old idempotent answers', () => onEach(forgetOldAnswers)],
      ['could not update record counts', () => onEach(compactRecordCounts)],
      ['could not remove old changes', () => forgetChanges(db)],
      ['could not remove old list changes', () => onEach(forgetOldListChanges)],
      ['could not remove old network secrets', () => onEach(forgetNetworkSecrets)],
      ['could not end expired sessions', () => db.upkeep((tx) => limitSessions(tx, lifetime))],
      ['could not remove old sessions and links', () => db.upkeep(forgetOldSessions)],
      [
        'could not count keys that expire soon',
        async () => onExpiringKeys((await db.everywhere(selectExpiringKeys)).flat().length),
      ],
      ['could not remove old usage', () => onEach(forgetOldUsage)],
      ['could not remove old audit entries', () => forgetOldAuditEntries(db, () => isEnding)],
      [
        'could not remove old security events',
        () => forgetSecurityEvents(db, { days }, () => isEnding),
      ],
      [
        'could not apply retention',
        () => keepRetention(db, { isEnding: () => isEnding, onRemoved }),
      ],
    ];
    for (const [fault, chore] of chores) {
      if (isEnding) return;
      await chore().catch((err) => log.warn({ err }, fault));
    }
  }

  return {
    async stop() {
      isEnding = true;
      clearInterval(timer);
      await round;
    },
  };
}
