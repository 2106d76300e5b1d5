import { companyOperations } from '@footfall/contract/companies';
import type { liveOperations } from '@footfall/contract/live';
import type { HandlersOf } from '@footfall/contract/operation';
import type { visitorOperations } from '@footfall/contract/visitors';
import { createdRange } from '../../platform/resource-kit/created-range.ts';
import { existing } from '../../platform/resource-kit/not-found.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { orderedPageOf, pageOf } from '../../platform/resource-kit/paging.ts';
import { listFilterOf } from '../../records/filters/list-filter.ts';
import { activityPage } from '../../records/person/activity.ts';
import { listedSessions } from '../../visits/sessions/listed.ts';
import { withReferences } from '../identities/references.ts';
import { hasConsents, listConsents } from './consents.ts';
import { selectLive } from './live.ts';
import { listVisitors, selectVisitor } from './read.ts';

export const visitorHandlers: HandlersOf<
  typeof visitorOperations & typeof liveOperations,
  OperationContext
> = {
  async listVisitors(context, { query }) {
    const { tx, workspaceId } = context;
    const filter = {
      isTest: query.test ?? false,
      isBot: query.bots ?? false,
      source: query.source,
      channel: query.channel,
      country: query.country,
      companyId: query.company_id,
      identityId: query.identity_id,
      ...createdRange(query),
      ...listFilterOf(query),
    };
    const page = orderedPageOf(query);
    const visitors = await listVisitors(context, workspaceId, filter, page);
    return withReferences(tx, workspaceId, filter.isTest, visitors, query.expand);
  },

  async getVisitor({ tx, workspaceId }, { params }) {
    return { data: existing(await selectVisitor(tx, workspaceId, params.id), 'visitor') };
  },

  async listVisitorSessions(context, { params, query }) {
    existing(await selectVisitor(context.tx, context.workspaceId, params.id), 'visitor');
    const filter = { visitorId: params.id, isTest: query.test ?? false, ...listFilterOf(query) };
    const hasPages = query.expand !== undefined;
    return listedSessions(context, filter, orderedPageOf(query), { hasPages });
  },

  async listVisitorActivity({ tx, workspaceId }, { params, query }) {
    existing(await selectVisitor(tx, workspaceId, params.id), 'visitor');
    const of = { visitorId: params.id, isTest: query.test ?? false };
    return activityPage(tx, workspaceId, of, createdRange(query), orderedPageOf(query));
  },

  async listVisitorConsents({ tx, workspaceId }, { params, query }) {
    if (!(await hasConsents(tx, workspaceId, params.id))) {
      existing(await selectVisitor(tx, workspaceId, params.id), 'visitor');
    }
    const isTest = query.test ?? false;
    const page = orderedPageOf(query, '-last_given_at');
    return listConsents(tx, workspaceId, { visitorId: params.id, isTest }, page);
  },

  async getLive({ tx, workspaceId, permissions }, { query }) {
    const isTest = query.test ?? false;
    const { scopes, features } = permissions;
    const { scopes: needed, feature } = companyOperations.getCompany;
    const showsCompanies = features.has(feature) && needed.some((scope) => scopes.has(scope));
    const page = pageOf(query);
    return { data: await selectLive(tx, workspaceId, isTest, showsCompanies, page) };
  },
};
