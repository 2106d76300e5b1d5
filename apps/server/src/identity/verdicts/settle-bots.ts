/**
 * Updates visits and conversions after a verdict on a visitor, or back to the rules' result after its undo. In slices, so
 * that visitors with many visits block nobody. The people job updates people, leads and credit.
 */

import { recordChanges } from '../../platform/changes/record.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { lockVisitors } from '../../platform/db/visitor-locks.ts';
import { continueJobs, enqueueJobs, type JobSubject } from '../../platform/jobs/queue.ts';
import { settleEvidence } from '../../records/company/company-verdicts.ts';
import {
  type BotVerdict,
  selectBotVerdicts,
  type VerdictVisitor,
  visitorKeyOf,
} from '../../records/visit/bot-verdicts.ts';
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
  const verdicts = await selectBotVerdicts(tx, workspaceId, ids);
  const unsure = await selectUnsure(tx, workspaceId, ids);
  for (const job of jobs) {
    const visitor = { visitorId: job.subject, isTest: job.isTest };
    const verdict = verdicts.get(visitorKeyOf(visitor));
    await settleVisitorMark(tx, workspaceId, visitor, verdict);
    if (!(await settleSlice(tx, workspaceId, visitor, verdict))) {
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
  visitor: VerdictVisitor,
  verdict: BotVerdict | undefined,
): Promise<boolean> {
  const { visitorId, isTest } = visitor;
  const sessions = await settleSessionMarks(tx, workspaceId, visitor, verdict, sliceSize);
  await recordVisitEvidence(tx, workspaceId, visitor, sessions);
  const conversions = await settleConversionMarks(tx, workspaceId, visitor, verdict, sliceSize);
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
  visitor: VerdictVisitor,
): Promise<number> {
  const verdicts = await selectBotVerdicts(tx, workspaceId, [visitor.visitorId]);
  const verdict = verdicts.get(visitorKeyOf(visitor));
  const [sessions, conversions] = await Promise.all([
    countUnsettledSessions(tx, workspaceId, visitor, verdict),
    countUnsettledConversions(tx, workspaceId, visitor, verdict),
  ]);
  return sessions + conversions;
}
