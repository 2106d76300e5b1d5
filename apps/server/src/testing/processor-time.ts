/** What this process has worked, in milliseconds: on a busy machine a clock counts the work of others too. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** What takes that long does so for its own sake. */
const longMs = 2_000;

/** The least of several rounds: what else the process does only adds. */
async function leastMs(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  const began = processorMs();
  for (let round = 0; round < 3 || (round < 20 && processorMs() - began < 30); round += 1) {
    const started = processorMs();
    await work();
    least = Math.min(least, processorMs() - started);
    if (least > longMs) break;
  }
  return least;
}

/** How many times as long `work` takes for eight times the size: eight where it is proportional, 64 where it is quadratic. */
export async function growthOf(work: (size: number) => unknown, size: number): Promise<number> {
  const [small, large] = [() => leastMs(() => work(size)), () => leastMs(() => work(8 * size))];
  let [before, after] = [await small(), await large()];
  // A busy machine may have been in the way of one of them, but not of each of several.
  const isUnsure = () => after > proportional * before && after < longMs;
  for (let again = 0; again < 4 && isUnsure(); again += 1) {
    before = Math.min(before, await small());
    after = Math.min(after, await large());
  }
  // Nobody notices so little, and the clock hardly does.
  return after < 2 ? 1 : after / before;
}

/** Between both. */
export const proportional = 24;
