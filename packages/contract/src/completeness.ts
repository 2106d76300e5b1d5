import Type, { type Static } from 'typebox';
import { operation } from './operation.ts';
import { fromService, fromVisitor } from './origins.ts';
import { Closed, Instant, recordOf } from './schema.ts';

export const completenessLimits = {
  /** Longest range. */
  days: 92,
  usualDays: 30,
  browsers: 100,
};

const counts = {
  visits: Type.Integer({
    description: 'Visits with numbered messages, by start day.',
  }),
  made: Type.Integer({
    description: 'Messages made by browsers: received, rejected and lost.',
  }),
  received: Type.Integer({ description: 'Stored messages, without duplicates.' }),
  refused: Type.Integer({
    description: 'Rejected messages, as far as they were stored.',
  }),
  lost: Type.Integer({
    description:
      'Messages that never arrived: their numbers are missing between others of the same visit.',
  }),
};

const date = fromService(
  Type.String({ format: 'date', description: 'Day in the time zone of the workspace.' }),
);
const browser = fromVisitor(
  Type.String({
    description: 'Browser family, such as Firefox. Empty when unknown or rare.',
  }),
);

export const Completeness = Closed(
  {
    total: Closed(counts, { description: 'Counts of the whole range.' }),
    days: Type.Array(Closed({ date, ...counts }), {
      description: 'Counts of each day with data, in order.',
    }),
    browsers: Type.Array(Closed({ browser, ...counts }), {
      description: `Counts by browser, most messages first; at most ${completenessLimits.browsers}.`,
    }),
    rows: Type.Array(Closed({ date, browser, ...counts }), {
      description: 'Counts by day and browser, most messages first; at most 50 per day.',
    }),
  },
  {
    $id: 'Completeness',
    description:
      'Share of browser messages that arrived, without bots. Messages lost at the end of a visit show only when the visitor returns.',
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
    tag: 'Rejected events',
    summary: 'Count messages made, received, rejected and lost',
    description:
      'Counts by day and browser. The browser script numbers its messages, so gaps show lost ones. Counts are updated in the background for the last eight days. See docs/guides/completeness.md.',
    scopes: ['audit:read'],
    feature: 'api',
    query: Closed({
      from: Type.Optional(
        Instant(`First day. Default: ${completenessLimits.usualDays} days before \`to\`.`),
      ),
      to: Type.Optional(
        Instant(
          `Day after the last day, at most ${completenessLimits.days} days after \`from\`. Default: tomorrow.`,
        ),
      ),
      test: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'true: return test data from development keys instead of live data.',
        }),
      ),
    }),
    status: 200,
    ok: recordOf(Completeness),
    agent: [{ tool: 'explain', what: 'completeness' }],
  }),
};
