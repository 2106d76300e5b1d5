/* What stays open between the files of a worker, and is no leftover (left-behind.ts). */
type IsKept = (handle: unknown) => Promise<boolean>;

const kept: IsKept[] = [];

export function keepOpen(isKept: IsKept): void {
  kept.push(isKept);
}

export async function isKeptOpen(handle: unknown): Promise<boolean> {
  const answers = await Promise.all(kept.map((isKept) => isKept(handle)));
  return answers.includes(true);
}
