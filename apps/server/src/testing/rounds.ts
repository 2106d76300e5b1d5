/*
 * How much the tests that take chances try: what is named once, or as often as ROUNDS says. Seeds are fixed, so a run that
 * fails fails again; SEED names the first of others.
 */

const rounds = Number(process.env.ROUNDS || 1);

/** `once`: how many turns, messages or requests one round has. */
export function inRounds(once: number): number {
  return Math.ceil(once * rounds);
}

/** The seeds of random histories, each of which takes seconds: one more for twenty rounds. */
export function seedsFrom(first: number): number[] {
  const seed = Number(process.env.SEED || first);
  const length = 1 + Math.floor(rounds / 20);
  return Array.from({ length }, (_, place) => seed + place);
}

/** Whether a history is asked the question at this place: one in eight of them, in ten rounds every other one, in a hundred all. */
export function isChecked(seed: number, place: number): boolean {
  if (rounds >= 100) return true;
  return (seed + place) % (rounds >= 10 ? 2 : 8) === 0;
}
