/** Sessions of a page of a list, with what was viewed in each. */
import { mostPagesOfEach, type Session } from '@footfall/contract/session-record';
import type { Tx } from '../db/connect.ts';
import { selectPagesOfSessions } from '../events/read.ts';

export async function withPages<Answer extends { data: Session[] }>(
  tx: Tx,
  workspaceId: string,
  isTest: boolean,
  answer: Answer,
): Promise<Answer> {
  const { data } = answer;
  const pages = await selectPagesOfSessions(tx, workspaceId, data, isTest, mostPagesOfEach);
  return { ...answer, data: data.map((session, nth) => ({ ...session, pages: pages[nth] ?? [] })) };
}
