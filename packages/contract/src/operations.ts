/** All operations of the REST API. Routes, documents and clients are derived from this list. */
import { auditOperations } from './audit.ts';
import { campaignOperations } from './campaigns.ts';
import { changeOperations } from './changes.ts';
import { companyOperations } from './companies.ts';
import { completenessOperations } from './completeness.ts';
import { conversionOperations } from './conversions.ts';
import { correctionOperations } from './corrections.ts';
import { erasureOperations } from './erasures.ts';
import { eventOperations } from './events.ts';
import { evidenceOperations } from './evidence.ts';
import { exportOperations } from './exports.ts';
import { failedEventOperations } from './failed-events.ts';
import { identityOperations } from './identities.ts';
import { leadOperations } from './leads.ts';
import { listOperations } from './lists.ts';
import { liveOperations } from './live.ts';
import type { OperationSpec } from './operation.ts';
import { personalityOperations } from './personalities.ts';
import { searchOperations } from './search.ts';
import { sessionOperations } from './sessions.ts';
import { statsOperations } from './stats.ts';
import { suggestionOperations } from './suggestions.ts';
import { userOperations } from './users.ts';
import { verdictOperations } from './verdicts.ts';
import { visitorOperations } from './visitors.ts';

export const operations = {
  ...leadOperations,
  ...identityOperations,
  ...correctionOperations,
  ...verdictOperations,
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
  ...failedEventOperations,
  ...completenessOperations,
  ...changeOperations,
  ...searchOperations,
  ...exportOperations,
  ...erasureOperations,
} satisfies Record<string, OperationSpec>;
