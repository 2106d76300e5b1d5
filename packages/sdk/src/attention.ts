import { listen } from './auto.ts';

const attentionMs = 60_000;
const signs = 'pointermove pointerdown keydown scroll visibilitychange';

const leastMs = 1000;

/**
 * Time with the page in view and a sign of life in the last minute: the milliseconds since it was asked for before, or none where
 * they are too few: then they are in the next answer.
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
