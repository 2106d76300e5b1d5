/** An export reads pages of its list, with the same parameters and a page size. */
import type { exportOperations } from '@footfall/contract/exports';
import type { HandlersOf } from '@footfall/contract/operation';
import { companyHandlers } from '../../../companies/handlers.ts';
import { listHandlers } from '../../../lists/handlers.ts';
import { identityHandlers } from '../../../people/identities/handlers.ts';
import { visitorHandlers } from '../../../people/visitors/handlers.ts';
import type { OperationContext } from '../../../platform/resource-kit/operation-context.ts';
import { campaignHandlers } from '../../../revenue/campaigns/handlers.ts';
import { conversionHandlers } from '../../../revenue/conversions/handlers.ts';
import { leadHandlers } from '../../../revenue/leads/handlers.ts';
import { eventHandlers } from '../../../visits/events/handlers.ts';
import { sessionHandlers } from '../../../visits/sessions/handlers.ts';

export const exportHandlers: HandlersOf<typeof exportOperations, OperationContext> = {
  exportLeads: (context, input) => leadHandlers.listLeads(context, { ...input }),
  exportPeople: (context, input) => identityHandlers.listIdentities(context, { ...input }),
  exportCompanies: (context, input) => companyHandlers.listCompanies(context, { ...input }),
  exportVisitors: (context, input) => visitorHandlers.listVisitors(context, { ...input }),
  exportSessions: (context, input) => sessionHandlers.listSessions(context, { ...input }),
  exportConversions: (context, input) => conversionHandlers.listConversions(context, { ...input }),
  exportCampaigns: (context, input) => campaignHandlers.listCampaigns(context, { ...input }),
  exportEvents: (context, input) => eventHandlers.listEvents(context, { ...input }),
  exportListMembers: (context, input) => listHandlers.listListMembers(context, { ...input }),
};
