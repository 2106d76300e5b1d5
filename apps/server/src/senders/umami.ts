/** What Umami's script and its sender for Node.js send to /api/send. Pure. */
import {
  amountOf,
  type Dialect,
  deedOf,
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
  const said = fieldsOf(payload);
  const base = baseOf(said, ids);
  const data = fieldsOf(said.data);
  const userId = idOf(said.id);
  switch (type) {
    case 'event':
      return { messages: [deed(said, base, data)] };
    case 'identify': {
      const message = identifyOf(base, userId, data);
      if (message) return { messages: [message] };
      return { dropped: 'identify: names nobody, since it has neither an id nor an email' };
    }
    case 'performance':
      return { dropped: 'performance: loading times are not kept' };
    default:
      return { refused: 'type: must be one of event, identify, performance' };
  }
}

function deed(said: Fields, base: Fields, data: Fields): Fields {
  const own = { ...base, ...namesOf(idOf(said.id)) };
  const properties = without({ ...data, tag: textOf(said.tag) });
  if (said.name === undefined || said.name === '') {
    return without({ type: 'event', ...own, name: 'page_view', properties: orNone(properties) });
  }
  const sale = { value: amountOf(data.revenue), currency: data.currency };
  return deedOf(own, said.name, properties, sale);
}

function baseOf(said: Fields, ids: Ids): Fields {
  const { hostname, title, language, screen, timestamp } = said;
  const [ip, userAgent] = [textOf(said.ip, 64), textOf(said.userAgent, 1024)];
  const url = addressOn(textOf(hostname), textOf(said.url));
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(textOf(screen) ?? '') ?? [];
  const seconds = amountOf(timestamp);
  return without({
    visitor_id: ids.ofTheDay(textOf(hostname) ?? '', ip, userAgent),
    timestamp: seconds === undefined ? undefined : instantOf(seconds),
    context: orNone(
      without({
        ...pageContext({
          url,
          title,
          referrer: addressOn(textOf(hostname), textOf(said.referrer)),
        }),
        locale: textOf(language, 64),
        screen: width === undefined ? undefined : screenOf(Number(width), Number(height)),
        ip,
        user_agent: userAgent,
      }),
    ),
  });
}

/** Backends and older scripts tell the path alone. */
function addressOn(host: string | undefined, address: string | undefined): string | undefined {
  return host !== undefined && address?.startsWith('/') ? `https://${host}${address}` : address;
}

/** Of Unix seconds; as they are where they are out of range, which is refused then. */
function instantOf(seconds: number): string {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) ? String(seconds) : time.toISOString();
}
