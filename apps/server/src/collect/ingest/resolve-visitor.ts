/**
 * Company, place and lists of a visitor, without personal data. Writes nothing.
 *
 * The write key is public, so access rests on the visitor's own random id. An id derived from a name, as backends
 * use, is known to anybody with the name: unsigned, it gets an empty result based on its form alone, whether the
 * visitor exists or not.
 */

import { invalidRequest } from '@footfall/contract/errors';
import { type VisitorResolveAnswer, VisitorResolveQuestion } from '@footfall/contract/ingest';
import type { VerificationLevel } from '@footfall/contract/verification-levels';
import { Compile } from 'typebox/compile';
import { uuidv7 } from 'uuidv7';
import { type KeyFacts, selectLiveKeys } from '../../accounts/keys/store.ts';
import { selectVisitorCompany } from '../../companies/store.ts';
import { isProved } from '../../identity/making/who-is-who.ts';
import { selectListsOfDevice } from '../../lists/members.ts';
import { isRandomId } from '../../platform/common/ids.ts';
import { faultsInWords } from '../../platform/common/schema-faults.ts';
import type { Database } from '../../platform/db/connect.ts';
import { sessionIdleMs } from '../../visits/cutting/assign-session.ts';
import { visitorExists } from '../../visits/cutting/visitors.ts';
import { selectLatestSession, sessionExists } from '../../visits/sessions/store.ts';
import { requireLiveKey } from './serve.ts';
import { unauthorizedToSend } from './write-key.ts';

const check = Compile(VisitorResolveQuestion);

export interface VisitorQuestion {
  key: KeyFacts;
  question: unknown;
  verificationLevel: VerificationLevel;
  nowMs: number;
}

/** @throws ApiError invalid_request, unauthorized */
export async function resolveVisitor(
  db: Database,
  { key, question, verificationLevel, nowMs }: VisitorQuestion,
): Promise<VisitorResolveAnswer['data']> {
  if (!check.Check(question)) {
    throw invalidRequest(faultsInWords('body', VisitorResolveQuestion, check.Errors(question)));
  }
  const { workspaceId } = key;
  const isTest = key.kind === 'development';
  const visitorId = question.visitor_id?.toLowerCase() ?? uuidv7();
  if (!isRandomId(visitorId) && !isProved(verificationLevel)) {
    await requireLiveKey(db, key);
    return unknownVisitor(visitorId, question.session_id);
  }
  return db.workspace(workspaceId, async (tx) => {
    const [live, isKnown, latest, company, lists] = await Promise.all([
      selectLiveKeys(tx, workspaceId, [key.id]),
      visitorExists(tx, workspaceId, visitorId, isTest),
      selectLatestSession(tx, workspaceId, visitorId, isTest),
      selectVisitorCompany(tx, workspaceId, visitorId, isTest),
      selectListsOfDevice(tx, workspaceId, visitorId, isTest),
    ]);
    if (!live.has(key.id)) throw unauthorizedToSend();
    const sessionId = question.session_id?.toLowerCase();
    const isRunning = latest && nowMs - latest.last_activity_at.getTime() < sessionIdleMs;
    const running = isRunning ? latest.id : undefined;
    const isKnownSession =
      sessionId === undefined
        ? running !== undefined
        : await sessionExists(tx, workspaceId, visitorId, sessionId, isTest);
    return {
      visitor_id: visitorId,
      session_id: sessionId ?? running ?? uuidv7(),
      is_new_visitor: !isKnown,
      is_new_session: !isKnownSession,
      company: company ?? null,
      location: { city: latest?.city ?? '', country: latest?.country ?? '' },
      lists,
    };
  });
}

function unknownVisitor(
  visitor_id: string,
  session_id: string | undefined,
): VisitorResolveAnswer['data'] {
  return {
    visitor_id,
    session_id: session_id?.toLowerCase() ?? uuidv7(),
    is_new_visitor: true,
    is_new_session: true,
    company: null,
    location: { city: '', country: '' },
    lists: [],
  };
}
