/**
 * Seeds of the random histories of a test that compares whole ones, which takes seconds each: `usual` many.
 * HISTORY_ROUNDS asks for more, HISTORY_SEED for others.
 */
export function historySeeds(usual: number, first = 1): number[] {
  const rounds = Number(process.env.HISTORY_ROUNDS || usual);
  const begin = Number(process.env.HISTORY_SEED || first);
  return Array.from({ length: rounds }, (_, place) => begin + place);
}

/**
 * Whether a history is asked the question at this place: every other one, and a history with the next seed the others.
 * With HISTORY_ROUNDS each is asked all.
 */
export function isAsked(seed: number, place: number): boolean {
  return process.env.HISTORY_ROUNDS !== undefined || (seed + place) % 2 === 0;
}
