/** Import of ad spend from a CSV file of an ad platform or a spreadsheet. */
import Type, { type Static } from 'typebox';
import { operation } from './operation.ts';
import { fromOperator, fromService } from './origins.ts';
import { currencyPattern } from './patterns.ts';
import { reasonCode, spendReasons } from './reasons.ts';
import { Closed, Nullable, recordOf, Text } from './schema.ts';

export const spendLimits = {
  /** Characters of one file. HTTP bodies are limited to 1 MiB; the command line accepts the full size. */
  characters: 32 * 1024 * 1024,
  /** Most invalid rows in the response. */
  badRows: 1000,
};

export const dateOrders = ['mdy', 'dmy'] as const;
export const decimalSigns = ['point', 'comma'] as const;

const Day = (description: string) =>
  fromOperator(Nullable(Type.String({ description }), 'Null without valid rows.'));

export const SpendImport = Closed(
  {
    rows: Type.Integer({ description: 'Rows: one per campaign, day and currency.' }),
    campaigns: Type.Integer({ description: 'Campaigns in these rows.' }),
    new_campaigns: Type.Integer({
      description: 'Campaigns without earlier visits or spend.',
    }),
    from: Day('First day, YYYY-MM-DD.'),
    to: Day('Last day, YYYY-MM-DD.'),
    amounts: Type.Array(
      Closed({
        currency: fromOperator(Type.String({ description: 'ISO 4217 code.' })),
        value: Type.Number({ description: 'Sum in the currency.' }),
      }),
      { description: 'Total spend. One row per currency.' },
    ),
    totals_left_out: Type.Integer({
      description: 'Skipped rows with totals.',
    }),
    bad_rows: Type.Integer({ description: 'Invalid rows.' }),
    bad: Type.Array(
      Closed({
        line: Type.Integer({ description: 'Line in the file, from 1.' }),
        reason: fromService(Type.String({ description: 'Reason the row is invalid.' })),
        reason_code: reasonCode(spendReasons),
        value: fromOperator(
          Type.String({ description: 'Invalid value, if the reason is about a value.' }),
        ),
      }),
      { description: `The first invalid rows; at most ${spendLimits.badRows}.` },
    ),
    dry_run: Type.Boolean({ description: 'true: nothing was stored.' }),
  },
  {
    $id: 'SpendImport',
    examples: [
      {
        rows: 2,
        campaigns: 1,
        new_campaigns: 0,
        from: '2026-05-01',
        to: '2026-05-02',
        amounts: [{ currency: 'EUR', value: 1139.3 }],
        totals_left_out: 0,
        bad_rows: 0,
        bad: [],
        dry_run: false,
      },
    ],
  },
);
export type SpendImport = Static<typeof SpendImport>;

export const spendOperations = {
  importSpend: operation({
    id: 'importSpend',
    method: 'POST',
    path: '/campaigns/spend',
    tag: 'Campaigns',
    summary: 'Import ad spend from a CSV file',
    description:
      'Stores the whole file or nothing. Replaces stored spend of the same days and campaigns, so importing a file twice is safe. Adds up rows of the same campaign, day and currency, and creates missing campaigns. docs/guides/campaigns.md lists the columns.',
    scopes: [],
    roles: ['admin', 'member'],
    feature: 'campaigns',
    body: Closed({
      csv: Type.String({
        minLength: 1,
        maxLength: spendLimits.characters,
        description:
          'Content of the file: a header line with column names, then one row per campaign and day.',
      }),
      source: Type.Optional(Text(200, 'Default utm_source for rows without one.')),
      medium: Type.Optional(Text(200, 'Default utm_medium for rows without one.')),
      currency: Type.Optional(
        Type.String({
          ...currencyPattern,
          description: 'Default ISO 4217 code for rows without a currency.',
        }),
      ),
      date_order: Type.Optional(
        Type.Unsafe<(typeof dateOrders)[number]>(
          Type.String({
            enum: [...dateOrders],
            description: 'Order of dates such as 5/31/2026: mdy or dmy.',
          }),
        ),
      ),
      decimal: Type.Optional(
        Type.Unsafe<(typeof decimalSigns)[number]>(
          Type.String({
            enum: [...decimalSigns],
            description: 'Decimal sign, if the file is ambiguous.',
          }),
        ),
      ),
      skip_bad: Type.Optional(
        Type.Boolean({ description: 'true: skip invalid rows and store the others.' }),
      ),
      dry_run: Type.Optional(
        Type.Boolean({ description: 'true: return the result without storing it.' }),
      ),
    }),
    bodyExample: {
      csv: 'date,campaign,source,medium,cost,currency\n2026-05-01,spring,google,cpc,118.80,EUR\n',
      dry_run: true,
    },
    status: 200,
    ok: recordOf(SpendImport),
  }),
};
