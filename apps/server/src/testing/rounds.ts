/*
 * How much the tests that take chances try: once what is named in `npm test`, ten times that in `npm run test:all`, and as
 * often as ROUNDS says. Seeds are fixed, so a run that fails fails again; SEED names the first of others.
 */

const rounds = Number(process.env.ROUNDS || 1);

/** `once`: how many turns, messages or requests one round has. */
export function inRounds(once: number): number {
  return Math.ceil(once * rounds);
}

/** The seeds of random histories, each of which takes seconds: one, a second one in four rounds, a third one in nine. */
export function seedsFrom(first: number): number[] {
  const seed = Number(process.env.SEED || first);
  const length = Math.max(1, Math.floor(Math.sqrt(rounds)));
  return Array.from({ length }, (_, place) => seed + place);
}

/** Whether a history is asked the question at this place: some of them in one round, all of them in ten. */
export function isAsked(seed: number, place: number): boolean {
  return rounds >= 10 || (seed + place) % 4 === 0;
}
