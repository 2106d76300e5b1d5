/** The operations of the REST API: the list from which everything else is derived. */
import { campaignOperations } from './campaigns.ts';
import { companyOperations } from './companies.ts';
import { conversionOperations } from './conversions.ts';
import { identityOperations } from './identities.ts';
import { leadOperations } from './leads.ts';
import { listOperations } from './lists.ts';
import type { OperationSpec } from './operation.ts';
import { personalityOperations } from './personalities.ts';
import { statsOperations } from './stats.ts';
import { suggestionOperations } from './suggestions.ts';
import { userOperations } from './users.ts';
import { visitorOperations } from './visitors.ts';

export const operations = {
  ...leadOperations,
  ...identityOperations,
  ...suggestionOperations,
  ...personalityOperations,
  ...visitorOperations,
  ...companyOperations,
  ...conversionOperations,
  ...campaignOperations,
  ...listOperations,
  ...statsOperations,
  ...userOperations,
} satisfies Record<string, OperationSpec>;
