import { isDatabaseAway } from '../faults.ts';

/** The results of those servers that respond. @throws if none does, and on any other error */
export async function answersOf<T>(
  replies: Promise<T>[],
  onFault: (fault: unknown) => void = () => undefined,
): Promise<T[]> {
  const answers: T[] = [];
  const faults: unknown[] = [];
  for (const outcome of await Promise.allSettled(replies)) {
    if (outcome.status === 'fulfilled') answers.push(outcome.value);
    else if (isDatabaseAway(outcome.reason)) faults.push(outcome.reason);
    else throw outcome.reason;
  }
  if (answers.length === 0 && faults.length > 0) throw faults[0];
  for (const fault of faults) onFault(fault);
  return answers;
}
