/*
 * Random histories of few people on few devices, so that they meet in every way, compared with the
 * definition of a touch written out visit by visit; each history in several orders of arrival.
 */
import { randomUUID } from 'node:crypto';
import { attributionModelNames } from '@footfall/contract/campaigns';
import type { Claim } from '@footfall/contract/evidence';
import { expect, test } from 'vitest';
import { pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { seedsFrom } from '../../testing/rounds.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { type Subject, type Visit, visitCrediting } from './credit.ts';
import { recomputeTouches } from './recompute.ts';

const h = await sharedHarness({ trust: 'open' });

interface Step {
  type: 'event' | 'identify' | 'conversion';
  visitor_id: string;
  session_id: string;
  /** Minutes; of every step another. */
  minute: number;
  email?: string;
  name?: string;
  /** Of some sessions: that something brought them. */
  context?: object;
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
    ...(next(2) === 0 && { context: { campaign: { name: `campaign ${next(3)}`, source: 's' } } }),
  }));
  return Array.from({ length: 50 }, (_, minute) => {
    const ids = sessions[(next(4) + Math.floor(minute / 5)) % 12] ?? sessions[0];
    const type = (['event', 'event', 'identify', 'conversion'] as const)[next(4)] ?? 'event';
    return {
      type,
      visitor_id: ids?.visitor_id ?? '',
      session_id: ids?.session_id ?? '',
      minute,
      ...(ids?.context && { context: ids.context }),
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
    return [name, sharesByDefinition(counting)];
  });
}

/** Per session and model, in percent to two digits. Minutes apart, visits of half-lives of days count nearly the same. */
function sharesByDefinition(visits: Step[]): Record<string, Record<string, number>> {
  const [first, last] = [visits[0], visits.at(-1)];
  const brought = visits.findLast(({ context }) => context) ?? last;
  const between = visits.length - 2;
  const ends = [0, 100, 50][visits.length] ?? 40;
  const weight = ({ minute }: Step) => 2 ** (minute / (7 * 24 * 60));
  const weights = visits.reduce((sum, visit) => sum + weight(visit), 0);
  const idOf = (visit: Step | undefined) => visit?.session_id ?? '';
  const each = (share: (visit: Step) => number) =>
    Object.fromEntries(visits.map((visit) => [visit.session_id, rounded(share(visit))]));
  return {
    last_non_direct: { [idOf(brought)]: 100 },
    last_touch: { [idOf(last)]: 100 },
    first_touch: { [idOf(first)]: 100 },
    linear: each(() => 100 / visits.length),
    position: each((visit) => (visit === first || visit === last ? ends : 20 / between)),
    time_decay: each((visit) => (100 * weight(visit)) / weights),
  };
}

const rounded = (percent: number) => Math.round(percent * 100) / 100;

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
    await h.db.workspace(workspace.id, (tx) => tx`delete from touchpoints`);
    await recomputeTouches(h.db, workspace.id, undefined, () => undefined);
  }
  const rest = restOf(h, workspace.secretKey);
  const { data } = pageIn(await rest.get('/conversions?limit=100'));
  return Promise.all(
    data.map(async ({ id, name, ...models }) => {
      const { claims } = recordIn(await rest.get(`/conversions/${id}/evidence`)) as unknown as {
        claims: Claim[];
      };
      expect(isWhole(claims)).toBe(true);
      const shares: Record<string, Record<string, number>> = {};
      for (const { model, subject_id, share } of claims) {
        shares[model] = { ...shares[model], [subject_id ?? '']: rounded((share ?? 0) * 100) };
      }
      for (const model of ['first_touch', 'last_touch', 'last_non_direct']) {
        const { session_id } = models[model] as { session_id: string };
        expect(shares[model]).toEqual({ [session_id]: 100 });
      }
      return [name, shares];
    }),
  );
}

/** In millionths, of which shares are made. */
function isWhole(claims: Claim[]): boolean {
  return attributionModelNames.every((name) => {
    const shares = claims.filter(({ model }) => model === name).map(({ share }) => share ?? 0);
    return shares.reduce((sum, share) => sum + Math.round(share * 1e6), 0) === 1e6;
  });
}

test.each(seedsFrom(1))(
  'history %i gives the touches of the definition, in whatever order it arrives',
  async (seed) => {
    const history = historyOf(seed);
    const truth = truthOf(history).toReversed();
    expect(truth.length).toBeGreaterThan(5);
    expect(await creditedAfter(history, false)).toEqual(truth);
    expect(await creditedAfter(shuffled(history, seed), true)).toEqual(truth);
  },
);

const time = (minute: number) => new Date(Date.UTC(2026, 4, 1, 0, minute)).toISOString();

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
])(
  'each of 10,000 conversions of %s gets its own visits, and twenty visits share',
  (_what, devices) => {
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
    const touches = subjects.map(visitCrediting(links, visits));
    expect(touches.map(({ length }) => length)).toEqual(
      visits.map((_, place) => Math.min(place + 1, 20)),
    );
    const wrong = touches
      .flat()
      .filter(
        ({ subject, shares, visit }) =>
          (shares.first_touch !== undefined) !== (visit.id === 'visit 0') ||
          (shares.last_touch !== undefined) !== (visit.id === subject.session_id),
      );
    expect(wrong).toEqual([]);
    const { id: lastId } = visits.at(-1) ?? {};
    const oldest = touches.at(-1)?.filter(({ shares }) => shares.linear);
    expect(oldest?.map(({ visit }) => visit.id)).toEqual([
      'visit 0',
      ...visits.slice(-19).map(({ id }) => id),
    ]);
    expect(oldest?.at(-1)?.visit.id).toBe(lastId);
  },
);
