/** Watches the event loop turn until `end`, which answers with the longest turn in milliseconds. */
export function monitorTurns(): { end(): number } {
  let longest = 0;
  let last = performance.now();
  let next: NodeJS.Immediate;
  const turn = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    next = setImmediate(turn);
  };
  next = setImmediate(turn);
  return {
    end() {
      clearImmediate(next);
      return Math.max(longest, performance.now() - last);
    },
  };
}
