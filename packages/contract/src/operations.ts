/** All operations of the REST API. Routes, documents and clients are derived from this list. */
import { auditOperations } from './audit.ts';
import { campaignOperations } from './campaigns.ts';
import { changeOperations } from './changes.ts';
import { companyOperations } from './companies.ts';
import { completenessOperations } from './completeness.ts';
import { conversionOperations } from './conversions.ts';
import { erasureOperations } from './erasures.ts';
import { eventOperations } from './events.ts';
import { evidenceOperations } from './evidence.ts';
import { exportOperations } from './exports.ts';
import { identityOperations } from './identities.ts';
import { identityOverrideOperations } from './identity-overrides.ts';
import { leadOperations } from './leads.ts';
import { listOperations } from './lists.ts';
import { liveOperations } from './live.ts';
import type { OperationSpec } from './operation.ts';
import { overrideOperations } from './overrides.ts';
import { personExportOperations } from './person-export.ts';
import { personalityOperations } from './personalities.ts';
import { rejectedEventOperations } from './rejected-events.ts';
import { searchOperations } from './search.ts';
import { sessionOperations } from './sessions.ts';
import { statsOperations } from './stats.ts';
import { suggestionOperations } from './suggestions.ts';
import { userOperations } from './users.ts';
import { visitorOperations } from './visitors.ts';

export const operations = {
  ...leadOperations,
  ...identityOperations,
  ...identityOverrideOperations,
  ...overrideOperations,
  ...evidenceOperations,
  ...suggestionOperations,
  ...personalityOperations,
  ...visitorOperations,
  ...sessionOperations,
  ...eventOperations,
  ...liveOperations,
  ...companyOperations,
  ...conversionOperations,
  ...campaignOperations,
  ...listOperations,
  ...statsOperations,
  ...userOperations,
  ...auditOperations,
  ...rejectedEventOperations,
  ...completenessOperations,
  ...changeOperations,
  ...searchOperations,
  ...exportOperations,
  ...erasureOperations,
  ...personExportOperations,
} satisfies Record<string, OperationSpec>;
