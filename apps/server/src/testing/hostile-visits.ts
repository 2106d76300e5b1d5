/** What a stranger sends who wants whoever looks at it in a browser to run, load or follow something. */
import { randomUUID } from 'node:crypto';
import { hostileHost } from './injections.ts';

/** It leaves an attribute, a tag and a text, whichever it is in; the others try one way each. */
export const breakOut = `"'></title></script><img src=x onerror=alert(1)><svg/onload=alert(1)>`;

/** In every field of every kind of message that takes a text. */
export function hostileVisit(text: string, place: number): object[] {
  const visitor_id = randomUUID();
  const short = text.slice(0, 200);
  const url = `https://shop.example/${encodeURI(short.toWellFormed())}?utm_source=x#${short}`;
  const context = {
    page: { url, path: short, title: text, referrer: `https://${hostileHost}/${short}` },
    campaign: { source: short, medium: short, name: short, term: short, content: short },
    click_ids: { gclid: short },
    locale: short.slice(0, 64),
    timezone: short.slice(0, 64),
    consent: { analytics: true, [short]: true },
    library: { name: short.slice(0, 64), version: short.slice(0, 64) },
  };
  const properties = { [short.slice(0, 50)]: text, url: text, company: text };
  const email = `"${short.replaceAll(/[\s@]/g, '')}"@firm-${place}.example`;
  return [
    { type: 'event', name: 'page_view', visitor_id, context, properties },
    { type: 'event', name: short, visitor_id, context, properties },
    {
      type: 'identify',
      visitor_id,
      email,
      user_id: short,
      name: short,
      traits: properties,
      context,
    },
    { type: 'conversion', visitor_id, name: short, value: 1, currency: 'EUR', properties, context },
    { type: text, name: text, visitor_id },
  ];
}
