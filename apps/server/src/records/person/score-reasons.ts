/** The parts of a score in words. What is stored are numbers: the sentence is made when it is read. */
import type { Personality } from '@footfall/contract/personalities';

type ToldReason = Personality['reasons'][number];
/** `because`: of one that an older version stored, without a count. */
export type Reason = Omit<ToldReason, 'because'> & Partial<Pick<ToldReason, 'because'>>;

export function inWords(reason: Reason): ToldReason {
  const { factor, points, count, pages } = reason;
  const because =
    count === undefined ? (reason.because ?? '') : (sentences[factor]?.(count, pages ?? []) ?? '');
  return {
    factor,
    points,
    because,
    ...(count !== undefined && { count }),
    ...(pages && { pages }),
  };
}

const sentences: Record<string, (count: number, pages: string[]) => string> = {
  frequency: (count) => `${counted(count, 'visit')} within 30 days`,
  depth: (count) => `${counted(count, 'page view')} within 30 days`,
  return: (count) =>
    count === 0
      ? 'did not come back on another day'
      : `came back on ${counted(count, 'other day')}`,
  key_pages: (count, pages) => {
    if (count === 0) return 'no key pages viewed';
    const others = count - pages.length;
    const more = others > 0 ? ` and ${counted(others, 'more key page')}` : '';
    return `viewed ${pages.join(', ')}${more}`;
  },
  conversion: (count) => counted(count, 'conversion'),
  recency: (days) => (days === 0 ? 'active today' : `last active ${counted(days, 'day')} ago`),
};

function counted(count: number, what: string): string {
  return `${count === 0 ? 'no' : count} ${what}${count === 1 ? '' : 's'}`;
}
