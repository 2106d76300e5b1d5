import { listen } from './auto.ts';

const attentionMs = 60_000;
const signs = 'pointermove pointerdown keydown scroll visibilitychange';

const leastMs = 1000;

/**
 * Engagement time: page visible, with user activity in the last minute. Returns the milliseconds since the last call, or 0 if
 * there are too few, which then count next time.
 */
export const watchAttention = (): (() => number) => {
  let counted = 0;
  let mark = Date.now();
  let lastSign = mark;
  let hidden = document.hidden;

  const settle = () => {
    const until = Date.now();
    if (!hidden) counted += Math.max(0, Math.min(until, lastSign + attentionMs) - mark);
    mark = until;
  };
  const sign = () => {
    settle();
    lastSign = mark;
    hidden = document.hidden;
  };
  listen(signs, sign);

  return () => {
    settle();
    const taken = counted < leastMs ? 0 : counted;
    counted -= taken;
    return taken;
  };
};
