/**
 * Assesses a person's behavior by a fixed formula: the same facts give the same result.
 * docs/guides/personality.md describes it; changing the formula needs a new model version.
 */
import type { Personality } from '@footfall/contract/personalities';
import type { KeyPage } from '@footfall/contract/settings';
import { inWords, type Reason } from './score-reasons.ts';

export const modelVersion = '2';

/** Days before the latest activity that count; also the time until all points are gone. */
export const windowDays = 30;

/** Conversions count forever; all else in the 30 days up to the latest activity. */
export interface BehaviourFacts {
  visits: number;
  pageViews: number;
  /** Distinct days (UTC) on which visits started. */
  activeDays: number;
  /** Key pages the person viewed. */
  keyPages: KeyPage[];
  conversions: number;
  /** Conversions with a value. */
  purchases: number;
}

/** As it is stored. */
export type Assessment = Pick<Personality, 'intent_score' | 'stage' | 'persona'> & {
  reasons: Reason[];
};
type ToldAssessment = Pick<Personality, keyof Assessment>;
type Stage = Personality['stage'];

const dayMs = 86_400_000;
const mostForKeyPages = 30;
const namedKeyPages = 3;

/** As of the person's latest activity. */
export function assess(facts: BehaviourFacts): Assessment {
  const reasons = [
    stepped('frequency', facts.visits, 4, 20),
    stepped('depth', facts.pageViews, 1, 15),
    stepped('return', facts.activeDays - 1, 5, 15),
    keyPages(facts.keyPages),
    stepped('conversion', facts.conversions, 10, 20),
  ];
  const score = reasons.reduce((sum, { points }) => sum + points, 0);
  const stage = facts.purchases > 0 ? 'customer' : stageOf(score);
  return { intent_score: score, stage, persona: personaOf(facts), reasons };
}

/**
 * The assessment on a later day: each day (UTC) since the latest activity removes a thirtieth of the points.
 * Constant within a day.
 */
export function onDay(assessment: Assessment, lastActiveAt: Date, asOf: Date): ToldAssessment {
  const days = Math.max(0, dayOf(asOf) - dayOf(lastActiveAt));
  const { intent_score: before, stage, persona, reasons } = assessment;
  const score = Math.round(before * (1 - Math.min(1, days / windowDays)));
  const recency = { factor: 'recency', points: score - before, count: days };
  return {
    intent_score: score,
    stage: laterStage(stage, score, days),
    persona,
    reasons: [...reasons, recency].map(inWords),
  };
}

function dayOf(instant: Date): number {
  return Math.floor(instant.getTime() / dayMs);
}

function stepped(factor: string, count: number, pointsEach: number, most: number): Reason {
  const known = Math.max(0, count);
  return { factor, points: Math.min(most, known * pointsEach), count: known };
}

function keyPages(viewed: KeyPage[]): Reason {
  const sum = viewed.reduce((total, { points }) => total + points, 0);
  const points = Math.max(0, Math.min(mostForKeyPages, Math.round(sum)));
  const pages = viewed.slice(0, namedKeyPages).map(({ pattern }) => pattern);
  return {
    factor: 'key_pages',
    points,
    count: viewed.length,
    ...(pages.length > 0 && { pages }),
  };
}

function stageOf(score: number): Stage {
  if (score >= 50) return 'evaluating';
  return score >= 25 ? 'engaged' : 'new';
}

function laterStage(before: Stage, score: number, days: number): Stage {
  if (days >= windowDays) return 'dormant';
  return before === 'customer' ? before : stageOf(score);
}

function personaOf(facts: BehaviourFacts): Personality['persona'] {
  if (facts.purchases > 0) return 'buyer';
  if (facts.conversions > 0 || facts.keyPages.length > 0) return 'evaluator';
  if (facts.pageViews >= 10 || facts.activeDays >= 3) return 'researcher';
  return facts.pageViews >= 3 ? 'reader' : 'newcomer';
}
