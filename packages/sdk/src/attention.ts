import { listen } from './auto.ts';

const attentionMs = 60_000;
const signs = 'pointermove pointerdown keydown scroll visibilitychange';

/**
 * Time with the page in view and a sign of life in the last minute: the milliseconds since the page was loaded, less
 * those that were taken.
 */
export function watchAttention(): (taken?: number) => number {
  const now = () => performance.now();
  let counted = 0;
  let mark = now();
  let lastSign = mark;
  let hidden = document.hidden;

  const settle = () => {
    const until = now();
    if (!hidden) counted += Math.max(0, Math.min(until, lastSign + attentionMs) - mark);
    mark = until;
  };
  const sign = () => {
    settle();
    lastSign = mark;
    hidden = document.hidden;
  };
  listen(signs, sign);

  return (taken = 0) => {
    settle();
    counted -= taken;
    return Math.round(counted);
  };
}
