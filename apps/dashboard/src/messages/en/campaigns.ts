import { counted } from '../count.ts';

const count = counted('en');
const campaign = { one: 'campaign', other: 'campaigns' };

export const campaigns = {
  title: 'Campaigns',
  one: 'Campaign',
  name: 'Campaign',
  source: 'Source',
  medium: 'Medium',
  visitors: 'Visitors',
  sessions: 'Visits',
  leads: 'Leads',
  conversions: 'Conversions',
  revenue: 'Revenue',
  spend: 'Spend',
  costPerLead: 'Cost per lead',
  returnOnSpend: 'ROAS',
  returnText: 'Return on ad spend: revenue by spend. 2.5 means that 1 brought in 2.50.',
  currenciesDiffer: 'currencies differ',
  currenciesDifferText:
    'What was spent and what came of it are in different currencies, which are not converted.',
  created: 'First seen',
  unnamed: '(without a name)',
  model: 'Credited by',
  models: {
    last_non_direct: 'Last, not direct',
    last_touch: 'Last touch',
    first_touch: 'First touch',
    linear: 'Linear',
    position: 'Position',
    time_decay: 'Time decay',
  },
  modelText: {
    last_non_direct:
      'The last visit that tags, a click id or another site brought; the last visit where there is none.',
    last_touch: 'The last visit before it happened, the one in which it happened included.',
    first_touch: 'The first visit of the person.',
    linear: 'All visits in equal parts.',
    position: '40 % the first visit, 40 % the last, the rest those between.',
    time_decay: 'All visits; one that is seven days older counts half as much.',
  },
  empty: 'No campaign yet',
  emptyText:
    'A campaign appears by itself when a visit comes by a link with utm_campaign or a click id. Tag the links of your ads and mails.',
  performance: 'Performance by model',
  overTime: 'Visits of the campaign over time',
  facts: 'Facts',
  leadsInVisits: 'Leads that opened in a visit of this campaign',
  conversionsInVisits: 'Conversions in a visit of this campaign',
  nothing: 'None yet.',
  ofNowhere: 'No tag',
  importSpend: 'Import spend',
  importTitle: 'What campaigns cost',
  importText:
    'A CSV file of Google Ads, Microsoft Advertising, Meta, LinkedIn or a spreadsheet, with the columns date, campaign and cost. It replaces what is stored of its days and campaigns.',
  file: 'Choose a file',
  csv: 'Or paste it here',
  sourceOfRest: 'Source of rows without',
  mediumOfRest: 'Medium of rows without',
  currencyOfRest: 'Currency of rows without',
  dateOrder: 'Dates such as 5/31/2026',
  dateOrders: { none: 'do not occur', mdy: 'month first', dmy: 'day first' },
  decimal: 'Decimals',
  decimals: { none: 'as the file shows', point: '1,234.50', comma: '1.234,50' },
  check: 'Check the file',
  store: (rows: number) => `Store ${count(rows, { one: 'row', other: 'rows' })}`,
  tried: (rows: number, campaigns: number) =>
    `${count(rows, { one: 'row', other: 'rows' })} of ${count(campaigns, campaign)}`,
  days: 'Days',
  sum: 'Together',
  newOnes: (n: number) =>
    `${count(n, campaign)} that no visit has named yet: source, medium and name have to be exactly those of your links.`,
  bad: (n: number) =>
    `${count(n, { one: 'row', other: 'rows' })} that cannot be read, and will be left out:`,
  badReasons: {
    broken_row: () => 'its quotes do not match, or it has too many columns.',
    no_date: () => 'it has no date.',
    no_campaign: () => 'it has no campaign.',
    no_amount: () => 'it has no amount.',
    no_currency: () => 'it has no currency. Choose one above for rows without.',
    tag_too_long: (text: string) => `“${text}…” is too long for a campaign, source or medium.`,
    control_character: () => 'its campaign, source or medium has a character that cannot be seen.',
    date_unknown: (text: string) => `the date “${text}” is no day such as 2026-05-31.`,
    date_order: (text: string) =>
      `the date “${text}” can be read in two ways. Choose above what comes first.`,
    date_impossible: (text: string) => `the date “${text}” does not exist.`,
    date_far: (text: string) => `the date “${text}” is too far away.`,
    currency_unknown: (text: string) => `“${text}” is no currency code such as EUR or USD.`,
    amount_negative: (text: string) => `the amount “${text}” is negative; spend is 0 or more.`,
    decimal_sign: (text: string) =>
      `the amount “${text}” can be read in two ways. Choose the decimal sign above.`,
    amount_unknown: (text: string) => `the amount “${text}” is no number.`,
    amount_too_large: (text: string) =>
      `the amount “${text}” is too large, or has more than 12 decimals.`,
  },
  line: (line: number) => `Line ${line}`,
  totals: (n: number) =>
    `${count(n, { one: 'row', other: 'rows' })} with totals, which are left out.`,
  tooLarge:
    'The file is larger than 1 MB. Import it on the command line: ./footfall campaigns import-spend.',
  stored: (rows: number) => `${count(rows, { one: 'row', other: 'rows' })} of spend stored.`,
};
