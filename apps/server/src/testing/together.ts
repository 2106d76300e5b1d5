/** Does for each what does not depend on the others, eight at a time; the results are in their order. */
export async function together<T, R>(
  items: readonly T[],
  work: (item: T, place: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += 8) {
    const some = items.slice(from, from + 8);
    results.push(...(await Promise.all(some.map((item, at) => work(item, from + at)))));
  }
  return results;
}
