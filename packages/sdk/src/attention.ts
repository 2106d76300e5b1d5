const attentionMs = 60_000;
const signs = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'touchstart'];

export interface Attention {
  /** Milliseconds since the last take(), without ending them. */
  peek(): number;
  take(): number;
}

/** Time with the page in view and a sign of life in the last minute. */
export function watchAttention(): Attention {
  const now = () => performance.now();
  const inView = () => document.visibilityState === 'visible';
  let counted = 0;
  let mark = now();
  let lastSign = mark;
  let visible = inView();

  const settle = () => {
    const until = now();
    if (visible) counted += Math.max(0, Math.min(until, lastSign + attentionMs) - mark);
    mark = until;
  };
  const sign = () => {
    settle();
    lastSign = mark;
    visible = inView();
  };
  for (const type of signs) addEventListener(type, sign, { passive: true, capture: true });
  document.addEventListener('visibilitychange', sign, true);

  const peek = () => {
    settle();
    return Math.round(counted);
  };
  return {
    peek,
    take() {
      const taken = peek();
      counted = 0;
      return taken;
    },
  };
}
