/**
 * Updates evidence, visits and leads after an override on a company, or back to the detected state after its undo. A limited
 * number of visitors at a time, so that large companies block nobody.
 */
import { companyOfNetwork } from '../../enrichment/companies/company-of.ts';
import { recordChanges } from '../../platform/changes/record.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { lockVisitors } from '../../platform/db/visitor-locks.ts';
import { continueJobs, enqueueJobs, type JobSubject } from '../../platform/jobs/queue.ts';
import {
  selectUnsettledVisitors,
  settleEvidence,
} from '../../records/company/company-overrides.ts';
import { markSessions } from '../../records/visit/stats-marks.ts';
import { selectVisitorsWithLeads } from '../../revenue/leads/of-company.ts';
import { selectBusinessVisits, settleVisitCompanies } from '../../visits/sessions/bot-marks.ts';
import { unsureMs } from './settle-bots.ts';
import { selectUnsure } from './store.ts';

const sliceSize = 200;

/** `jobs`: companies. */
export async function settleCompanyLinks(
  tx: Tx,
  workspaceId: string,
  jobs: JobSubject[],
): Promise<void> {
  const unsure = await selectUnsure(
    tx,
    workspaceId,
    jobs.map(({ subject }) => subject),
  );
  for (const job of jobs) {
    const visitorIds = await selectUnsettledVisitors(tx, workspaceId, job.subject, sliceSize);
    await settleVisitors(tx, workspaceId, job, visitorIds);
    if (visitorIds.length === sliceSize) {
      await continueJobs(tx, workspaceId, 'company_links', [job]);
    } else if (unsure.has(job.subject)) {
      await continueJobs(tx, workspaceId, 'company_links', [job], unsureMs);
    }
  }
}

async function settleVisitors(
  tx: Tx,
  workspaceId: string,
  { subject: companyId, isTest }: JobSubject,
  visitorIds: string[],
): Promise<void> {
  if (visitorIds.length > 0) {
    await lockVisitors(tx, 'sessions', workspaceId, visitorIds);
    await settleEvidence(tx, workspaceId, isTest, visitorIds, companyId);
  }
  const visits = await selectBusinessVisits(tx, workspaceId, isTest, visitorIds);
  const ofCompany = visits.flatMap(({ visitorId, id, ...network }) =>
    companyOfNetwork(workspaceId, isTest, network)?.id === companyId
      ? [{ visitorId, id, companyId }]
      : [],
  );
  const changed = await settleVisitCompanies(tx, workspaceId, isTest, ofCompany);
  const sessions = changed.map(({ visitorId, id }) => ({ visitorId, sessionId: id, isTest }));
  await markSessions(tx, workspaceId, sessions);
  await recordChanges(tx, workspaceId, [
    { kind: 'company', id: companyId, isTest },
    ...visitorIds.map((id) => ({ kind: 'visitor' as const, id, isTest })),
    ...changed.map(({ visitorId, id }) => ({ kind: 'session' as const, visitorId, id, isTest })),
  ]);
  const withLeads = await selectVisitorsWithLeads(tx, workspaceId, isTest, visitorIds);
  await enqueueJobs(
    tx,
    workspaceId,
    'people',
    withLeads.map((subject) => ({ subject, isTest })),
  );
}
