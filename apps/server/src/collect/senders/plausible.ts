/** Maps what Plausible's script and npm package send to /api/event. Pure. */
import { isObject } from '../../platform/common/is-object.ts';
import {
  amountOf,
  type Dialect,
  eventOf,
  type Fields,
  fieldsOf,
  hostOf,
  type Ids,
  type Mapped,
  orNone,
  pageContext,
  textOf,
  without,
} from './mapping.ts';

export const plausibleDialect: Dialect = {
  name: 'plausible',
  keyIn: (_body, first) => keyOf(first),
  keyHint:
    'as the domain: data-domain of the script, or behind ?key= in the address of the endpoint',
  messageId: () => undefined,
  sentAt: () => undefined,
  map: plausibleMessages,
};

/** The script allows several domains; the first counts. */
function keyOf({ d, domain }: Fields): string | undefined {
  return (textOf(d) ?? textOf(domain))?.split(',')[0];
}

export function plausibleMessages(item: Fields, ids: Ids): Mapped {
  const name = item.n ?? item.name;
  const url = textOf(item.u ?? item.url);
  const base = without({
    visitor_id: ids.ofTheDay(hostOf(url)),
    context: orNone(pageContext({ url, referrer: item.r ?? item.referrer })),
  });
  const properties = readFields(item.p ?? item.props ?? item.m ?? item.meta);
  if (name === 'engagement') {
    return {
      dropped: 'engagement: engagement time needs a session id, which this sender does not send',
    };
  }
  if (name === 'pageview') {
    const message = { type: 'event', ...base, name: 'page_view', properties: orNone(properties) };
    return { messages: [without(message)] };
  }
  const { amount, currency } = readFields(item.$ ?? item.revenue);
  const sale = { value: amountOf(amount), currency };
  return { messages: [eventOf(base, name, properties, sale)] };
}

/** An object, or JSON text from older scripts. */
function readFields(value: unknown): Fields {
  if (typeof value !== 'string') return fieldsOf(value);
  try {
    const read: unknown = JSON.parse(value);
    return isObject(read) ? read : {};
  } catch {
    return {};
  }
}
