/*
 * Random histories of few people on few devices, so that they meet in every way, compared with the
 * definition of a touch written out visit by visit; each history in several orders of arrival.
 */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startHarness } from '../../testing/harness.ts';
import { processorMs } from '../../testing/processor-time.ts';
import { pageIn, restOf } from '../../testing/rest.ts';
import { creditVisits, type Subject, type Visit } from './credit.ts';
import { recomputeTouches } from './recompute.ts';

const h = await startHarness({}, { trust: 'open' });

interface Step {
  type: 'event' | 'identify' | 'conversion';
  visitor_id: string;
  session_id: string;
  /** Minutes; of every step another. */
  minute: number;
  email?: string;
  name?: string;
}

/** The same numbers for the same seed (mulberry32). */
function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function historyOf(seed: number): Step[] {
  const next = random(seed);
  const visitors = Array.from({ length: 4 }, () => randomUUID());
  const sessions = Array.from({ length: 12 }, () => ({
    visitor_id: visitors[next(4)] ?? '',
    session_id: randomUUID(),
  }));
  return Array.from({ length: 50 }, (_, minute) => {
    const ids = sessions[(next(4) + Math.floor(minute / 5)) % 12] ?? sessions[0];
    const type = (['event', 'event', 'identify', 'conversion'] as const)[next(4)] ?? 'event';
    return {
      type,
      visitor_id: ids?.visitor_id ?? '',
      session_id: ids?.session_id ?? '',
      minute,
      ...(type === 'identify' && { email: `person${next(3)}@example.com` }),
      ...(type !== 'identify' && { name: `step ${minute}` }),
    };
  });
}

/** Whose the visitor was: the first person until the second is named, then who was named last. */
function personAt(history: Step[], visitorId: string, minute: number): string | undefined {
  const names = history.filter((step) => step.email && step.visitor_id === visitorId);
  return (names.findLast((step) => step.minute <= minute) ?? names[0])?.email;
}

function truthOf(history: Step[]) {
  const sessions = new Map<string, Step>();
  for (const step of history) {
    if (!sessions.has(step.session_id)) sessions.set(step.session_id, step);
  }
  const firstNamed = (visitorId: string) =>
    history.find((step) => step.email && step.visitor_id === visitorId)?.minute ?? Infinity;
  const conversions = history.filter(({ type }) => type === 'conversion');
  return conversions.map((conversion) => {
    const { visitor_id, minute, name } = conversion;
    const person = personAt(history, visitor_id, minute);
    const counting = [...sessions.values()].filter((visit) => {
      if (visit.minute > minute) return false;
      if (visit.session_id === conversion.session_id) return true;
      if (person === undefined) return visit.visitor_id === visitor_id;
      const isKnown = visit.visitor_id === visitor_id || firstNamed(visit.visitor_id) <= minute;
      return isKnown && personAt(history, visit.visitor_id, visit.minute) === person;
    });
    return [name, counting[0]?.session_id, counting.at(-1)?.session_id];
  });
}

function shuffled(history: Step[], seed: number): Step[] {
  const next = random(seed);
  return history
    .map((step) => ({ step, key: next(1e9) }))
    .sort((a, b) => a.key - b.key)
    .map(({ step }) => step);
}

/** What the service credits after these messages, in a batch and one at a time. */
async function creditedAfter(steps: Step[], isRecomputed: boolean) {
  const workspace = await h.newWorkspace();
  const messages = steps.map(({ minute, ...step }) => ({
    ...step,
    ...(step.type === 'conversion' && { lead: false }),
    timestamp: new Date(Date.UTC(2026, 4, 1, 0, minute)).toISOString(),
  }));
  await h.send(messages.slice(0, 35), workspace.productionKey);
  for (const message of messages.slice(35)) await h.send(message, workspace.productionKey);
  await h.settle();
  if (isRecomputed) {
    await h.db.workspace(workspace.id, (tx) => tx`delete from touches`);
    await recomputeTouches(h.db, workspace.id, undefined, () => undefined);
  }
  const rest = restOf(h, workspace.secretKey);
  const { data } = pageIn(await rest.get('/conversions?limit=100'));
  return data.map(({ name, first_touch, last_touch }) => [
    name,
    (first_touch as { session_id: string }).session_id,
    (last_touch as { session_id: string }).session_id,
  ]);
}

test.each([1, 2, 3, 4, 5])(
  'history %i gives the touches of the definition, in whatever order it arrives',
  async (seed) => {
    const history = historyOf(seed);
    const truth = truthOf(history).toReversed();
    expect(truth.length).toBeGreaterThan(5);
    expect(await creditedAfter(history, false)).toEqual(truth);
    expect(await creditedAfter(shuffled(history, seed), true)).toEqual(truth);
  },
);

const time = (minute: number) => `2026-05-01T${String(minute).padStart(6, '0')}`;

function visitsOf(count: number, visitorOf: (place: number) => string): Visit[] {
  return Array.from({ length: count }, (_, place) => ({
    visitor_id: visitorOf(place),
    id: `visit ${place}`,
    is_test: false,
    started_at: time(place),
    campaign_id: null,
    source: 'website',
    is_bot: false,
  }));
}

test.each([
  ['one visitor', 1],
  ['10,000 visitors of one person', 10_000],
])('10,000 visits and conversions of %s take a moment', (_what, devices) => {
  const visits = visitsOf(10_000, (place) => `visitor ${place % devices}`);
  const subjects = visits.map(
    ({ id, started_at, ...visit }): Subject => ({
      ...visit,
      type: 'conversion',
      id: `conversion in ${id}`,
      session_id: id,
      happened_at: started_at,
    }),
  );
  const links = visits.map(({ visitor_id, started_at, id }) => ({
    visitor_id,
    is_test: false,
    identity_id: 'ada',
    linked_at: started_at,
    event_id: id,
  }));
  const begun = processorMs();
  const touches = creditVisits(subjects, links, visits);
  expect(processorMs() - begun).toBeLessThan(2_000);
  expect(touches).toHaveLength(20_000);
  const wrong = touches.filter(
    ({ subject, model, visit }) =>
      visit.id !== (model === 'first_touch' ? 'visit 0' : subject.session_id),
  );
  expect(wrong).toEqual([]);
});
