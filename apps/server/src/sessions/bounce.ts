/** As Google Analytics counts: a visit that holds attention for 10 seconds is none. */
const bounceBelowMs = 10_000;

export function isBounce(pageViews: number, engagedMs: number, hasConversion: boolean): boolean {
  return pageViews <= 1 && engagedMs < bounceBelowMs && !hasConversion;
}
