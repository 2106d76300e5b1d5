import { isDatabaseAway } from './faults.ts';

/** Of several places that were asked at once: what those answered that are there, and why the others did not. @throws any other fault */
export async function thoseThatAnswer<T>(
  asked: Promise<T>[],
): Promise<{ answers: T[]; faults: unknown[] }> {
  const answers: T[] = [];
  const faults: unknown[] = [];
  for (const told of await Promise.allSettled(asked)) {
    if (told.status === 'fulfilled') answers.push(told.value);
    else if (isDatabaseAway(told.reason)) faults.push(told.reason);
    else throw told.reason;
  }
  return { answers, faults };
}

/** @throws when none answers */
export async function answersOf<T>(asked: Promise<T>[]): Promise<T[]> {
  const { answers, faults } = await thoseThatAnswer(asked);
  if (answers.length === 0) throw faults[0];
  return answers;
}
