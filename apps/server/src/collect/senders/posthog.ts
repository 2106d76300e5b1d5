/** Maps what PostHog's senders send. Pure. */
import { isUuid } from '@footfall/contract/schema';
import {
  type Dialect,
  eventOf,
  except,
  type Fields,
  fieldsOf,
  type Ids,
  identifyOf,
  idOf,
  type Mapped,
  messageIdOf,
  namesOf,
  orNone,
  pageContext,
  screenOf,
  textOf,
  without,
} from './mapping.ts';

export const posthogDialect: Dialect = {
  name: 'posthog',
  keyIn: (body, first) =>
    textOf(body.api_key) ??
    textOf(body.token) ??
    textOf(first.api_key) ??
    textOf(first.token) ??
    textOf(fieldsOf(first.properties).token),
  keyHint: 'as the project token of the sender, its api_key',
  messageId: ({ uuid }) => messageIdOf(uuid),
  sentAt: (body, first) => textOf(body.sent_at) ?? textOf(first.sent_at) ?? textOf(body.created_at),
  map: posthogMessages,
};

export function posthogMessages(item: Fields, ids: Ids): Mapped {
  const properties = fieldsOf(item.properties);
  const who = whoOf(item, properties, ids);
  const base = baseOf(item, properties, who);
  const withChange = (event: Fields) => ({
    messages: [...changed(item, properties, base, who), event],
  });
  const { event } = item;
  switch (event) {
    case '$pageview':
      return withChange(pageView(base, who, properties));
    case '$screen':
      return withChange(did(base, who, 'screen_view', screenNamed(properties)));
    case '$identify':
      return identified(item, properties, base, who);
    case '$set':
      return onlyNamed(
        claimMessages(item, properties, base, who),
        '$set: has neither a user id nor an email address',
      );
    case '$create_alias':
      return aliased(properties, base);
    default:
      break;
  }
  if (typeof event === 'string' && event.startsWith('$')) {
    return { dropped: `${event.slice(0, 50)}: an event of PostHog's own` };
  }
  return withChange(eventOf({ ...base, ...who.names }, event, ownOf(properties)));
}

interface Who {
  visitorId: string | undefined;
  userId: string | undefined;
  names: Fields;
}

/**
 * In a browser, the device is the visitor, and after identify the distinct id is the person; a reset makes a new visitor.
 * A backend's distinct id is a person, unless it is a browser's random id.
 */
function whoOf(item: Fields, properties: Fields, ids: Ids): Who {
  const distinctId = idOf(item.distinct_id) ?? idOf(properties.distinct_id) ?? '';
  const device = textOf(properties.$device_id);
  const isPerson = isIdentified(properties, distinctId, device);
  const own = isPerson ? device : distinctId;
  const userId = isPerson && distinctId !== '' ? distinctId : undefined;
  return { visitorId: idOfVisitor(own, ids), userId, names: namesOf(userId) };
}

function isIdentified(
  { $is_identified: identified, $user_id: userId }: Fields,
  distinctId: string,
  device: string | undefined,
): boolean {
  if (typeof identified === 'boolean') return identified;
  return (device !== undefined && idOf(userId) !== undefined) || !isOfBrowser(distinctId);
}

/** PostHog's scripts and apps create UUIDv7. Other UUIDs are user ids of backends. */
function isOfBrowser(id: string): boolean {
  return isUuid(id) && id.charAt(14) === '7';
}

function idOfVisitor(id: string | undefined, ids: Ids): string | undefined {
  if (id === undefined || id === '') return undefined;
  return isUuid(id) ? id : ids.ofAnonymous(id);
}

function baseOf(item: Fields, properties: Fields, { visitorId }: Who): Fields {
  return without({
    message_id: messageIdOf(item.uuid ?? properties.$insert_id),
    visitor_id: visitorId,
    timestamp: textOf(item.timestamp),
    context: contextOf(properties),
  });
}

function contextOf(properties: Fields): Fields | undefined {
  const { $current_url: url, $pathname: path, $referrer: referrer, title } = properties;
  return orNone(
    without({
      ...pageContext({ url, path, referrer, title }),
      locale: textOf(properties.$browser_language, 64),
      timezone: textOf(properties.$timezone, 64),
      screen: screenOf(properties.$screen_width, properties.$screen_height),
      library: orNone(
        without({
          name: textOf(properties.$lib, 64),
          version: textOf(properties.$lib_version, 64),
        }),
      ),
      user_agent: textOf(properties.$raw_user_agent, 1024),
      ip: textOf(properties.$ip, 64),
    }),
  );
}

/** Custom properties: PostHog's own begin with a dollar, and the script adds those of the URL. */
function ownOf(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => !name.startsWith('$') && !added.has(name)),
  );
}

const added = new Set([
  'token',
  'distinct_id',
  ...['source', 'medium', 'campaign', 'content', 'term'].map((tag) => `utm_${tag}`),
  ...['gclid', 'gclsrc', 'dclid', 'gbraid', 'wbraid', 'fbclid', 'msclkid', 'twclid', 'li_fat_id'],
  ...['igshid', 'ttclid', 'rdt_cid', 'epik', 'qclid', 'sccid', 'irclid', 'gad_source', 'mc_cid'],
  ...['oppref', 'bfcid', '_kx'],
]);

function did(base: Fields, { names }: Who, name: string, properties: Fields): Fields {
  return without({ type: 'event', ...base, ...names, name, properties: orNone(properties) });
}

function pageView(base: Fields, who: Who, properties: Fields): Fields {
  return did(base, who, 'page_view', except(ownOf(properties), ['title']));
}

function screenNamed(properties: Fields): Fields {
  return without({ name: textOf(properties.$screen_name), ...ownOf(properties) });
}

/** Person properties in an event become a separate identify message. */
function changed(item: Fields, properties: Fields, base: Fields, who: Who): Fields[] {
  const { message_id: id } = base;
  const own = typeof id === 'string' ? { ...base, message_id: messageIdOf(`${id} set`) } : base;
  return claimMessages(item, properties, own, who);
}

function claimMessages(item: Fields, properties: Fields, base: Fields, { userId }: Who): Fields[] {
  const traits = traitsOf(item, properties);
  if (userId === undefined || Object.keys(traits).length === 0) return [];
  const message = identifyOf(base, userId, traits);
  return message ? [message] : [];
}

function traitsOf(item: Fields, properties: Fields): Fields {
  const once = { ...fieldsOf(item.$set_once), ...fieldsOf(properties.$set_once) };
  return ownOf({ ...once, ...fieldsOf(item.$set), ...fieldsOf(properties.$set) });
}

/** Keeps the earlier visitor, so that its past belongs to the person. */
function identified(item: Fields, properties: Fields, base: Fields, who: Who): Mapped {
  const before = textOf(properties.$anon_distinct_id);
  const distinctId = idOf(item.distinct_id) ?? idOf(properties.distinct_id);
  const own = before !== undefined && isUuid(before) ? { ...base, visitor_id: before } : base;
  const visitor = own.visitor_id === distinctId ? { ...own, visitor_id: undefined } : own;
  const message = identifyOf(
    without(visitor),
    who.userId ?? distinctId,
    traitsOf(item, properties),
  );
  return onlyNamed(
    message ? [message] : [],
    '$identify: has neither a user id nor an email address',
  );
}

/** One id must be a visitor's random id, the other its person. Never merges two people. */
function aliased(properties: Fields, base: Fields): Mapped {
  const [one, other] = [idOf(properties.distinct_id), idOf(properties.alias)];
  if (one !== undefined && other !== undefined && isOfBrowser(one) !== isOfBrowser(other)) {
    const [visitor_id, userId] = isOfBrowser(one) ? [one, other] : [other, one];
    const message = identifyOf({ ...base, visitor_id }, userId, {});
    if (message) return { messages: [message] };
  }
  return {
    dropped: '$create_alias: neither id is a random visitor id, and an alias does not merge people',
  };
}

function onlyNamed(messages: Fields[], dropped: string): Mapped {
  return messages.length > 0 ? { messages } : { dropped };
}
