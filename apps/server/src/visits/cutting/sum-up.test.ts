/* A session's row is the same, whether its messages are added up here or in the database. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { unknownAddress } from '../../enrichment/addresses/address-facts.ts';
import { runCombined } from '../../platform/db/combined-statement.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { sqlState } from '../../platform/db/faults.ts';
import { countedBot } from '../../records/visit/bot-overrides.ts';
import { seededRandom } from '../../testing/random-history.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { updateStoredSessions, upsertSessions } from '../sessions/store.ts';
import type { SessionMessage } from './session-message.ts';
import { firstTouches, sessionDeltas, withOpenings } from './sum-up.ts';
import { upsertVisitors } from './visitors.ts';

const h = await sharedHarness();
const workspaceId = h.workspace.id;

const random = seededRandom(53);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const times = [
  '2026-05-01T10:00:00.000Z',
  '2026-05-01T10:00:00.000001Z',
  '2026-05-01T10:00:00.001Z',
  '2026-05-01T10:05:00.000Z',
];
const [sessionId, noVisitor] = [randomUUID(), randomUUID()];

function randomMessage(): SessionMessage {
  const url = pick(['', '', 'https://a.example/one', 'https://a.example/two']);
  const suspicion = '{"doubt":true,"reasons":["navigator.webdriver"]}';
  const mark = pick(['', '', '', suspicion, '{"name":"a"}', '{"name":"b"}']);
  return {
    workspaceId,
    isTest: false,
    type: 'event',
    eventId: randomUUID(),
    visitorId: noVisitor,
    namesSession: random() < 0.6,
    visitorAssigned: false,
    sessionId,
    occurredAt: pick(times),
    name: url === '' ? 'click' : 'page_view',
    url,
    referrer: pick(['', 'https://b.example/']),
    session: random() < 0.2 ? { ends: true, engagedMs: pick([0, 500, 900]) } : undefined,
    visit: {
      campaign: null,
      clickIds: null,
      tags: undefined,
      ip: pick(['192.0.2.1', '192.0.2.2']),
      address: unknownAddress,
      bot: countedBot(mark, undefined),
      foundBot: mark,
      userAgent: pick(['one', 'two']),
      locale: '',
      timezone: '',
      screen: '',
      library: '',
    },
  };
}

const of = (visitorId: string, messages: SessionMessage[]) =>
  sessionDeltas(messages.map((message) => ({ ...message, visitorId })));

function upsert(tx: Tx, visitorId: string, messages: SessionMessage[]) {
  const opened = withOpenings(of(visitorId, messages));
  const parts = [upsertSessions(opened), upsertVisitors(firstTouches(opened))];
  return runCombined(tx, workspaceId, parts);
}

/** False when the narrow update refuses what is added. */
async function update(visitorId: string, messages: SessionMessage[]): Promise<boolean> {
  try {
    await h.db.workspace(workspaceId, (tx) =>
      runCombined(tx, workspaceId, [updateStoredSessions(of(visitorId, messages))]),
    );
    return true;
  } catch (error) {
    expect(sqlState(error)).toBe('22012');
    return false;
  }
}

async function rowsOf(visitorId: string) {
  return h.db.workspace(workspaceId, async (tx) => {
    const [sessions, visitors] = await Promise.all([
      tx`select * from sessions where workspace_id = ${workspaceId} and visitor_id = ${visitorId}`,
      tx`select * from visitors where workspace_id = ${workspaceId} and id = ${visitorId}`,
    ]);
    const session = sessions.map(({ visitor_id: _, ...others }) => others);
    return { session, visitor: visitors.map(({ id: _, ...others }) => others) };
  });
}

test('messages in one transaction or in two, by the narrow update wherever it is taken, make the same rows', async () => {
  const taken = { yes: 0, no: 0 };
  for (let round = 0; round < 150; round++) {
    const all = Array.from({ length: 2 + Math.floor(random() * 4) }, randomMessage);
    const middle = 1 + Math.floor(random() * (all.length - 1));
    const [stored, added] = [all.slice(0, middle), all.slice(middle)];
    const [once, twice, narrow] = [randomUUID(), randomUUID(), randomUUID()];
    await h.db.workspace(workspaceId, async (tx) => {
      await upsert(tx, once, all);
      for (const visitorId of [twice, narrow]) await upsert(tx, visitorId, stored);
      await upsert(tx, twice, added);
    });
    const rows = await rowsOf(once);
    expect(await rowsOf(twice), `round ${round}`).toEqual(rows);
    // What carries a mark of a bot or of a doubt is never added narrowly (known-sessions.ts).
    if (added.some(({ visit }) => visit.foundBot !== '')) continue;
    const isTaken = await update(narrow, added);
    taken[isTaken ? 'yes' : 'no'] += 1;
    if (isTaken) expect(await rowsOf(narrow), `round ${round}`).toEqual(rows);
  }
  expect(Math.min(taken.yes, taken.no)).toBeGreaterThan(10);
});
