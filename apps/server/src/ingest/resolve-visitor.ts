/** What is known of a visitor without telling who it is: company, place and lists. Writes nothing. */

import { invalidRequest } from '@footfall/contract/errors';
import { type VisitorResolveAnswer, VisitorResolveQuestion } from '@footfall/contract/ingest';
import { Compile } from 'typebox/compile';
import { uuidv7 } from 'uuidv7';
import { selectVisitorCompany } from '../companies/store.ts';
import type { Database } from '../db/connect.ts';
import { sessionIdleMs } from '../history/sessions/assign-session.ts';
import { type KeyFacts, selectLiveKeys } from '../keys/store.ts';
import { selectListsOfVisitor } from '../lists/store.ts';
import { selectLatestSession, sessionExists } from '../sessions/store.ts';
import { visitorExists } from '../visitors/store.ts';
import { unauthorizedToSend } from './write-key.ts';

const check = Compile(VisitorResolveQuestion);

/** @throws ApiError invalid_request, unauthorized */
export async function resolveVisitor(
  db: Database,
  key: KeyFacts,
  question: unknown,
): Promise<VisitorResolveAnswer['data']> {
  if (!check.Check(question)) {
    const issues = check.Errors(question).map(({ instancePath, message }) => ({
      path: `body${instancePath.replaceAll('/', '.')}`,
      message,
    }));
    throw invalidRequest(issues);
  }
  const { workspaceId } = key;
  const isTest = key.kind === 'development';
  const visitorId = question.visitor_id?.toLowerCase() ?? uuidv7();
  return db.workspace(workspaceId, async (tx) => {
    const [live, known, latest, company, lists] = await Promise.all([
      selectLiveKeys(tx, workspaceId, [key.id]),
      visitorExists(tx, workspaceId, visitorId, isTest),
      selectLatestSession(tx, workspaceId, visitorId, isTest),
      selectVisitorCompany(tx, workspaceId, visitorId, isTest),
      selectListsOfVisitor(tx, workspaceId, visitorId),
    ]);
    if (!live.has(key.id)) throw unauthorizedToSend();
    const asked = question.session_id?.toLowerCase();
    const isRunning = latest && Date.now() - latest.last_activity_at.getTime() < sessionIdleMs;
    const running = isRunning ? latest.id : undefined;
    const isKnownSession =
      asked === undefined
        ? running !== undefined
        : await sessionExists(tx, workspaceId, visitorId, asked, isTest);
    return {
      visitor_id: visitorId,
      session_id: asked ?? running ?? uuidv7(),
      is_new_visitor: !known,
      is_new_session: !isKnownSession,
      company: company ?? null,
      location: { city: latest?.city ?? '', country: latest?.country ?? '' },
      lists,
    };
  });
}
