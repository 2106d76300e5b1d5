/** What is done in the background: a handler for each kind of job. */
import { attribute } from './history/attribution/attribute.ts';
import { recomputePeople } from './history/people/recompute.ts';
import { reassignSessions } from './history/sessions/reassign-sessions.ts';
import { upgradeVisitors } from './history/sessions/upgrade-visitors.ts';
import { settleBots } from './history/verdicts/settle-bots.ts';
import { settleCompanyLinks } from './history/verdicts/settle-company-links.ts';
import { forgetOldSuggestions } from './identities/suggestions.ts';
import type { Job, JobKind } from './jobs/queue.ts';
import type { JobHandler } from './jobs/worker.ts';
import { markSuspects } from './leads/suspects.ts';
import { goOnWithListChanges } from './lists/bulk/steps.ts';
import { enqueueEverybody } from './personalities/outdated.ts';
import { refreshPersonalities } from './personalities/store.ts';

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
  personality: (tx, workspaceId, jobs) => refreshPersonalities(tx, workspaceId, subjectsOf(jobs)),
};
