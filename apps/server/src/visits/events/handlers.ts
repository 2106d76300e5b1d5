import { eventOperations } from '@footfall/contract/events';
import type { HandlersOf } from '@footfall/contract/operation';
import { instant } from '../../platform/resource-kit/created-range.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { orderedPageOf } from '../../platform/resource-kit/paging.ts';
import { timeWindow } from '../../platform/resource-kit/time-window.ts';
import { listFilterOf } from '../../records/filters/list-filter.ts';
import { type EventFilter, listEvents } from './read.ts';

const { window } = eventOperations.listEvents;

export const eventHandlers: HandlersOf<typeof eventOperations, OperationContext> = {
  async listEvents({ tx, workspaceId, needsTotal }, { query }) {
    const { visitor_id: visitorId, session_id: sessionId, name, page: pageAddress } = query;
    const of = {
      isTest: query.test ?? false,
      isBot: query.bots ?? false,
      name,
      pageAddress,
      ...listFilterOf(query),
    };
    const filter: EventFilter =
      visitorId === undefined && sessionId === undefined
        ? { ...of, window: timeWindow(query, window) }
        : {
            ...of,
            visitorId,
            sessionId,
            after: instant(query.created_after),
            before: instant(query.created_before),
          };
    return listEvents(tx, workspaceId, filter, orderedPageOf(query), needsTotal ? undefined : 0);
  },
};
