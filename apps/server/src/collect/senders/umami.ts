/** Maps what Umami's script and Node.js client send to /api/send. Pure. */
import { cleanText } from '../../platform/common/json-body.ts';
import {
  amountOf,
  type Dialect,
  eventOf,
  type Fields,
  fieldsOf,
  type Ids,
  identifyOf,
  idOf,
  type Mapped,
  namesOf,
  orNone,
  pageContext,
  screenOf,
  textOf,
  without,
} from './mapping.ts';

export const umamiDialect: Dialect = {
  name: 'umami',
  keyIn: (_body, first) => textOf(fieldsOf(first.payload).website),
  keyHint: 'as the website id: data-website-id of the script',
  messageId: () => undefined,
  sentAt: () => undefined,
  map: umamiMessages,
};

export function umamiMessages({ type, payload }: Fields, ids: Ids): Mapped {
  const payloadFields = fieldsOf(payload);
  const base = baseOf(payloadFields, ids);
  const data = fieldsOf(payloadFields.data);
  const userId = idOf(payloadFields.id);
  switch (type) {
    case 'event':
      return { messages: [event(payloadFields, base, data)] };
    case 'identify': {
      const message = identifyOf(base, userId, data);
      if (message) return { messages: [message] };
      return { dropped: 'identify: has neither an id nor an email address' };
    }
    case 'performance':
      return { dropped: 'performance: the service does not store loading times' };
    default:
      return { refused: 'type: must be one of event, identify, performance' };
  }
}

function event(fields: Fields, base: Fields, data: Fields): Fields {
  const own = { ...base, ...namesOf(idOf(fields.id)) };
  const properties = without({ ...data, tag: textOf(fields.tag) });
  if (fields.name === undefined || fields.name === '') {
    return without({ type: 'event', ...own, name: 'page_view', properties: orNone(properties) });
  }
  const sale = { value: amountOf(data.revenue), currency: data.currency };
  return eventOf(own, fields.name, properties, sale);
}

function baseOf(fields: Fields, ids: Ids): Fields {
  const { hostname, language, screen, timestamp } = fields;
  const [ip, userAgent] = [textOf(fields.ip, 64), textOf(fields.userAgent, 1024)];
  const host = textOf(hostname);
  const url = addressOn(host, addressOf(fields.url));
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(textOf(screen) ?? '') ?? [];
  const seconds = amountOf(timestamp);
  return without({
    visitor_id: ids.ofTheDay(host ?? '', ip, userAgent),
    timestamp: seconds === undefined ? undefined : instantOf(seconds),
    context: orNone(
      without({
        ...pageContext({
          url,
          title: titleOf(fields.title),
          referrer: addressOn(host, addressOf(fields.referrer)),
        }),
        locale: textOf(language, 64),
        screen: width === undefined ? undefined : screenOf(Number(width), Number(height)),
        ip,
        user_agent: userAgent,
      }),
    ),
  });
}

/** Output of `encodeURI` or `encodeURIComponent`. */
const encoded = /^(?:[\w\-.!~*'();/?:@&=+$,#]|%[0-9A-F]{2})+$/;
/** Output of `encodeURI` on an encoded URL. */
const encodedAgain = /^(?:[^%]|%(?:25|22|3C|3E|5[BCDE]|60|7[BCD]))*$/;

/** Script version 2 encodes the title; version 3 and backends do not, so text that cannot be encoded output stays. */
function titleOf(title: unknown): string | undefined {
  return typeof title === 'string' && encoded.test(title) ? textOf(decoded(title)) : textOf(title);
}

/** Script version 2 encodes the URL a second time; others do not. */
function addressOf(address: unknown): string | undefined {
  const isTwice =
    typeof address === 'string' &&
    /%25[0-9a-f]{2}/i.test(address) &&
    encoded.test(address) &&
    encodedAgain.test(address);
  return textOf(isTwice ? decoded(address) : address);
}

/** Decoded text may contain what cannot be stored. */
function decoded(text: string): string {
  try {
    return cleanText(decodeURIComponent(text));
  } catch {
    return text;
  }
}

/** Backends and older scripts send only the path. */
function addressOn(host: string | undefined, address: string | undefined): string | undefined {
  return host !== undefined && address?.startsWith('/') ? `https://${host}${address}` : address;
}

/** From Unix seconds; out-of-range values stay unchanged, and are rejected later. */
function instantOf(seconds: number): string {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) ? String(seconds) : time.toISOString();
}
