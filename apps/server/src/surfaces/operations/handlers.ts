/** The handlers of all operations; a missing one does not compile. */

import type { memberOperations } from '@footfall/contract/member-operations';
import type { HandlersOf } from '@footfall/contract/operation';
import type { operations } from '@footfall/contract/operations';
import { keyHandlers, signingSecretHandlers } from '../../accounts/keys/handlers.ts';
import { memberHandlers } from '../../accounts/members/handlers.ts';
import { meHandlers } from '../../accounts/members/me.ts';
import { membershipHandlers } from '../../accounts/members/membership.ts';
import { failedJobHandlers } from '../../accounts/workspaces/failed-jobs.ts';
import { auditHandlers } from '../../accounts/workspaces/handlers.ts';
import { settingsHandlers } from '../../accounts/workspaces/settings-handlers.ts';
import { shareHandlers } from '../../accounts/workspaces/shares/handlers.ts';
import { viewHandlers } from '../../accounts/workspaces/views/handlers.ts';
import { snippetHandlers } from '../../collect/ingest/snippet.ts';
import { companyHandlers } from '../../companies/handlers.ts';
import { evidenceHandlers } from '../../identity/evidence/handlers.ts';
import { identityOverrideHandlers } from '../../identity/identity-overrides/handlers.ts';
import { overrideHandlers } from '../../identity/overrides/handlers.ts';
import { listChangeHandlers } from '../../lists/bulk/handlers.ts';
import { listHandlers } from '../../lists/handlers.ts';
import { identityHandlers } from '../../people/identities/handlers.ts';
import { personalityHandlers } from '../../people/personalities/handlers.ts';
import { visitorHandlers } from '../../people/visitors/handlers.ts';
import { changeHandlers } from '../../platform/changes/handlers.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { searchHandlers } from '../../platform/search/handlers.ts';
import { erasureHandlers } from '../../privacy/erasure/handlers.ts';
import { personExportHandlers } from '../../privacy/export/handlers.ts';
import { campaignHandlers } from '../../revenue/campaigns/handlers.ts';
import { spendHandlers } from '../../revenue/campaigns/spend-import.ts';
import { conversionHandlers } from '../../revenue/conversions/handlers.ts';
import { leadHandlers } from '../../revenue/leads/handlers.ts';
import { completenessHandlers } from '../../stats/completeness/handlers.ts';
import { statsHandlers } from '../../stats/handlers.ts';
import { eventHandlers } from '../../visits/events/handlers.ts';
import { rejectedEventHandlers } from '../../visits/rejected/read-rejected-events.ts';
import { retentionHandlers } from '../../visits/retention/handlers.ts';
import { sessionHandlers } from '../../visits/sessions/handlers.ts';
import { installationHandlers } from '../../visits/sessions/installation.ts';
import { exportHandlers } from './exports/handlers.ts';

export const handlers: HandlersOf<typeof operations & typeof memberOperations, OperationContext> = {
  ...leadHandlers,
  ...identityHandlers,
  ...identityOverrideHandlers,
  ...overrideHandlers,
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
  ...rejectedEventHandlers,
  ...completenessHandlers,
  ...changeHandlers,
  ...searchHandlers,
  ...exportHandlers,
  ...personExportHandlers,
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
  ...erasureHandlers,
};
