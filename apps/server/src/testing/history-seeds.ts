/**
 * Seeds of the random histories of a test that compares whole ones, which takes seconds each: `usual` many.
 * HISTORY_ROUNDS asks for more, HISTORY_SEED for others.
 */
export function historySeeds(usual: number, first = 1): number[] {
  const rounds = Number(process.env.HISTORY_ROUNDS || usual);
  const begin = Number(process.env.HISTORY_SEED || first);
  return Array.from({ length: rounds }, (_, place) => begin + place);
}
