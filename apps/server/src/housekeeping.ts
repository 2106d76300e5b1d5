/** What is done now and then for every workspace: old things go, and what a newer version keeps is filled in. */
import type { Logger } from 'pino';
import type { Database, Tx } from './db/connect.ts';
import { keepRetention, type RetentionOptions } from './history/retention/keep-retention.ts';
import { selectExpiringKeys } from './keys/store.ts';
import { forgetOldListChanges } from './lists/bulk/store.ts';
import { forgetOldSessions } from './members/accounts/forget.ts';
import { forgetSecurityEvents } from './members/accounts/security-log.ts';
import { limitSessions, type SessionLifetime } from './members/accounts/sessions.ts';
import { forgetOldAnswers } from './operations/idempotency.ts';
import { forgetChanges } from './resource-kit/changes/forget.ts';
import { foldRecordCounts } from './resource-kit/record-counts.ts';
import { fillMissingChannels } from './visitors/missing-channels.ts';
import { forgetOldAuditEntries } from './workspaces/audit-log.ts';
import { forgetOldUsage } from './workspaces/daily-usage-store.ts';
import { forgetNetworkSecrets } from './workspaces/network-secrets.ts';

const intervalMs = 10 * 60_000;

export interface Housekeeping {
  /** Until what is under way has ended, at the next place where it can. */
  stop(): Promise<void>;
}

interface HousekeepingOptions {
  lifetime: SessionLifetime;
  securityLogDays: number;
  onRemoved: RetentionOptions['onRemoved'];
  /** How many keys expire soon, after each look. */
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
      ['channels of visitors not filled in', () => fillMissingChannels(db, () => isEnding)],
      ['old answers not removed', () => onEach(forgetOldAnswers)],
      ['numbers of records not added up', () => onEach(foldRecordCounts)],
      ['old changes not removed', () => forgetChanges(db)],
      ['old changes of lists not removed', () => onEach(forgetOldListChanges)],
      ['old secrets not removed', () => onEach(forgetNetworkSecrets)],
      ['sessions not limited', () => db.upkeep((tx) => limitSessions(tx, lifetime))],
      ['old sessions and links not removed', () => db.upkeep(forgetOldSessions)],
      [
        'keys that expire soon not counted',
        async () => onExpiringKeys((await db.everywhere(selectExpiringKeys)).flat().length),
      ],
      ['old usage not removed', () => onEach(forgetOldUsage)],
      ['old audit entries not removed', () => forgetOldAuditEntries(db, () => isEnding)],
      ['old security events not removed', () => forgetSecurityEvents(db, { days }, () => isEnding)],
      ['what is old not removed', () => keepRetention(db, { isEnding: () => isEnding, onRemoved })],
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
