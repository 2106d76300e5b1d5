import type { HandlersOf } from '@footfall/contract/operation';
import { mostPagesOfSession } from '@footfall/contract/session-record';
import { sessionOperations } from '@footfall/contract/sessions';
import { instant } from '../../platform/resource-kit/created-range.ts';
import { existing } from '../../platform/resource-kit/not-found.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { orderedPageOf } from '../../platform/resource-kit/paging.ts';
import { timeWindow } from '../../platform/resource-kit/time-window.ts';
import { listFilterOf } from '../../records/filters/list-filter.ts';
import { selectSurvivorOfUnknown } from '../../records/person/survivors.ts';
import { selectPagesOfSessions } from '../events/read.ts';
import { listedSessions } from './listed.ts';
import { type SessionFilter, selectSession } from './read.ts';

const { window } = sessionOperations.listSessions;

export const sessionHandlers: HandlersOf<typeof sessionOperations, OperationContext> = {
  async listSessions(context, { query }) {
    const { tx, workspaceId } = context;
    const isOfFew = window.unless.some((name) => query[name]);
    const { after, before } = isOfFew
      ? { after: instant(query.created_after), before: instant(query.created_before) }
      : timeWindow(query, window);
    const filter: SessionFilter = {
      isTest: query.test ?? false,
      isBot: query.bots ?? false,
      visitorId: query.visitor_id,
      identityId:
        query.identity_id &&
        ((await selectSurvivorOfUnknown(tx, workspaceId, query.identity_id)) ?? query.identity_id),
      companyId: query.company_id,
      source: query.source,
      country: query.country,
      entryPage: query.entry_page,
      createdAfter: after,
      createdBefore: before,
      ...listFilterOf(query),
    };
    const hasPages = query.expand !== undefined;
    return listedSessions(context, filter, orderedPageOf(query), { hasPages });
  },

  async getSession({ tx, workspaceId }, { params, query }) {
    const selected = await selectSession(tx, workspaceId, params.id, query.visitor_id);
    const { session, isTest } = existing(selected, 'session');
    const [pages = []] = await selectPagesOfSessions(
      tx,
      workspaceId,
      [session],
      isTest,
      mostPagesOfSession,
    );
    return { data: { ...session, pages } };
  },
};
