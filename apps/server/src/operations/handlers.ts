/** The handler of every operation of the contract; one that is missing does not compile. */

import type { memberOperations } from '@footfall/contract/member-operations';
import type { HandlersOf } from '@footfall/contract/operation';
import type { operations } from '@footfall/contract/operations';
import { campaignHandlers } from '../campaigns/handlers.ts';
import { spendHandlers } from '../campaigns/spend-import.ts';
import { companyHandlers } from '../companies/handlers.ts';
import { conversionHandlers } from '../conversions/handlers.ts';
import { eventHandlers } from '../events/handlers.ts';
import { completenessHandlers } from '../history/completeness/handlers.ts';
import { correctionHandlers } from '../history/corrections/handlers.ts';
import { evidenceHandlers } from '../history/evidence/handlers.ts';
import { retentionHandlers } from '../history/retention/handlers.ts';
import { statsHandlers } from '../history/stats/handlers.ts';
import { verdictHandlers } from '../history/verdicts/handlers.ts';
import { identityHandlers } from '../identities/handlers.ts';
import { failedEventHandlers } from '../ingest/refused-messages.ts';
import { snippetHandlers } from '../ingest/snippet.ts';
import { keyHandlers, signingSecretHandlers } from '../keys/handlers.ts';
import { leadHandlers } from '../leads/handlers.ts';
import { listChangeHandlers } from '../lists/bulk/handlers.ts';
import { listHandlers } from '../lists/handlers.ts';
import { memberHandlers } from '../members/handlers.ts';
import { meHandlers } from '../members/me.ts';
import { membershipHandlers } from '../members/membership.ts';
import { personalityHandlers } from '../personalities/handlers.ts';
import { changeHandlers } from '../resource-kit/changes/handlers.ts';
import type { OperationContext } from '../resource-kit/operation-context.ts';
import { searchHandlers } from '../resource-kit/search/handlers.ts';
import { sessionHandlers } from '../sessions/handlers.ts';
import { installationHandlers } from '../sessions/installation.ts';
import { visitorHandlers } from '../visitors/handlers.ts';
import { failedJobHandlers } from '../workspaces/failed-jobs.ts';
import { auditHandlers } from '../workspaces/handlers.ts';
import { settingsHandlers } from '../workspaces/settings-handlers.ts';
import { shareHandlers } from '../workspaces/shares/handlers.ts';
import { viewHandlers } from '../workspaces/views/handlers.ts';
import { exportHandlers } from './exports/handlers.ts';

export const handlers: HandlersOf<typeof operations & typeof memberOperations, OperationContext> = {
  ...leadHandlers,
  ...identityHandlers,
  ...correctionHandlers,
  ...verdictHandlers,
  ...evidenceHandlers,
  ...personalityHandlers,
  ...visitorHandlers,
  ...sessionHandlers,
  ...eventHandlers,
  ...companyHandlers,
  ...conversionHandlers,
  ...campaignHandlers,
  ...listHandlers,
  ...statsHandlers,
  ...memberHandlers,
  ...meHandlers,
  ...membershipHandlers,
  ...auditHandlers,
  ...failedEventHandlers,
  ...completenessHandlers,
  ...changeHandlers,
  ...searchHandlers,
  ...exportHandlers,
  ...keyHandlers,
  ...signingSecretHandlers,
  ...settingsHandlers,
  ...retentionHandlers,
  ...installationHandlers,
  ...viewHandlers,
  ...listChangeHandlers,
  ...snippetHandlers,
  ...shareHandlers,
  ...spendHandlers,
  ...failedJobHandlers,
};
