/** Maps Segment's tracking API, which RudderStack's senders use too. Pure. */
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
  visitorOf,
  without,
} from './mapping.ts';

export const segmentCalls = ['identify', 'track', 'page', 'screen', 'group', 'alias'] as const;
export type SegmentCall = (typeof segmentCalls)[number];

/** Page properties of a page call, which belong in the context. */
const ofPage = [
  'url',
  'path',
  'title',
  'referrer',
  'search',
  'tab_url',
  'referring_domain',
  'initial_referrer',
  'initial_referring_domain',
];

/** `call`: from the path; undefined if each item has its own type. */
export function segmentDialect(call?: SegmentCall): Dialect {
  return {
    name: 'segment',
    keyIn: (body, first) => textOf(body.writeKey) ?? textOf(first.writeKey),
    keyHint: 'as the writeKey of the sender: by Basic authentication, or as writeKey of the body',
    messageId: ({ messageId }) => messageIdOf(messageId),
    sentAt: (body, first) => textOf(body.sentAt) ?? textOf(first.sentAt),
    map: (item, ids) => segmentMessages(item, call ?? item.type, ids),
  };
}

export function segmentMessages(item: Fields, call: unknown, ids: Ids): Mapped {
  const facts = itemFacts(item, ids);
  switch (call) {
    case 'page':
      return { messages: [pageView(facts, item)] };
    case 'screen':
      return { messages: [event(facts, 'screen_view', named(item, fieldsOf(item.properties)))] };
    case 'track':
      return {
        messages: [eventOf({ ...facts.base, ...facts.names }, item.event, facts.properties)],
      };
    case 'identify':
      return identified(facts, item);
    case 'group':
      return { messages: [event(facts, 'group', groupOf(item))] };
    case 'alias':
      return aliased(facts, item);
    default:
      return { refused: `type: must be one of ${segmentCalls.join(', ')}` };
  }
}

interface ItemFacts {
  base: Fields;
  userId: string | undefined;
  names: Fields;
  properties: Fields;
}

function itemFacts(item: Fields, ids: Ids): ItemFacts {
  const userId = idOf(item.userId);
  const base = without({
    message_id: messageIdOf(item.messageId),
    visitor_id: visitorOf(idOf(item.anonymousId), ids),
    timestamp: textOf(item.originalTimestamp) ?? textOf(item.timestamp),
    context: contextOf(fieldsOf(item.context)),
  });
  return { base, userId, names: namesOf(userId), properties: fieldsOf(item.properties) };
}

function event({ base, names }: ItemFacts, name: string, properties: Fields): Fields {
  return without({ type: 'event', ...base, ...names, name, properties: orNone(properties) });
}

function pageView(facts: ItemFacts, item: Fields): Fields {
  const { properties, base } = facts;
  const context = fieldsOf(item.context);
  const page = { ...fieldsOf(context.page), ...properties };
  const own = { ...base, context: contextOf({ ...context, page }) };
  return event({ ...facts, base: own }, 'page_view', named(item, except(properties, ofPage)));
}

/** Adds the name and category of page and screen calls to their properties. */
function named({ name, category }: Fields, properties: Fields): Fields {
  return without({ name: textOf(name), category: textOf(category), ...properties });
}

function groupOf({ groupId, traits }: Fields): Fields {
  return without({ group_id: idOf(groupId), ...fieldsOf(traits) });
}

function identified({ base, userId }: ItemFacts, item: Fields): Mapped {
  const traits = { ...fieldsOf(fieldsOf(item.context).traits), ...fieldsOf(item.traits) };
  const message = identifyOf(base, userId, traits);
  if (message) return { messages: [message] };
  return { dropped: 'identify: has neither userId nor traits.email' };
}

/** Turns a visitor into a person. Never merges two people. */
function aliased({ base, userId }: ItemFacts, { previousId }: Fields): Mapped {
  const before = idOf(previousId);
  if (before === undefined || !isUuid(before) || userId === undefined) {
    return {
      dropped: 'alias: previousId is not a random visitor id, and an alias does not merge people',
    };
  }
  const message = identifyOf({ ...base, visitor_id: before }, userId, {});
  return { messages: message ? [message] : [] };
}

function contextOf(context: Fields): Fields | undefined {
  const ofPage = pageContext(fieldsOf(context.page));
  const screen = fieldsOf(context.screen);
  const library = fieldsOf(context.library);
  const timezone = textOf(context.timezone, 64);
  return orNone(
    without({
      ...ofPage,
      campaign: orNone({ ...fieldsOf(ofPage.campaign), ...campaignOf(fieldsOf(context.campaign)) }),
      locale: textOf(context.locale, 64),
      // RudderStack's browsers send GMT+0100, which is not a time zone.
      timezone: timezone?.startsWith('GMT') ? undefined : timezone,
      screen: screenOf(screen.width, screen.height),
      library: orNone(
        without({ name: textOf(library.name, 64), version: textOf(library.version, 64) }),
      ),
      user_agent: textOf(context.userAgent, 1024),
      ip: textOf(context.ip, 64),
      consent: consentOf(context),
    }),
  );
}

function campaignOf({ source, medium, name, term, content }: Fields): Fields {
  return without({
    source: textOf(source, 200),
    medium: textOf(medium, 200),
    name: textOf(name, 200),
    term: textOf(term, 200),
    content: textOf(content, 200),
  });
}

/** Consent by purpose, from Segment's `consent` or RudderStack's two lists of ids. */
function consentOf({ consent, consentManagement }: Fields): unknown {
  const { allowedConsentIds, deniedConsentIds } = fieldsOf(consentManagement);
  const lists = [...wordsOf(allowedConsentIds, true), ...wordsOf(deniedConsentIds, false)];
  if (lists.length > 0) return Object.fromEntries(lists);
  return fieldsOf(consent).categoryPreferences ?? consent;
}

function wordsOf(ids: unknown, word: boolean): [string, boolean][] {
  const list: unknown[] = Array.isArray(ids) ? ids : [];
  return list.filter((id) => typeof id === 'string').map((id) => [id, word]);
}
