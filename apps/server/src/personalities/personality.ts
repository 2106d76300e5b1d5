/**
 * What the behaviour of a person tells, by a fixed formula: the same facts give the same answer.
 * docs/personality.md describes it; a change of the formula is a new model version.
 */
import type { Personality } from '@footfall/contract/personalities';

export const modelVersion = '1';

export interface BehaviourFacts {
  daysSinceLastSeen: number;
  sessionsIn30Days: number;
  pageViewsIn30Days: number;
  activeDaysIn30Days: number;
  conversions: number;
}

type Assessment = Pick<Personality, 'intent_score' | 'stage' | 'persona' | 'reasons'>;
type Reason = Assessment['reasons'][number];

const dormantAfterDays = 30;

export function assess(facts: BehaviourFacts): Assessment {
  const reasons = [
    recency(facts.daysSinceLastSeen),
    stepped('frequency', facts.sessionsIn30Days, 4, 20, 'visit', 'in the last 30 days'),
    stepped('depth', facts.pageViewsIn30Days, 1, 20, 'page view', 'in the last 30 days'),
    stepped('return', facts.activeDaysIn30Days - 1, 5, 15, 'return', 'on another day'),
    stepped('conversion', facts.conversions, 10, 20, 'conversion', 'so far'),
  ];
  const score = reasons.reduce((sum, { points }) => sum + points, 0);
  return { intent_score: score, stage: stageOf(facts, score), persona: personaOf(facts), reasons };
}

/** 25 points within a day, one less for each further day. */
function recency(days: number): Reason {
  const whole = Math.max(0, Math.floor(days));
  const because = whole === 0 ? 'last seen today' : `last seen ${counted(whole, 'day')} ago`;
  return { factor: 'recency', points: Math.max(0, 25 - whole), because };
}

function stepped(
  factor: string,
  count: number,
  pointsEach: number,
  most: number,
  what: string,
  when: string,
): Reason {
  const known = Math.max(0, count);
  const points = Math.min(most, known * pointsEach);
  return {
    factor,
    points,
    because: known === 0 ? `no ${what} ${when}` : `${counted(known, what)} ${when}`,
  };
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function stageOf(facts: BehaviourFacts, score: number): Personality['stage'] {
  if (facts.daysSinceLastSeen >= dormantAfterDays) return 'dormant';
  if (facts.conversions > 0) return 'customer';
  if (score >= 60) return 'evaluating';
  return score >= 35 ? 'engaged' : 'new';
}

function personaOf(facts: BehaviourFacts): Personality['persona'] {
  if (facts.conversions > 0) return 'buyer';
  if (facts.activeDaysIn30Days >= 3) return 'evaluator';
  if (facts.pageViewsIn30Days >= 10) return 'researcher';
  return facts.pageViewsIn30Days >= 3 ? 'reader' : 'newcomer';
}
