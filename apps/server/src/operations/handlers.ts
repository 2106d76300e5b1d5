/** The handler of every operation of the contract; one that is missing does not compile. */
import type { HandlersOf } from '@footfall/contract/operation';
import type { operations } from '@footfall/contract/operations';
import { campaignHandlers } from '../campaigns/handlers.ts';
import { companyHandlers } from '../companies/handlers.ts';
import { conversionHandlers } from '../conversions/handlers.ts';
import { statsHandlers } from '../history/stats/handlers.ts';
import { identityHandlers } from '../identities/handlers.ts';
import { leadHandlers } from '../leads/handlers.ts';
import { listHandlers } from '../lists/handlers.ts';
import { memberHandlers } from '../members/handlers.ts';
import { personalityHandlers } from '../personalities/handlers.ts';
import type { OperationContext } from '../resource-kit/operation-context.ts';
import { visitorHandlers } from '../visitors/handlers.ts';

export const handlers: HandlersOf<typeof operations, OperationContext> = {
  ...leadHandlers,
  ...identityHandlers,
  ...personalityHandlers,
  ...visitorHandlers,
  ...companyHandlers,
  ...conversionHandlers,
  ...campaignHandlers,
  ...listHandlers,
  ...statsHandlers,
  ...memberHandlers,
};
