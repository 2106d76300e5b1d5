import Type, { type Static } from 'typebox';
import { operation } from './operation.ts';
import { fromService, fromVisitor } from './origins.ts';
import { Closed, Instant, recordOf } from './schema.ts';

export const completenessLimits = {
  /** The longest range. */
  days: 92,
  usualDays: 30,
  browsers: 100,
};

const counts = {
  visits: Type.Integer({
    description: 'Visits whose messages are numbered, by the day on which they began.',
  }),
  made: Type.Integer({
    description: 'Messages that the browsers made: received, refused and lost.',
  }),
  received: Type.Integer({ description: 'Messages that were stored, each once.' }),
  refused: Type.Integer({
    description: 'Messages that arrived and were refused, as far as they are kept.',
  }),
  lost: Type.Integer({
    description:
      'Messages whose number is missing between others of the same visit: they were made, and have not arrived.',
  }),
};

const date = fromService(
  Type.String({ format: 'date', description: "Of the workspace's time zone." }),
);
const browser = fromVisitor(
  Type.String({
    description: 'Family, such as Firefox; empty: not known, or one of the rarest of a day.',
  }),
);

export const Completeness = Closed(
  {
    total: Closed(counts, { description: 'Of the whole range.' }),
    days: Type.Array(Closed({ date, ...counts }), {
      description: 'Of each day of which something is known, in order.',
    }),
    browsers: Type.Array(Closed({ browser, ...counts }), {
      description: `The most messages first; ${completenessLimits.browsers} at most.`,
    }),
    rows: Type.Array(Closed({ date, browser, ...counts }), {
      description:
        'Of each day and browser, by day, the most messages first; 50 for a day at most.',
    }),
  },
  {
    $id: 'Completeness',
    description:
      'How many of the messages that browsers made have arrived. Bots are not counted. What a visit lost at its end shows when the visitor comes back; of browsers that never did, nothing is known.',
    examples: [
      {
        total: { visits: 120, made: 1000, received: 995, refused: 2, lost: 3 },
        days: [{ date: '2026-05-04', visits: 120, made: 1000, received: 995, refused: 2, lost: 3 }],
        browsers: [
          { browser: 'Firefox', visits: 120, made: 1000, received: 995, refused: 2, lost: 3 },
        ],
        rows: [
          {
            date: '2026-05-04',
            browser: 'Firefox',
            visits: 120,
            made: 1000,
            received: 995,
            refused: 2,
            lost: 3,
          },
        ],
      },
    ],
  },
);
export type Completeness = Static<typeof Completeness>;

export const completenessOperations = {
  getCompleteness: operation({
    id: 'getCompleteness',
    method: 'GET',
    path: '/completeness',
    tag: 'Refused messages',
    summary: 'Count messages that were made, received, refused and lost',
    description:
      'By day and browser. The browser script numbers its messages, so that what is missing shows. Counted in the background, up to eight days back: what comes later changes older days no more. docs/guides/completeness.md says what the numbers can tell.',
    scopes: ['audit:read'],
    feature: 'api',
    query: Closed({
      since: Type.Optional(
        Instant(`The first day, by default ${completenessLimits.usualDays} days before \`until\`.`),
      ),
      until: Type.Optional(
        Instant(
          `The day after the last, by default after today; ${completenessLimits.days} days after \`since\` at most.`,
        ),
      ),
      test: Type.Optional(
        Type.Boolean({ default: false, description: 'true: of development keys instead.' }),
      ),
    }),
    status: 200,
    ok: recordOf(Completeness),
    agent: [{ tool: 'explain', what: 'completeness' }],
  }),
};
