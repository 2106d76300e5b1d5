/* Whatever a stranger sends, the mappings find something to say of it. */
import {
  type Arbitrary,
  assert,
  constantFrom,
  dictionary,
  jsonValue,
  oneof,
  property,
  string,
} from 'fast-check';
import { test } from 'vitest';
import type { Dialect, Fields, Ids } from './mapping.ts';
import { plausibleDialect } from './plausible.ts';
import { posthogDialect } from './posthog.ts';
import { segmentCalls, segmentDialect } from './segment.ts';
import { umamiDialect } from './umami.ts';

const ids: Ids = { ofAnonymous: (text) => text, ofTheDay: (site) => site };

/** Names that the mappings look at, with values of any kind. */
const names = [
  ...[
    'type',
    'payload',
    'event',
    'properties',
    'context',
    'traits',
    'userId',
    'anonymousId',
    'page',
    'url',
  ],
  ...[
    'campaign',
    'screen',
    'consent',
    'consentManagement',
    'deniedConsentIds',
    'messageId',
    'name',
    'data',
  ],
  ...[
    'n',
    'u',
    'd',
    'p',
    '$',
    'distinct_id',
    '$set',
    '$current_url',
    '$device_id',
    'alias',
    'timestamp',
    'id',
  ],
  ...[
    'revenue',
    'email',
    'previousId',
    'groupId',
    'hostname',
    '__proto__',
    'toString',
    'valueOf',

    'constructor',
    'uuid',
    'sent_at',
  ],
];
const words = [
  '$identify',
  '$pageview',
  '$create_alias',
  '$screen',
  'Order Completed',
  'identify',
  'event',
];
const value: Arbitrary<unknown> = oneof(constantFrom(...words), string(), jsonValue());
const part = dictionary(constantFrom(...names), value);
const item = dictionary(
  constantFrom(...names),
  oneof(value, part, dictionary(constantFrom(...names), part)),
);

const dialects: Dialect[] = [
  segmentDialect(),
  ...segmentCalls.map((call) => segmentDialect(call)),
  posthogDialect,
  umamiDialect,
  plausibleDialect,
];

test('an outcome of every item, by every sender', () => {
  void assert(
    property(item, (item) => {
      const fields = item as Fields;
      for (const dialect of dialects) {
        const outcome = dialect.map(fields, ids);
        if (
          'messages' in outcome &&
          outcome.messages.some(({ type }) => typeof type !== 'string')
        ) {
          return false;
        }
        const texts = [
          dialect.keyIn(fields, fields),
          dialect.sentAt(fields, fields),
          dialect.messageId(fields),
        ];
        if (!texts.every((text) => text === undefined || typeof text === 'string')) return false;
      }
      return true;
    }),
    { numRuns: 500 },
  );
});
