/**
 * Updates visits and conversions after an override on a visitor, or back to the rules' result after its undo. In slices, so
 * that visitors with many visits block nobody. The people job updates people, leads and credit.
 */

import { recordChanges } from '../../platform/changes/record.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { lockVisitors } from '../../platform/db/visitor-locks.ts';
import { continueJobs, enqueueJobs, type JobSubject } from '../../platform/jobs/queue.ts';
import { settleEvidence } from '../../records/company/company-overrides.ts';
import {
  type BotOverride,
  type OverrideVisitor,
  selectBotOverrides,
  visitorKeyOf,
} from '../../records/visit/bot-overrides.ts';
import { markSessions } from '../../records/visit/stats-marks.ts';
import {
  countUnsettledConversions,
  settleConversionMarks,
} from '../../revenue/conversions/bot-marks.ts';
import { settleVisitorMark } from '../../visits/cutting/visitors.ts';
import { countUnsettledSessions, settleSessionMarks } from '../../visits/sessions/bot-marks.ts';
import { selectUnsure } from './store.ts';
import { recordVisitEvidence } from './visit-evidence.ts';

const sliceSize = 1_000;
/** Delay before looking again for messages that were being written during the decision. */
export const unsureMs = 1_000;

/** `jobs`: visitors. */
export async function settleBots(tx: Tx, workspaceId: string, jobs: JobSubject[]): Promise<void> {
  const ids = jobs.map(({ subject }) => subject);
  await lockVisitors(tx, 'sessions', workspaceId, ids);
  const overrides = await selectBotOverrides(tx, workspaceId, ids);
  const unsure = await selectUnsure(tx, workspaceId, ids);
  for (const job of jobs) {
    const visitor = { visitorId: job.subject, isTest: job.isTest };
    const override = overrides.get(visitorKeyOf(visitor));
    await settleVisitorMark(tx, workspaceId, visitor, override);
    if (!(await settleSlice(tx, workspaceId, visitor, override))) {
      await continueJobs(tx, workspaceId, 'bots', [job]);
      continue;
    }
    await settleEvidence(tx, workspaceId, job.isTest, [job.subject], null);
    await enqueueJobs(tx, workspaceId, 'people', [job]);
    if (unsure.has(job.subject)) await continueJobs(tx, workspaceId, 'bots', [job], unsureMs);
  }
}

/** Returns whether nothing is left. */
async function settleSlice(
  tx: Tx,
  workspaceId: string,
  visitor: OverrideVisitor,
  override: BotOverride | undefined,
): Promise<boolean> {
  const { visitorId, isTest } = visitor;
  const sessions = await settleSessionMarks(tx, workspaceId, visitor, override, sliceSize);
  await recordVisitEvidence(tx, workspaceId, visitor, sessions);
  const conversions = await settleConversionMarks(tx, workspaceId, visitor, override, sliceSize);
  const touched = new Set([
    ...sessions.map(({ id }) => id),
    ...conversions.map(({ session_id }) => session_id),
  ]);
  await markSessions(
    tx,
    workspaceId,
    [...touched].map((sessionId) => ({ visitorId, sessionId, isTest })),
  );
  await recordChanges(tx, workspaceId, [
    { kind: 'visitor', id: visitorId, isTest },
    ...sessions.map(({ id }) => ({ kind: 'session' as const, id, visitorId, isTest })),
    ...conversions.map(({ id }) => ({ kind: 'conversion' as const, id, isTest })),
  ]);
  return sessions.length < sliceSize && conversions.length < sliceSize;
}

export async function countUnsettledVisits(
  tx: Tx,
  workspaceId: string,
  visitor: OverrideVisitor,
): Promise<number> {
  const overrides = await selectBotOverrides(tx, workspaceId, [visitor.visitorId]);
  const override = overrides.get(visitorKeyOf(visitor));
  const [sessions, conversions] = await Promise.all([
    countUnsettledSessions(tx, workspaceId, visitor, override),
    countUnsettledConversions(tx, workspaceId, visitor, override),
  ]);
  return sessions + conversions;
}
