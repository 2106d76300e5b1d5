/** Evidence for a visit's source: the facts of its first message that decided it. Pure. */
import { visitOrigin } from './visit-origin.ts';

export interface VisitSource {
  url: string;
  referrer: string;
  campaign: Record<string, unknown> | null;
  clickIds: Record<string, unknown> | null;
}

export interface OriginFact {
  fact: string;
  value: string;
  decides: boolean;
}

export function originEvidence(visit: VisitSource): OriginFact[] {
  const { channel, source } = visitOrigin(visit);
  const isOther = (without: VisitSource) => {
    const origin = visitOrigin(without);
    return origin.channel !== channel || origin.source !== source;
  };
  const tags = Object.entries(visit.campaign ?? {}).map(([name, value]) => ({
    fact: `utm_${name === 'name' ? 'campaign' : name}`,
    value: String(value),
    decides: isOther({ ...visit, campaign: { ...visit.campaign, [name]: '' } }),
  }));
  const clicks = Object.keys(visit.clickIds ?? {}).map((name) => ({
    fact: 'click_id',
    value: name,
    decides: isOther({ ...visit, clickIds: { ...visit.clickIds, [name]: '' } }),
  }));
  const pages = [
    { fact: 'referrer', value: visit.referrer, decides: isOther({ ...visit, referrer: '' }) },
    { fact: 'page', value: visit.url, decides: isOther({ ...visit, url: '' }) },
  ].filter(({ value }) => value !== '');
  return [...tags, ...clicks, ...pages].sort((a, b) => Number(b.decides) - Number(a.decides));
}
