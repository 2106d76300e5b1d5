/** What visitors, and the senders of other services, say so that every pattern has something to look at. */
import { randomUUID } from 'node:crypto';
import type { Fields } from '../collect/senders/mapping.ts';
import type { Sender } from './sender-tries/table.ts';

export const long = 'x'.repeat(4_000);

/** What is masked: an address, a card, what looks like one within an id, tokens and what looks like one, an address of a device, a telephone. */
const personal = [
  'ada@siemens.com;4111 1111 1111 1111',
  '01234567-1234-4234-8234-123456789012 a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c5d',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIi.x sk_live_4eC39HqLyjWDarjtT1zdp7dc',
  '203.0.113.7 2001:db8::1:2 +49 30 1234567',
].join(' ');

/** What is made harmless for agents, or quoted in CSV. */
const markup =
  '=1;"<b>&amp; ~~~ `x` [a]: https://evil.example javascript:x www.evil.example \u001b[31m\u200b a\u0301';

/** One item of each service's sender, as its scripts make them. */
export const foreignItems: Record<Sender, Fields> = {
  segment: call(),
  rudderstack: call(),
  posthog: {
    event: '$pageview',
    uuid: randomUUID(),
    properties: {
      distinct_id: 'x y',
      $current_url: `https://shop.example/${long}`,
      $referrer: 'https://news.example/',
      $set: { email: 'ada@siemens.com', name: long },
      revenue: '1,5',
      currency: 'EUR',
    },
  },
  umami: {
    type: 'event',
    payload: {
      hostname: 'shop.example',
      // As its script of version 2 sends them: encoded, and an address once more.
      title: encodeURIComponent(`All ${long}`),
      url: `/caf%25C3%25A9/${long}`,
      referrer: 'https://news.example/',
      screen: '1920x1080',
      name: 'order_completed',
      data: { revenue: 1, currency: 'EUR', email: 'ada@siemens.com' },
    },
  },
  plausible: {
    n: 'Order Completed',
    u: `https://shop.example/${long}`,
    d: 'shop.example',
    r: 'https://news.example/',
    p: { text: long },
    $: { currency: 'EUR', amount: '1.5' },
  },
};

function call(): Fields {
  return {
    type: 'track',
    event: 'Order_Completed-now',
    anonymousId: 'x y',
    userId: 'ada@siemens.com',
    messageId: long.slice(0, 100),
    properties: { order_id: randomUUID(), currency: 'EUR', revenue: '1,5', text: long },
    context: {
      page: { url: `https://shop.example/${long}`, title: 'x' },
      consent: { categoryPreferences: { analytics: true } },
      traits: { email: 'ada@siemens.com' },
    },
  };
}

/** Of every type, with something of everything in them. */
export function patternedMessages(): object[] {
  const agents = [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Mozilla/5.0 (compatible; SomethingBot/1.0; +https://bot.example/)',
    'Unheard of/1.0 (somewhere) like Nothing a@b.example',
    `${'bot'.repeat(300)}`,
    'curl/8.0',
  ];
  return agents.flatMap((user_agent) => {
    const base = {
      visitor_id: randomUUID(),
      context: {
        page: {
          url: `https://www.shop.example/${personal}/a/${long}?utm_source=x&q=${long}`.slice(
            0,
            4_096,
          ),
          path: `/${long}`,
          title: `${personal} ${markup} ${'x'.repeat(1_000)}`.slice(0, 1_000),
          referrer: `https://www.google.com/search?q=${long}`.slice(0, 4_096),
        },
        campaign: { source: 'x'.repeat(200), medium: 'x'.repeat(200), name: 'x'.repeat(200) },
        click_ids: { gclid: 'x'.repeat(500) },
        locale: 'en-GB',
        timezone: 'Europe/Berlin',
        user_agent,
        ip: '203.0.113.9',
      },
      timestamp: new Date().toISOString(),
      message_id: 'x'.repeat(100),
    };
    const own = () => ({ ...base, message_id: randomUUID().padEnd(100, 'x') });
    return [
      { ...own(), type: 'event', name: 'x'.repeat(200), properties: { text: long } },
      { ...own(), type: 'event', name: 'said', properties: { text: `${personal} ${markup}` } },
      {
        ...own(),
        type: 'session',
        session_id: randomUUID(),
        action: 'start',
        context: { ...base.context, consent: { analytics: 'granted', 'ads.x': false } },
      },
      ...['0-0', '{{ user.id }}', long.slice(0, 200)].map((user_id) => ({
        ...own(),
        type: 'identify',
        user_id,
        traits: { [long.slice(0, 40)]: `${personal} ${markup}`, phone: '+49 30 1234567' },
      })),
      { ...own(), type: 'nonsense', text: personal },
      {
        ...own(),
        type: 'identify',
        email: `${'x'.repeat(200)}@mail.example`,
        name: 'x y',
        traits: { a: long },
      },
      {
        ...own(),
        type: 'conversion',
        name: 'order',
        external_id: randomUUID(),
        currency: 'EUR',
        value: 1,
      },
    ];
  });
}
