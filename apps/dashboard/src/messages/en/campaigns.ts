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
  returnText:
    'Return on ad spend: revenue divided by spend. 2.5 means that revenue was 2.5 times the spend.',
  currenciesDiffer: 'currencies differ',
  currenciesDifferText:
    'Spend and revenue use different currencies, and Footfall does not convert them.',
  created: 'First seen',
  unnamed: '(unnamed)',
  model: 'Attribution',
  models: {
    last_non_direct: 'Last non-direct',
    last_touch: 'Last touch',
    first_touch: 'First touch',
    linear: 'Linear',
    position: 'Position',
    time_decay: 'Time decay',
  },
  modelText: {
    last_non_direct:
      'The last visit that had a campaign tag, click ID or referrer. If no visit had one, the last visit.',
    last_touch: 'The last visit, which can be the one with the conversion.',
    first_touch: 'The person’s first visit.',
    linear: 'All visits get equal credit.',
    position: '40% for the first visit, 40% for the last, the rest for the visits in between.',
    time_decay: 'All visits. Credit halves for every seven days before the conversion.',
  },
  empty: 'No campaigns yet',
  emptyText:
    'A campaign appears when a visit arrives through a link with utm_campaign or a click ID. Tag the links in your ads and emails.',
  performance: 'Performance by model',
  overTime: 'Campaign visits over time',
  facts: 'Facts',
  leadsInVisits: 'Leads created in a visit from this campaign',
  conversionsInVisits: 'Conversions in a visit from this campaign',
  nothing: 'None yet.',
  ofNowhere: 'No tag',
  importSpend: 'Import spend',
  importTitle: 'Import campaign spend',
  importText:
    'Choose a CSV file from Google Ads, Microsoft Advertising, Meta, LinkedIn or a spreadsheet with the columns date, campaign and cost. The file replaces stored spend for the same days and campaigns.',
  file: 'Choose a file',
  csv: 'Or paste it here',
  sourceOfRest: 'Default source',
  mediumOfRest: 'Default medium',
  currencyOfRest: 'Default currency',
  dateOrder: 'Dates such as 5/6/2026',
  dateOrders: { none: 'not in this file', mdy: 'month first', dmy: 'day first' },
  decimal: 'Decimal separator',
  decimals: { none: 'detect from the file', point: '1,234.50', comma: '1.234,50' },
  check: 'Check the file',
  store: (rows: number) => `Store ${count(rows, { one: 'row', other: 'rows' })}`,
  tried: (rows: number, campaigns: number) =>
    `${count(rows, { one: 'row', other: 'rows' })} for ${count(campaigns, campaign)}`,
  days: 'Days',
  sum: 'Total',
  newOnes: (n: number) =>
    `${count(n, { one: 'campaign has', other: 'campaigns have' })} no visits yet. The source, medium and name must match your links exactly.`,
  bad: (n: number) =>
    `${count(n, { one: 'row', other: 'rows' })} cannot be read and will be skipped:`,
  badReasons: {
    broken_row: () => 'the quotes do not match, or there are too many columns.',
    no_date: () => 'the date is missing.',
    no_campaign: () => 'the campaign is missing.',
    no_amount: () => 'the amount is missing.',
    no_currency: () => 'the currency is missing. Choose a default currency above.',
    tag_too_long: (text: string) => `“${text}…” is too long for a campaign, source or medium.`,
    control_character: () => 'the campaign, source or medium contains an invisible character.',
    date_unknown: (text: string) => `the date “${text}” is not a day such as 2026-05-31.`,
    date_order: (text: string) => `the date “${text}” is ambiguous. Choose the date order above.`,
    date_impossible: (text: string) => `the date “${text}” does not exist.`,
    date_far: (text: string) => `the date “${text}” is too far in the past or future.`,
    currency_unknown: (text: string) => `“${text}” is not a currency code such as EUR or USD.`,
    amount_negative: (text: string) => `the amount “${text}” is negative. Spend must be 0 or more.`,
    decimal_sign: (text: string) =>
      `the amount “${text}” is ambiguous. Choose the decimal separator above.`,
    amount_unknown: (text: string) => `the amount “${text}” is not a number.`,
    amount_too_large: (text: string) =>
      `the amount “${text}” is too large or has more than 12 decimals.`,
  },
  line: (line: number) => `Line ${line}`,
  totals: (n: number) => `${count(n, { one: 'row', other: 'rows' })} with totals will be skipped.`,
  tooLarge:
    'The file is larger than 1 MB. Import it from the command line: ./footfall campaigns import-spend.',
  stored: (rows: number) => `${count(rows, { one: 'row', other: 'rows' })} of spend stored.`,
};
