/** A page of a session list, with each session's pages if requested. */
import { mostPagesOfEach } from '@footfall/contract/session-record';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import type { OrderedPage } from '../../platform/resource-kit/paging.ts';
import { selectPagesOfSessions } from '../events/read.ts';
import { listSessions, type SessionFilter } from './read.ts';

export async function listedSessions(
  context: OperationContext,
  filter: SessionFilter,
  page: OrderedPage,
  { hasPages, mostPages = mostPagesOfEach }: { hasPages: boolean; mostPages?: number },
) {
  const { tx, workspaceId } = context;
  const sessions = await listSessions(context, workspaceId, filter, page);
  if (!hasPages) return sessions;
  const { data } = sessions;
  const pages = await selectPagesOfSessions(tx, workspaceId, data, filter.isTest, mostPages);
  return {
    ...sessions,
    data: data.map((session, nth) => ({ ...session, pages: pages[nth] ?? [] })),
  };
}
