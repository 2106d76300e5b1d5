/** The handler for each kind of job. */

import { recomputePeople } from '../identity/making/recompute.ts';
import { settleBots } from '../identity/overrides/settle-bots.ts';
import { settleCompanyLinks } from '../identity/overrides/settle-company-links.ts';
import { goOnWithListChanges } from '../lists/bulk/steps.ts';
import { forgetOldSuggestions } from '../people/identities/suggestions.ts';
import { refreshPersonalities } from '../people/personalities/store.ts';
import type { Job, JobKind } from '../platform/jobs/queue.ts';
import type { JobHandler } from '../platform/jobs/worker.ts';
import { goOnWithErasures } from '../privacy/erasure/steps.ts';
import { enqueueEverybody } from '../records/person/outdated-scores.ts';
import { attribute } from '../revenue/attribution/attribute.ts';
import { markSuspects } from '../revenue/leads/suspects.ts';
import { reassignSessions } from '../visits/cutting/reassign-sessions.ts';
import { upgradeVisitors } from '../visits/cutting/upgrade-visitors.ts';

const subjectsOf = (jobs: Job[]) => jobs.map(({ subject }) => subject);

export const jobHandlers: Record<JobKind, JobHandler> = {
  sessions: reassignSessions,
  upgrades: upgradeVisitors,
  people: recomputePeople,
  attribution: (tx, workspaceId, jobs) => attribute(tx, workspaceId, subjectsOf(jobs)),
  suggestions: (tx, workspaceId) => forgetOldSuggestions(tx, workspaceId),
  suspects: markSuspects,
  list_change: goOnWithListChanges,
  async everybody(tx, workspaceId, jobs) {
    for (const { subject } of jobs) await enqueueEverybody(tx, workspaceId, subject);
  },
  bots: settleBots,
  company_links: settleCompanyLinks,
  erasure: goOnWithErasures,
  personality: (tx, workspaceId, jobs) => refreshPersonalities(tx, workspaceId, subjectsOf(jobs)),
};
