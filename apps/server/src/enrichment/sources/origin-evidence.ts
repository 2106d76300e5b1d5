/** What made the source of a visit: everything that its first message told, and without what it would be another one. Pure. */
import { visitOrigin } from './visit-origin.ts';

export interface ToldOfVisit {
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

export function originEvidence(told: ToldOfVisit): OriginFact[] {
  const { channel, source } = visitOrigin(told);
  const isOther = (without: ToldOfVisit) => {
    const origin = visitOrigin(without);
    return origin.channel !== channel || origin.source !== source;
  };
  const tags = Object.entries(told.campaign ?? {}).map(([name, value]) => ({
    fact: `utm_${name === 'name' ? 'campaign' : name}`,
    value: String(value),
    decides: isOther({ ...told, campaign: { ...told.campaign, [name]: '' } }),
  }));
  const clicks = Object.keys(told.clickIds ?? {}).map((name) => ({
    fact: 'click_id',
    value: name,
    decides: isOther({ ...told, clickIds: { ...told.clickIds, [name]: '' } }),
  }));
  const pages = [
    { fact: 'referrer', value: told.referrer, decides: isOther({ ...told, referrer: '' }) },
    { fact: 'page', value: told.url, decides: isOther({ ...told, url: '' }) },
  ].filter(({ value }) => value !== '');
  return [...tags, ...clicks, ...pages].sort((a, b) => Number(b.decides) - Number(a.decides));
}
