/** A page of a list of sessions, with what was viewed in each where that is asked for. */
import { mostPagesOfEach } from '@footfall/contract/session-record';
import { selectPagesOfSessions } from '../events/read.ts';
import type { OperationContext } from '../resource-kit/operation-context.ts';
import type { OrderedPage } from '../resource-kit/paging.ts';
import { type SessionFilter, sessionsPage } from './read.ts';

export async function listedSessions(
  context: OperationContext,
  filter: SessionFilter,
  page: OrderedPage,
  { hasPages }: { hasPages: boolean },
) {
  const { tx, workspaceId, last } = context;
  if (!hasPages) return sessionsPage(context, filter, page, last);
  const answer = await sessionsPage(context, filter, page);
  const { data } = answer;
  const pages = await last(
    selectPagesOfSessions(tx, workspaceId, data, filter.isTest, mostPagesOfEach),
  );
  return { ...answer, data: data.map((session, nth) => ({ ...session, pages: pages[nth] ?? [] })) };
}
