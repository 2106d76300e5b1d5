/** What campaigns cost, from a CSV file of an ad platform or a spreadsheet. */
import Type, { type Static } from 'typebox';
import { operation } from './operation.ts';
import { fromOperator, fromService } from './origins.ts';
import { reasonCode, spendReasons } from './reasons.ts';
import { Closed, Nullable, recordOf, Text } from './schema.ts';

export const spendLimits = {
  /** Characters of one file. Over HTTP a body has 1 MiB; the command line takes all of it. */
  characters: 32 * 1024 * 1024,
  /** Rows that cannot be read and are told one by one. */
  badRows: 1000,
};

export const dateOrders = ['mdy', 'dmy'] as const;
export const decimalSigns = ['point', 'comma'] as const;

const Day = (description: string) =>
  fromOperator(Nullable(Type.String({ description }), 'Null where no row can be stored.'));

export const SpendImport = Closed(
  {
    rows: Type.Integer({ description: 'Days of campaigns, by currency.' }),
    campaigns: Type.Integer({ description: 'Campaigns that they are of.' }),
    new_campaigns: Type.Integer({
      description: 'Of those, the ones that no visit and no spend has named yet.',
    }),
    from: Day('The first day, YYYY-MM-DD.'),
    to: Day('The last day.'),
    amounts: Type.Array(
      Closed({
        currency: fromOperator(Type.String({ description: 'ISO 4217 code.' })),
        value: Type.Number({ description: 'The sum.' }),
      }),
      { description: 'What they cost together, a row for each currency.' },
    ),
    totals_left_out: Type.Integer({
      description: 'Rows with totals of the rows above them, which are not stored.',
    }),
    bad_rows: Type.Integer({ description: 'Rows that cannot be read.' }),
    bad: Type.Array(
      Closed({
        line: Type.Integer({ description: 'Where it begins in the file, from 1.' }),
        reason: fromService(Type.String({ description: 'What is wrong with it.' })),
        reason_code: reasonCode(spendReasons),
        value: fromOperator(
          Type.String({ description: 'What stands there, where the reason is about a value.' }),
        ),
      }),
      { description: `The first of them, ${spendLimits.badRows} at most.` },
    ),
    dry_run: Type.Boolean({ description: 'Nothing was stored.' }),
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
    summary: 'Store what campaigns cost, from a CSV file',
    description:
      'All of the file or nothing, in place of what was stored of its days and campaigns: the same file again changes nothing. Rows of the same campaign, day and currency are added up; campaigns that are not known yet are made. docs/guides/campaigns.md tells which columns are understood.',
    scopes: [],
    roles: ['admin', 'member'],
    feature: 'campaigns',
    body: Closed({
      csv: Type.String({
        minLength: 1,
        maxLength: spendLimits.characters,
        description:
          'The file, as text: a line with the names of the columns, then a row for each campaign and day.',
      }),
      source: Type.Optional(Text(200, 'utm_source of rows that have none.')),
      medium: Type.Optional(Text(200, 'utm_medium of rows that have none.')),
      currency: Type.Optional(
        Type.String({
          pattern: '^[A-Za-z]{3}$',
          description: 'ISO 4217 code, for rows that have none.',
        }),
      ),
      date_order: Type.Optional(
        Type.Unsafe<(typeof dateOrders)[number]>(
          Type.String({ enum: [...dateOrders], description: 'Of dates such as 5/31/2026.' }),
        ),
      ),
      decimal: Type.Optional(
        Type.Unsafe<(typeof decimalSigns)[number]>(
          Type.String({
            enum: [...decimalSigns],
            description: 'What stands before the decimals, where the file leaves it open.',
          }),
        ),
      ),
      skip_bad: Type.Optional(
        Type.Boolean({ description: 'Store the other rows when some cannot be read.' }),
      ),
      dry_run: Type.Optional(Type.Boolean({ description: 'Only say what would be stored.' })),
    }),
    bodyExample: {
      csv: 'date,campaign,source,medium,cost,currency\n2026-05-01,spring,google,cpc,118.80,EUR\n',
      dry_run: true,
    },
    status: 200,
    ok: recordOf(SpendImport),
  }),
};
